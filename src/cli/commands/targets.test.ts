import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { targetsCommand } from './targets.ts';

async function run(...args: string[]) {
  let [out, err] = ['', ''];
  const stdout = { write: (text: string) => (out += text) };
  const stderr = { write: (text: string) => (err += text) };
  const code = await targetsCommand.execute(args, { stdout, stderr });
  return { code, out, err };
}

it('lists the targets of a mode', async () => {
  const all = await run();
  const inline = await run('list', '--mode', 'inline');
  expect([all.code, inline.code]).toEqual([0, 0]);
  expect(all.out).toMatch(/^step-grating-100nm +off-axis +/m);
  expect(inline.out).not.toMatch(/^step-grating/m);
  expect(inline.out).toMatch(/^usaf-1951 +off-axis, inline +1951 USAF/m);
});

it('shows one, and writes its drawing', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'leith-targets-'));
  try {
    const path = join(folder, 'nut.svg');
    const { code, out } = await run('show', 'hex-nut-m2', '--drawing', path);
    expect(code).toBe(0);
    expect(out).toMatch(/size +3910 µm ± 90 µm, the width across flats/);
    expect(readFileSync(path, 'utf8')).toMatch(/^<svg [^]*<\/svg>\n$/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

it('gives the entry itself as JSON', async () => {
  const { out } = await run('show', 'ronchi-50', '--json');
  expect(JSON.parse(out)).toMatchObject({ target_id: 'ronchi-50', feature_size_um: 20 });
});

it.each([
  [['show', 'ruler'], /"ruler" is no target; there are usaf-1951/],
  [['list', '--mode', 'gabor'], /--mode is "gabor"/],
  [['buy'], /"buy" is not list or show/],
  [['show', 'ronchi-50', '--drawing', 'a.png'], /ends in \.svg/],
  [['--colour'], /--colour/],
])('ends with 2 for %j', async (args, message) => {
  const { code, out, err } = await run(...args);
  expect([code, out]).toEqual([2, '']);
  expect(err).toMatch(message);
});
