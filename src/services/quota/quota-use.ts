import { sql } from 'kysely';
import type { Database } from '../ports/database.ts';
import { computedLately, countsUntil, type ComputedHour } from './compute-use.ts';
import { QuotaExceeded, quotaNames, quotasOf, type QuotaName, type Quotas } from './quotas.ts';

export type QuotaUse = Readonly<Record<QuotaName, { readonly used: number; readonly limit: number | null }>>;

/** What an account uses of each quota, and how much it may. */
export async function quotaUse(db: Database, account_id: string, time: Date): Promise<QuotaUse> {
  const limits = await limitsOf(db, account_id);
  const hours = await computedLately(db, account_id, time);
  return {
    queued_runs: { used: await queuedRuns(db, account_id), limit: limits.queued_runs },
    compute_seconds_per_day: { used: seconds(hours), limit: limits.compute_seconds_per_day },
    stored_bytes: { used: await storedBytes(db, account_id), limit: limits.stored_bytes },
  };
}

/**
 * Whether an account may have something more computed and stored.
 * @param requester account id; `public`, which has no quotas
 * @param names what is asked for: `queued_runs` only where it will wait
 * @throws QuotaExceeded
 */
export async function checkQuotas(
  db: Database,
  requester: string,
  time: Date,
  names: readonly QuotaName[] = ['compute_seconds_per_day', 'stored_bytes'],
): Promise<void> {
  if (requester === 'public') return;
  const limits = await limitsOf(db, requester);
  for (const name of quotaNames) {
    const limit = limits[name];
    if (limit === null || !names.includes(name)) continue;
    const hours = name === 'compute_seconds_per_day' ? await computedLately(db, requester, time) : [];
    const used =
      name === 'queued_runs'
        ? await queuedRuns(db, requester)
        : name === 'stored_bytes'
          ? await storedBytes(db, requester)
          : seconds(hours);
    if (used >= limit) throw new QuotaExceeded(name, limit, used, freesAt(hours, limit));
  }
}

/**
 * Part of the transaction that stores something, after that is in its rows: an account never stores more than it may.
 * @param requester account id; `public`, which has no quotas
 * @param coming what is stored, bytes
 * @throws QuotaExceeded: nothing is stored
 */
export async function checkStored(trx: Database, requester: string, coming: number): Promise<void> {
  if (requester === 'public') return;
  const { stored_bytes: limit } = await limitsOf(trx, requester);
  if (limit === null) return;
  const stored = await storedBytes(trx, requester);
  if (stored > limit) throw new QuotaExceeded('stored_bytes', limit, stored - coming, null, coming);
}

async function limitsOf(db: Database, account_id: string): Promise<Quotas> {
  const row = await db
    .selectFrom('accounts')
    .leftJoin('plans', 'plans.plan', 'accounts.plan')
    .where('account_id', '=', account_id)
    .select(['plans.quotas as plan', 'accounts.quotas as own'])
    .executeTakeFirst();
  return quotasOf(row?.plan ?? null, row?.own ?? null);
}

async function queuedRuns(db: Database, account_id: string): Promise<number> {
  const { count } = await db
    .selectFrom('runs')
    .where('requester', '=', account_id)
    .where('status', '=', 'queued')
    .where('part_of', 'is', null)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

async function storedBytes(db: Database, account_id: string): Promise<number> {
  type Stored = 'packages' | 'raw_uploads' | 'profiles' | 'sequence_files' | 'sequence_shards';
  const of = (table: Stored, owner: 'requester' | 'account_id') =>
    sql`coalesce((select sum(bytes) from ${sql.table(table)} where ${sql.ref(owner)} = ${account_id}), 0)`;
  const { rows } = await sql<{ bytes: number }>`select ${of('packages', 'requester')}
    + ${of('raw_uploads', 'account_id')} + ${of('profiles', 'account_id')}
    + ${of('sequence_files', 'account_id')} + ${of('sequence_shards', 'account_id')} as bytes`.execute(db);
  return Number(rows[0]!.bytes);
}

function seconds(hours: readonly ComputedHour[]): number {
  return Math.ceil(hours.reduce((sum, { ms }) => sum + ms, 0) / 1000);
}

/** When so many hours no longer count that less than the limit is left. */
function freesAt(hours: readonly ComputedHour[], limit: number): Date | null {
  let left = hours.reduce((sum, { ms }) => sum + ms, 0);
  for (const { hour, ms } of hours) {
    left -= ms;
    if (Math.ceil(left / 1000) < limit) return countsUntil(hour);
  }
  return null;
}
