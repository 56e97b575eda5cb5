import type { Store } from '../ports/database.ts';
import type { QueuedRun } from '../ports/run-queue.ts';
import { latestLeaseEnd } from './lease.ts';

export interface NextRuns {
  /** at most so many */
  readonly limit: number;
  /** these not */
  readonly except?: readonly string[];
  /** only runs that nobody has done anything about for so long */
  readonly idleMs?: number;
}

/**
 * Runs that somebody should do, in their order: those that wait, and those whose process has died. What was written in the
 * future, before a clock was set back, is as good as old.
 */
export async function nextRuns(
  { store, now }: { readonly store: Store; readonly now: () => Date },
  { limit, except = [], idleMs = 0 }: NextRuns,
): Promise<QueuedRun[]> {
  const time = now();
  const before = new Date(time.getTime() - idleMs).toISOString();
  let query = store
    .read()
    .selectFrom('runs')
    .select(['run_id', 'turn'])
    .where(({ and, or, eb }) =>
      or([
        and([
          eb('status', '=', 'queued'),
          or([eb('created_at', '<=', before), eb('created_at', '>', time.toISOString())]),
        ]),
        and([
          eb('status', '=', 'running'),
          or([eb('lease_until', '<=', before), eb('lease_until', '>', latestLeaseEnd(time))]),
        ]),
      ]),
    );
  if (except.length > 0) query = query.where('run_id', 'not in', except);
  const rows = await query.orderBy('turn').orderBy('run_id').limit(limit).execute();
  return rows.map(({ run_id, turn }) => ({ run_id, turn: Number(turn) }));
}
