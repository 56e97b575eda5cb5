import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export interface ServerProcess {
  readonly port: number;
  readonly url: string;
  stop(): Promise<void>;
}

const LEITH = fileURLToPath(new URL('../../src/start/server.ts', import.meta.url));
const BARE = fileURLToPath(new URL('./bare-server.ts', import.meta.url));

/** The service in a process of its own, with an empty data folder. */
export async function startLeith(environment: Readonly<Record<string, string>> = {}): Promise<ServerProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'leith-bench-'));
  const variables = { PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'silent', ...environment };
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
    ...{ url, port: Number(new URL(url).port) },
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
