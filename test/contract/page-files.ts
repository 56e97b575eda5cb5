import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

let folder: string | undefined;
let written = 0;

/**
 * Where a file of this name with these bytes lies, for a field of the page that takes one: bytes that Playwright is given
 * itself it hands to the page as text, which takes a page without optimising compilers seconds to read.
 */
export function fileOf(name: string, bytes: Uint8Array): string {
  if (folder === undefined) {
    const made = mkdtempSync(join(tmpdir(), 'leith-page-'));
    process.once('exit', () => rmSync(made, { recursive: true, force: true }));
    folder = made;
  }
  const own = join(folder, String((written += 1)));
  mkdirSync(own);
  const path = join(own, name);
  writeFileSync(path, bytes);
  return path;
}
