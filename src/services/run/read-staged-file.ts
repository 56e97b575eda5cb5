import { createHash } from 'node:crypto';
import type { Blobs } from '../ports/blobs.ts';
import { StorageUnavailable } from '../ports/storage-unavailable.ts';
import type { ReceivedFile } from '../ports/received-file.ts';
import type { StagedFile } from './accepted-request.ts';

/** A file that a run was accepted with is not there, as when the run has just been cancelled. */
export class StagedFileGone extends Error {}

/**
 * The file as it was received.
 * @throws StorageUnavailable; StagedFileGone; an Error where it is not what was received
 */
export async function readStagedFile(
  blobs: Blobs,
  { name, sha256, bytes, blob_key }: StagedFile,
): Promise<ReceivedFile> {
  const stream = await blobs.read(blob_key);
  if (!stream) throw new StagedFileGone(`the staged file ${blob_key} is not there`);
  const block = new Uint8Array(bytes);
  const hash = createHash('sha256');
  let offset = 0;
  try {
    for await (const chunk of stream as AsyncIterable<Uint8Array>) {
      hash.update(chunk);
      // more than was received is told by its digest
      block.set(chunk.subarray(0, bytes - offset), offset);
      offset = Math.min(bytes, offset + chunk.byteLength);
    }
  } catch (cause) {
    if (cause instanceof StorageUnavailable) throw cause;
    throw new StorageUnavailable('A staged file could not be read to its end.', { cause });
  }
  if (hash.digest('hex') !== sha256) throw new Error(`the staged file ${blob_key} is not what was received`);
  return { name, sha256, bytes, blocks: [block] };
}
