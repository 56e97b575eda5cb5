import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a folder and those that it lies in, where they are missing. Node's own way of doing this never ends below /proc,
 * where a folder's parent is there and yet nothing can be made in it.
 * @throws the system's error where it can't be made
 */
export function makeFolder(path: string): void {
  const options = { mode: 0o700 };
  try {
    mkdirSync(path, options);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' && statSync(path).isDirectory()) return;
    const parent = dirname(path);
    if (code !== 'ENOENT' || parent === path) throw error;
    makeFolder(parent);
    mkdirSync(path, options);
  }
}
