import type { Database, Row } from '../ports/database.ts';
import { computedLately } from '../quota/compute-use.ts';

/** What a run is taken to cost of whom nothing is known. */
const USUAL_MS = 1000;
/** Turns are apart, or many cheap runs of one would be the same turn. */
const LEAST_MS = 50;
const BEGUN = ['running', 'succeeded', 'failed'] as const;

/**
 * The turn of a run that is accepted now: with it, those who have runs waiting get the same time of computing each, however
 * many they send and whatever theirs cost. A run's turn is when the one before it of the same requester will have had its
 * time, and not before the turn at which the queue is by now, so that nobody saves up (start-time fair queueing: Goyal, Vin
 * and Cheng, doi:10.1109/90.649569). What a run costs is taken from those of the last day.
 * @param whose an account, or an address from which somebody without one asks
 */
export async function nextTurn(trx: Database, whose: Share, time: Date): Promise<number> {
  return (await nextTurns(trx, whose, time, 1))[0]!;
}

/** Who takes turns, as the row of a run says it. */
export type Share = Pick<Row<'runs'>, 'requester' | 'address'>;

/** Those of several, one after the other. */
export async function nextTurns(
  trx: Database,
  { requester, address }: Share,
  time: Date,
  count: number,
): Promise<number[]> {
  const begun = [];
  for (const status of BEGUN) begun.push(await turnOf(trx, 'desc', { status }));
  const now = Math.max(...begun, await turnOf(trx, 'asc', { status: 'queued' }));
  const before = await turnOf(trx, 'desc', address === null ? { requester } : { address });
  const each = await meanMs(trx, requester, time);
  const first = Math.max(0, now, before + each);
  return Array.from({ length: count }, (_, k) => first + k * each);
}

/** The first or the last; before all others where there is none. */
async function turnOf(
  trx: Database,
  order: 'asc' | 'desc',
  { status, requester, address }: Partial<Share & Pick<Row<'runs'>, 'status'>>,
): Promise<number> {
  let query = trx.selectFrom('runs').select('turn').orderBy('turn', order).limit(1);
  if (status !== undefined) query = query.where('status', '=', status);
  if (requester !== undefined) query = query.where('requester', '=', requester);
  if (address !== undefined) query = query.where('address', '=', address);
  const row = await query.executeTakeFirst();
  return row ? Number(row.turn) : -Infinity;
}

async function meanMs(trx: Database, requester: string, time: Date): Promise<number> {
  const hours = await computedLately(trx, requester, time);
  const [ms, jobs] = [hours.reduce((sum, one) => sum + one.ms, 0), hours.reduce((n, one) => n + one.jobs, 0)];
  return Math.max(LEAST_MS, Math.round(jobs === 0 ? USUAL_MS : ms / jobs));
}
