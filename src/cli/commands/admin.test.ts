import { describe, expect, it } from 'vitest';
import { StorageUnavailable } from '../../services/ports/storage-unavailable.ts';
import { endOf } from './admin-public-results.ts';
import { adminCommand } from './admin.ts';

async function run(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  let [out, err] = ['', ''];
  const io = {
    stdout: { write: (text: string) => (out += text) },
    stderr: { write: (text: string) => (err += text) },
  };
  const open = () => Promise.reject(new StorageUnavailable('The database does not answer.'));
  return { code: await adminCommand(open, 'somebody').execute(args, io), out, err };
}

describe('the end of a span of time', () => {
  it.each([
    ['2026-11-21T14:10Z', '2026-11-21T14:10:59.999Z'],
    ['2026-11-21T15:10+01:00', '2026-11-21T14:10:59.999Z'],
    ['2026-11-21T14:10:07Z', '2026-11-21T14:10:07.999Z'],
    ['2026-11-21T14:10:07.250Z', '2026-11-21T14:10:07.250Z'],
  ])('written %s is %s', (written, end) => {
    expect(endOf(new Date(written), written).toISOString()).toBe(end);
  });
});

describe('leith admin', () => {
  it.each([
    [[], 'leith admin hold add'],
    [['--help'], 'leith admin verify'],
    [['hold', '--help'], 'leith admin hold release'],
    [['public-result', 'delete', '--help'], '--dry-run'],
    [['verify', '-h'], 'Examples'],
  ])('explains itself without opening anything: %j', async (args, text) => {
    const { code, out, err } = await run(...args);
    expect([code, err]).toEqual([0, '']);
    expect(out).toContain(text);
    expect(out).toContain('Exit codes');
  });

  it.each([
    [['hold'], 'there are hold add, hold release, hold list'],
    [['hold', 'ad', 'x'], 'there is no "hold ad x"'],
    [['hold', 'add'], 'takes <package>'],
    [['hold', 'add', 'x', 'y', '--reason', 'z'], 'takes <package>'],
    [['remote-copies', 'list', '--status', 'x'], '--status'],
  ])('says what is wrong with %j', async (args, text) => {
    const { code, out, err } = await run(...args);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(text);
    expect(err).toMatch(/See leith admin.* --help\n$/);
  });

  it('tells of a storage that is away', async () => {
    const { code, err } = await run('hold', 'list');
    expect([code, err]).toEqual([1, 'leith admin hold list: The database does not answer.\n']);
  });
});
