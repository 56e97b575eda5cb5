import { removeBlobs } from '../archive/remove-blobs.ts';
import type { Storage } from '../archive/storage.ts';
import { StorageUnavailable } from '../ports/storage-unavailable.ts';

/** Blobs that are deleted at the same time. */
const LANES = 8;

/**
 * Deletes the blobs that a transaction has noted for removal. The deletion has happened by then whatever comes: a store
 * that is away does not turn it into an error, and the sweeper finishes it.
 */
export async function finishRemovals(storage: Storage, keys: readonly string[]): Promise<void> {
  const lanes = Array.from({ length: LANES }, (_, lane) => keys.filter((_, i) => i % LANES === lane));
  const outcomes = await Promise.allSettled(
    lanes.filter((lane) => lane.length > 0).map((lane) => removeBlobs(storage, lane)),
  );
  const unexpected = outcomes.find(
    (outcome) => outcome.status === 'rejected' && !(outcome.reason instanceof StorageUnavailable),
  );
  if (unexpected) throw (unexpected as PromiseRejectedResult).reason;
}
