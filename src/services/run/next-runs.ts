import { sql } from 'kysely';
import type { Store } from '../ports/database.ts';
import { latestLeaseEnd } from './lease.ts';

/** How many runs of the same requester are done or to be done before this one. */
const TURN = sql`row_number() over (partition by requester order by run_id) +
  (select count(*) from runs other where other.requester = runs.requester and other.status = 'running')`;

export interface NextRuns {
  /** at most so many */
  readonly limit: number;
  /** these not */
  readonly except?: readonly string[];
  /** only runs that nobody has done anything about for so long */
  readonly idleMs?: number;
}

/**
 * Runs that somebody should do: those that wait, and those whose process has died. One of
 * each account after the other, and of each the oldest first; those without an account count as one. What was written in
 * the future, before a clock was set back, is as good as old.
 */
export async function nextRuns(
  { store, now }: { readonly store: Store; readonly now: () => Date },
  { limit, except = [], idleMs = 0 }: NextRuns,
): Promise<string[]> {
  const time = now();
  const before = new Date(time.getTime() - idleMs).toISOString();
  let query = store
    .read()
    .selectFrom('runs')
    .select('run_id')
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
  const rows = await query.orderBy(TURN).orderBy('run_id').limit(limit).execute();
  return rows.map(({ run_id }) => run_id);
}
