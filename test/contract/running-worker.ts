import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bounds } from '../../src/start/bound-memory.ts';
import { COMPILED, PATIENT } from './running-service.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

export interface RunningWorker {
  readonly pid: number;
  /** @returns its exit code; null: the signal ended it */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/**
 * `leith worker` in a process of its own, ready to do runs.
 * @param onSaid told each line that it writes to standard error
 */
export async function startWorker(
  environment: Readonly<Record<string, string>>,
  onSaid: (line: string) => void = () => {},
): Promise<RunningWorker> {
  const child = spawn(join(root, 'node_modules/.bin/node'), [...bounds.flags, 'bin/leith.mjs', 'worker'], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      ...bounds.variables,
      ...COMPILED,
      ...PATIENT,
      LOG_LEVEL: 'silent',
      ...environment,
    },
    stdio: ['ignore', 'inherit', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  await new Promise<void>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the worker ended with ${code}`)));
    createInterface({ input: child.stderr }).on('line', (line) => {
      onSaid(line);
      if (line.startsWith('Leith does runs')) resolve();
    });
  });
  return {
    pid: child.pid!,
    async stop(signal = 'SIGTERM') {
      child.kill(signal);
      return ended;
    },
  };
}
