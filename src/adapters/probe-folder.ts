import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Writes a byte into a folder and takes it away again: a disk that has become read-only, as the system has one that fails,
 * says so to nothing less.
 */
export async function probeFolder(folder: string): Promise<void> {
  const path = join(folder, '.probe');
  await writeFile(path, '.', { mode: 0o600 });
  await rm(path, { force: true });
}
