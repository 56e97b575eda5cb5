import { createHash } from 'node:crypto';
import type { Sha256 } from '../../formats/verify/check.ts';
import {
  inspectArchive,
  inspectFolder,
  type FolderPackage,
  type Inspection,
} from '../../formats/verify/inspect-package.ts';

const digestOf: Sha256 = async (bytes) => createHash('sha256').update(bytes).digest('hex');

/**
 * Checks a result package, as an archive or unzipped, against itself: that nothing was changed since it was made. Who
 * vouches for it is another question, and whether its numbers are right only doing it again shows.
 */
export function verifyPackage(found: Uint8Array | FolderPackage): Promise<Inspection> {
  return found instanceof Uint8Array ? inspectArchive(found, digestOf) : inspectFolder(found, digestOf);
}
