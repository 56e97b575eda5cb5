import { noteRemovals, removeBlobs } from '../archive/remove-blobs.ts';
import type { Storage } from '../archive/storage.ts';
import { readRequest, stagedFiles } from './accepted-request.ts';
import { ended } from './end-run.ts';
import { changeLeased, type Claim } from './lease.ts';
import type { RunProblem } from './run-state.ts';

/**
 * Ends a run without a result; its files are gone afterwards.
 * @throws LeaseLost; StorageUnavailable
 */
export async function failRun(
  storage: Storage,
  claim: Claim,
  problem: Omit<RunProblem, 'request_id'>,
): Promise<void> {
  const request = readRequest(claim.run.request);
  const keys = stagedFiles(request).map(({ blob_key }) => blob_key);
  const time = storage.now();
  await storage.store.transaction(async (trx) => {
    await changeLeased(trx, claim, ended('failed', time, { ...problem, request_id: request.request_id }));
    await noteRemovals(trx, time, keys);
  });
  await removeBlobs(storage, keys);
}
