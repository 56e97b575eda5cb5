import { sniff } from '../samples/sniff.ts';
import { readDirectories } from './directory.ts';
import { compressionOf } from './page.ts';

/** Whether a file is a TIFF with a page in Zstandard. One that can't be read is none. */
export function usesZstandard(bytes: Uint8Array): boolean {
  if (sniff(bytes) !== 'tiff') return false;
  try {
    return readDirectories(bytes).directories.some((directory) => compressionOf(directory) === 'zstd');
  } catch {
    return false;
  }
}
