import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** `leith admin …` in a process of its own, as the operator gives it. */
export async function admin(
  environment: Readonly<Record<string, string>>,
  ...args: readonly string[]
): Promise<Ended> {
  const child = spawn(join(root, 'node_modules/.bin/node'), ['src/start/leith.ts', 'admin', ...args], {
    cwd: root,
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [code, stdout, stderr] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
  return { code, stdout, stderr };
}

/** The same with --json, which has to succeed. */
export async function adminJson<Answer>(
  environment: Readonly<Record<string, string>>,
  ...args: readonly string[]
): Promise<Answer> {
  const { code, stdout, stderr } = await admin(environment, ...args, '--json');
  if (code !== 0) throw new Error(`leith admin ${args.join(' ')} ended with ${code}: ${stderr}${stdout}`);
  return JSON.parse(stdout) as Answer;
}
