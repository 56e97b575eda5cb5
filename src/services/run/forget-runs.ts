import { idBound } from '../mint-id.ts';
import type { Store } from '../ports/database.ts';
import { FINAL } from './run-state.ts';

const DAY_MS = 24 * 3_600_000;
/** So few at a time that nobody waits for the transaction. */
const SLICE = 500;

/**
 * Forgets runs that ended so many days ago; their results stay. Safe in several processes at once.
 * @returns how many
 */
export async function forgetRuns(
  { store, now }: { readonly store: Store; readonly now: () => Date },
  days: number,
): Promise<number> {
  const before = new Date(now().getTime() - days * DAY_MS);
  let forgotten = 0;
  for (;;) {
    const ids = await endedBefore(store, before);
    if (ids.length > 0) {
      const gone = await store.transaction((trx) =>
        trx.deleteFrom('runs').where('run_id', 'in', ids).returning('run_id').execute(),
      );
      forgotten += gone.length;
    }
    if (ids.length < SLICE) return forgotten;
  }
}

/** A run that has ended does not change any more. */
async function endedBefore(store: Store, before: Date): Promise<string[]> {
  const rows = await store
    .read()
    .selectFrom('runs')
    .select('run_id')
    .where('status', 'in', FINAL)
    // the younger ones needn't be looked at
    .where('run_id', '<', idBound('run', before))
    .where('finished_at', '<', before.toISOString())
    .limit(SLICE)
    .execute();
  return rows.map(({ run_id }) => run_id);
}
