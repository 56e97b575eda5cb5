import type { Database, Store } from '../ports/database.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** As the table writes it. */
export function hourOf(time: number): string {
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
  const record = async (trx: Database): Promise<void> => {
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
  };
  await store.transaction(record, { turn: `compute ${requester}` });
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

/** Nothing needs them any more. */
export async function forgetCompute({ store, now }: ComputeUse): Promise<void> {
  const before = hourOf(now().getTime() - 2 * DAY_MS);
  await store.transaction((trx) => trx.deleteFrom('compute_use').where('hour', '<', before).execute());
}

/** From when on an hour no longer counts. */
export function countsUntil(hour: string): Date {
  return new Date(Date.parse(`${hour}:00:00Z`) + DAY_MS + HOUR_MS);
}
