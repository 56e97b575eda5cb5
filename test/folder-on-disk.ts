import { mkdirSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const CACHE = fileURLToPath(new URL('../node_modules/.cache/', import.meta.url));

/** A new folder where the repository lies, for what is about a disk: other files of tests may lie in memory (vitest.config.ts). */
export function folderOnDisk(prefix: string): string {
  mkdirSync(CACHE, { recursive: true });
  return mkdtempSync(join(CACHE, prefix));
}
