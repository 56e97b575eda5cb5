import { lstat, readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { FolderPackage } from '../formats/verify/inspect-package.ts';
import { OperatorRefusal } from '../services/operator-refusal.ts';

/** More than any package holds. */
const MOST_FILES = 10_000;
const MOST_BYTES = 2 ** 31;

/**
 * The files of a package as `unzip` leaves them. What a bag does not list is named and not read; a link is no file.
 * @throws OperatorRefusal where the folder can't be that of a package
 */
export async function readBag(folder: string): Promise<FolderPackage> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  const entries = found.filter((entry) => !entry.isDirectory());
  if (entries.length > MOST_FILES) throw refused(folder, `it has more than ${MOST_FILES} files`);
  const paths = entries.map((entry) => {
    const path = join(entry.parentPath, entry.name);
    return { path, name: relative(folder, path).split(sep).join('/'), isFile: entry.isFile() };
  });
  if (!paths.some(({ name }) => /^(bagit\.txt|manifest-sha256\.txt|data\/evidence\.json)$/.test(name)))
    throw refused(folder, 'there is no bagit.txt in it: give the folder that the package was unzipped into');
  const files = new Map<string, Uint8Array>();
  const others: string[] = [];
  let bytes = 0;
  for (const { path, name, isFile } of paths.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (!isFile || !/^(data\/|bagit\.txt$|bag-info\.txt$|(tag)?manifest-sha256\.txt$)/.test(name)) {
      others.push(name);
      continue;
    }
    bytes += (await lstat(path)).size;
    if (bytes > MOST_BYTES) throw refused(folder, 'its files are larger than any package');
    files.set(name, new Uint8Array(await readFile(path)));
  }
  return { files, others };
}

function refused(folder: string, what: string): OperatorRefusal {
  return new OperatorRefusal(`${folder} is no result package: ${what}`);
}
