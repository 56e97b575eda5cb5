import { removeBlobs } from '../archive/remove-blobs.ts';
import type { Storage } from '../archive/storage.ts';
import type { Database, Row } from '../ports/database.ts';
import { readRequest } from './accepted-request.ts';
import { ended, takeStaged, wholeOf } from './end-run.ts';
import { changeLeased, LeaseLost, type Claim } from './lease.ts';
import type { RunProblem } from './run-state.ts';

/**
 * Ends a run without a result, and with a part the whole; its files are gone afterwards.
 * @param picture PNG: what was looked for, and where
 * @throws LeaseLost; StorageUnavailable
 */
export async function failRun(
  storage: Storage,
  claim: Claim,
  problem: Omit<RunProblem, 'request_id' | 'picture'>,
  picture: Uint8Array | null = null,
): Promise<void> {
  const keys = await storage.store.transaction(async (trx) => {
    // nobody ends a run that somebody else does by now
    await changeLeased(trx, claim, { lease_until: claim.run.lease_until });
    return endFailed(trx, claim.run, storage.now(), problem, picture);
  });
  await removeBlobs(storage, keys);
}

/** @returns the blobs that are left: noted for removal @throws LeaseLost where it is a part of what has ended */
export async function endFailed(
  trx: Database,
  run: Row<'runs'>,
  time: Date,
  problem: Omit<RunProblem, 'request_id' | 'picture'>,
  picture: Uint8Array | null = null,
): Promise<string[]> {
  const whole = await wholeOf(trx, run);
  if (!whole) throw new LeaseLost(run.run_id);
  const { request_id } = readRequest(whole.request);
  await trx
    .updateTable('runs')
    .set({
      ...ended('failed', time, { ...problem, request_id }),
      picture: picture && Buffer.from(picture).toString('base64'),
    })
    .where('run_id', '=', whole.run_id)
    .execute();
  return takeStaged(trx, whole, time);
}
