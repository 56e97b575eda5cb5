import type { Database, Store } from '../ports/database.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** As the table writes it. */
function hourOf(time: number): string {
  return new Date(time).toISOString().slice(0, 13);
}

export interface ComputeUse {
  readonly store: Store;
  readonly now: () => Date;
}

/** That computations for somebody have ended, well or not. @param requester account id or `public` */
export async function recordCompute(
  { store, now }: ComputeUse,
  requester: string,
  ms: number,
  jobs = 1,
): Promise<void> {
  const row = { requester, hour: hourOf(now().getTime()), ms: Math.round(ms), jobs };
  await store.transaction((trx) => addTo(trx, row), { turn: `compute ${requester}` });
}

async function addTo(trx: Database, row: ComputedHour & { readonly requester: string }): Promise<void> {
  await trx
    .insertInto('compute_use')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['requester', 'hour']).doUpdateSet(({ eb, ref }) => ({
        ms: eb(ref('compute_use.ms'), '+', row.ms),
        jobs: eb(ref('compute_use.jobs'), '+', row.jobs),
      })),
    )
    .execute();
}

export interface ComputedHour {
  readonly hour: string;
  readonly ms: number;
  readonly jobs: number;
}

/** The hours of the last day, the one in which it began included, in which something was computed for somebody, oldest first. */
export async function computedLately(db: Database, requester: string, time: Date): Promise<ComputedHour[]> {
  const rows = await db
    .selectFrom('compute_use')
    .select(['hour', 'ms', 'jobs'])
    .where('requester', '=', requester)
    .where('hour', '>=', hourOf(time.getTime() - DAY_MS))
    .orderBy('hour')
    .execute();
  return rows.map(({ hour, ms, jobs }) => ({ hour, ms: Number(ms), jobs: Number(jobs) }));
}

/**
 * What nothing needs any more goes. What lies ahead of a clock that was set back counts as of now: it would count until a
 * day after the clock comes by again.
 */
export async function forgetCompute({ store, now }: ComputeUse): Promise<void> {
  const time = now().getTime();
  const before = hourOf(time - 2 * DAY_MS);
  // the clocks of two machines may lie on either side of a full hour
  const beyond = hourOf(time + HOUR_MS);
  await store.transaction(async (trx) => {
    await trx.deleteFrom('compute_use').where('hour', '<', before).execute();
    const ahead = await trx.deleteFrom('compute_use').where('hour', '>', beyond).returningAll().execute();
    for (const { requester, ms, jobs } of ahead)
      await addTo(trx, { requester, hour: hourOf(time), ms: Number(ms), jobs: Number(jobs) });
  });
}

/** From when on an hour no longer counts. */
export function countsUntil(hour: string): Date {
  return new Date(Date.parse(`${hour}:00:00Z`) + DAY_MS + HOUR_MS);
}
