import { access, constants, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Why files can't be made at these paths, in words, before any work is done: nobody waits minutes to be told. */
export async function outputProblems(paths: readonly (string | undefined)[]): Promise<string[]> {
  const found = await Promise.all(paths.map((path) => (path === undefined ? null : problemOf(path))));
  return found.filter((problem) => problem !== null);
}

export async function refuseOutputs(paths: readonly (string | undefined)[]): Promise<void> {
  const [problem] = await outputProblems(paths);
  if (problem !== undefined) throw new Error(problem);
}

async function problemOf(path: string): Promise<string | null> {
  const there = await stat(path).catch(() => null);
  if (there?.isDirectory()) return `${path} is a folder; say which file it is to be`;
  const folder = dirname(path);
  if (!(await stat(folder).catch(() => null))?.isDirectory())
    return `there is no folder ${folder} for ${path}`;
  const mayWrite = await access(there ? path : folder, constants.W_OK).then(
    () => true,
    () => false,
  );
  return mayWrite ? null : `${path} can’t be written`;
}
