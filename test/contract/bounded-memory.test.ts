// @module-tag further/failing
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { bounds } from '../../src/start/bound-memory.ts';
import { startService } from './running-service.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const node = `${root}node_modules/.bin/node`;
/** as users start it */
const unbound = { variables: {}, flags: [] };
const names = ['MALLOC_ARENA_MAX', 'MALLOC_MMAP_THRESHOLD_', 'MALLOC_TRIM_THRESHOLD_'];

/** What a process was really started with, as the kernel tells it. */
function startedWith(pid: number): { args: string[]; environment: Record<string, string> } {
  const read = (name: string) => readFileSync(`/proc/${pid}/${name}`, 'utf8').split('\0').filter(Boolean);
  const pairs = read('environ').map((line) => [line.split('=')[0]!, line.slice(line.indexOf('=') + 1)]);
  return { args: read('cmdline'), environment: Object.fromEntries(pairs) as Record<string, string> };
}

// that memory stays flat with it is shown by `test/fuzz/mutated-files.ts --http 1`, which takes minutes
describe.runIf(existsSync('/proc/self/environ'))('the memory that a service keeps', () => {
  it('is bounded before its first request, in the same process', async () => {
    const service = await startService({}, unbound);
    const { args, environment } = startedWith(service.pid);
    expect(environment).toMatchObject(Object.fromEntries(names.map((name) => [name, expect.any(String)])));
    expect(args.filter((arg) => arg.startsWith('--max-semi-space-size='))).toHaveLength(1);
    expect(args.filter((arg) => arg.startsWith('--heap-growing-percent='))).toHaveLength(1);
    expect(args.at(-1)).toMatch(/src.start.server\.ts$/);
    expect((await fetch(`${service.url}/healthz`)).status).toBe(200);
    expect(await service.stop()).toBe(0);
  });

  it('is as whoever starts the service says', () => {
    const tell =
      '--import=data:text/javascript,console.error(process.execArgv.join(),process.env.MALLOC_ARENA_MAX,process.env.MALLOC_TRIM_THRESHOLD_)';
    const env = {
      ...{ PATH: process.env.PATH, PORT: 'no_port' },
      ...{ MALLOC_ARENA_MAX: '5', NODE_OPTIONS: `--max-semi-space-size=32 ${tell}` },
    };
    const { stderr } = spawnSync(node, ['src/start/server.ts'], { cwd: root, env, encoding: 'utf8' });
    const [before, after] = stderr.split('\n');
    expect(before).toBe(' 5 undefined');
    expect(after).toMatch(/^\S* 5 \d+$/);
    expect(after).not.toContain('semi-space');
  });

  it('is bounded by leith serve, whose arguments and exit code stay', () => {
    // tells what it was started with, before it is replaced and after
    const tell = '--import=data:text/javascript,console.error(process.execArgv.join())';
    const env = { PATH: process.env.PATH, PORT: 'no_port', NODE_OPTIONS: tell };
    const { status, stderr } = spawnSync(node, ['bin/leith.mjs', 'serve'], {
      cwd: root,
      env,
      encoding: 'utf8',
    });
    expect(status).toBe(2);
    const [before, after, said] = stderr.split('\n');
    expect([before, after]).toEqual(['', bounds.flags.join()]);
    expect(said).toMatch(/^The environment is not valid/);
  });
});
