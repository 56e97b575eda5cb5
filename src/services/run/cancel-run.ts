import { removeBlobs } from '../archive/remove-blobs.ts';
import type { Storage } from '../archive/storage.ts';
import { isId } from '../mint-id.ts';
import { ended, takeStaged } from './end-run.ts';
import { requestersOf } from './find-run.ts';
import type { RunningRuns } from './running-runs.ts';
import { isOver, runState, type RunState } from './run-state.ts';

export interface CancelServices extends Storage {
  /** those of this process; others notice within a second */
  readonly running: RunningRuns;
}

/**
 * Ends a run that has not ended: from here on it can't leave a result. Cancelling it again changes nothing.
 * @param accountId null: the caller has no account
 * @returns what the run is now, `succeeded` or `failed` where it was too late; null: no such run of this caller
 */
export async function cancelRun(
  services: CancelServices,
  runId: string,
  accountId: string | null,
): Promise<RunState | null> {
  if (!isId('run', runId)) return null;
  const { store, now, running } = services;
  const { row, left } = await store.transaction(async (trx) => {
    const found = await trx
      .selectFrom('runs')
      .selectAll()
      .where('run_id', '=', runId)
      .where('requester', 'in', requestersOf(accountId))
      .where('part_of', 'is', null)
      .executeTakeFirst();
    if (!found || isOver(found)) return { row: found, left: [] };
    const time = now();
    const change = ended('cancelled', time);
    await trx.updateTable('runs').set(change).where('run_id', '=', runId).execute();
    const keys = await takeStaged(trx, found, time);
    return { row: { ...found, ...change }, left: keys };
  });
  if (!row) return null;
  running.cancel(runId);
  await removeBlobs(services, left);
  return runState(row);
}
