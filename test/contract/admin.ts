import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { adminCommand } from '../../src/cli/commands/admin.ts';
import { openForAdmin } from '../../src/start/admin.ts';
import { osUser } from '../../src/start/os-user.ts';
import { COMPILED } from './running-service.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** What `leith admin …` does in this environment, without a process of its own, which takes most of a second to start. */
export async function admin(
  environment: Readonly<Record<string, string>>,
  ...args: readonly string[]
): Promise<Ended> {
  let [stdout, stderr] = ['', ''];
  const io = {
    stdout: { write: (words: string) => void (stdout += words) },
    stderr: { write: (words: string) => void (stderr += words) },
  };
  const command = adminCommand(() => openForAdmin(environment), osUser());
  return { code: await command.execute([...args], io), stdout, stderr };
}

/** The same in a process of its own, as the operator gives it. */
export async function adminProcess(
  environment: Readonly<Record<string, string>>,
  ...args: readonly string[]
): Promise<Ended> {
  const child = spawn(join(root, 'node_modules/.bin/node'), ['src/start/leith.ts', 'admin', ...args], {
    cwd: root,
    env: { PATH: process.env.PATH, ...COMPILED, ...environment },
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
