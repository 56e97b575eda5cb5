import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from '../../test/architecture/source-file.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Paths from the repository's root of a module and of all that it needs when it runs, sorted. */
export function modulesOf(entry: string): string[] {
  const found = new Set([entry]);
  // a set gives out what is added to it on the way
  for (const path of found) {
    for (const { target, typeOnly } of parse(path, readFileSync(root + path, 'utf8')).imports)
      if (!typeOnly && target.endsWith('.ts')) found.add(target);
  }
  return [...found].sort();
}

/**
 * A short name for everything that what a script measures depends on: the modules of src/core that it runs, and the
 * kernels.
 * @param script its path, as in `process.argv`
 */
export function stateOfCode(script: string): string {
  const entry = relative(root, script).replaceAll(sep, '/');
  const digest = createHash('sha256');
  const own = modulesOf(entry).filter((path) => path.startsWith('src/core/'));
  for (const path of [...own, 'kernels/kernels.wasm'])
    digest.update(`${path}\n`).update(readFileSync(root + path));
  return digest.digest('hex').slice(0, 10);
}
