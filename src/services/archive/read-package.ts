import type { Readable } from 'node:stream';
import type { ByteRange } from '../ports/blobs.ts';
import { findPackage } from './find-package.ts';
import type { ArchivedPackage, Storage } from './storage.ts';

/** The bytes of a package that was found, or null where it has been deleted since. */
export async function readPackage(
  { store, blobs }: Pick<Storage, 'store' | 'blobs'>,
  { requester, evidence_report_id, blob_key, archive_id }: ArchivedPackage,
  range?: ByteRange,
): Promise<Readable | null> {
  const stream = await blobs.read(blob_key, range);
  if (stream) return stream;
  if (!(await findPackage(store, requester, evidence_report_id))) return null;
  throw new Error(`the archive has no bytes for ${archive_id}`);
}
