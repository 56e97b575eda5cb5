import type { Store } from '../ports/database.ts';

export interface NextRuns {
  /** at most so many */
  readonly limit: number;
  /** these not */
  readonly except?: readonly string[];
  /** only runs that nobody has done anything about for so long */
  readonly idleMs?: number;
}

/** Runs that somebody should do: those that wait, and those whose process has died. Oldest first. */
export async function nextRuns(
  { store, now }: { readonly store: Store; readonly now: () => Date },
  { limit, except = [], idleMs = 0 }: NextRuns,
): Promise<string[]> {
  const before = new Date(now().getTime() - idleMs).toISOString();
  let query = store
    .read()
    .selectFrom('runs')
    .select('run_id')
    .where(({ and, or, eb }) =>
      or([
        and([eb('status', '=', 'queued'), eb('created_at', '<=', before)]),
        and([eb('status', '=', 'running'), eb('lease_until', '<=', before)]),
      ]),
    );
  if (except.length > 0) query = query.where('run_id', 'not in', except);
  const rows = await query.orderBy('run_id').limit(limit).execute();
  return rows.map(({ run_id }) => run_id);
}
