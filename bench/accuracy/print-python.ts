import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/**
 * Prints what a script of Python beside this one prints. PYTHON names the interpreter; without it, `python3`.
 * @param needs what it needs beside the interpreter, in words
 */
export function printPython(script: string, words: readonly string[], needs: string): void {
  const path = fileURLToPath(new URL(script, import.meta.url));
  const run = spawnSync(process.env.PYTHON ?? 'python3', [path, ...words], { encoding: 'utf8' });
  if (run.status !== 0) console.error(`${script} needs ${needs} (PYTHON): ${run.stderr ?? run.error}`);
  console.log(run.stdout ?? '');
  process.exitCode = run.status === 0 ? 0 : 1;
}
