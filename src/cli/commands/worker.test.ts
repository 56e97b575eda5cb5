import { describe, expect, it } from 'vitest';
import { workerCommand } from './worker.ts';

async function run(...args: string[]) {
  const said = { stdout: '', stderr: '' };
  const io = {
    stdout: { write: (text: string) => (said.stdout += text) },
    stderr: { write: (text: string) => (said.stderr += text) },
  };
  let worked = 0;
  const command = workerCommand(async () => ++worked && 7, '  WORKERS  2  how many');
  return { code: await command.execute(args, io), worked, ...said };
}

describe('leith worker', () => {
  it('works until it is stopped', async () => {
    expect(await run()).toMatchObject({ code: 7, worked: 1 });
  });

  it('has help with examples and its variables', async () => {
    const { code, worked, stdout } = await run('--help');
    expect({ code, worked }).toEqual({ code: 0, worked: 0 });
    expect(stdout).toMatch(/Examples\n {2}DATABASE_URL=postgres:/);
    expect(stdout).toContain('WORKERS  2  how many');
  });

  it('takes no arguments', async () => {
    const { code, worked, stderr } = await run('4');
    expect({ code, worked }).toEqual({ code: 2, worked: 0 });
    expect(stderr).toContain('"4"');
  });
});
