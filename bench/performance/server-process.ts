import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export interface ServerProcess {
  readonly port: number;
  readonly url: string;
  readonly pid: number;
  /** processor time of all its threads so far, ms (Linux) */
  cpuMs(): number;
  stop(): Promise<void>;
}

const LEITH = fileURLToPath(new URL('../../src/start/server.ts', import.meta.url));
const BARE = fileURLToPath(new URL('./bare-server.ts', import.meta.url));

/** The service in a process of its own, with an empty data folder. */
export async function startLeith(environment: Readonly<Record<string, string>> = {}): Promise<ServerProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'leith-bench-'));
  const variables = {
    ...{ PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'silent', ACCOUNT_REQUESTS_PER_MINUTE: '1000000' },
    ...environment,
  };
  const server = await start([LEITH], variables);
  return {
    ...server,
    async stop() {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export function startBare(...args: string[]): Promise<ServerProcess> {
  return start([BARE, ...args], {});
}

async function start(args: string[], environment: Readonly<Record<string, string>>): Promise<ServerProcess> {
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env['PATH'], ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const said: string[] = [];
  const url = await new Promise<string>((resolve, reject) => {
    void ended.then(() => reject(new Error(said.join('\n'))));
    createInterface({ input: child.stderr }).on('line', (line) => {
      said.push(line);
      const match = / is at (http:\/\/\S+)/.exec(line);
      if (match) resolve(match[1]!);
    });
  });
  return {
    ...{ url, pid: child.pid!, port: Number(new URL(url).port), cpuMs: () => cpuMs(child.pid!) },
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** Of a clock tick, which is 10 ms on Linux whatever the kernel's own are. */
const MS_PER_TICK = 10;

function cpuMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // the name of the program may hold spaces
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK;
}
