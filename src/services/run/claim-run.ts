import { randomUUID } from 'node:crypto';
import { removeBlobs } from '../archive/remove-blobs.ts';
import type { Storage } from '../archive/storage.ts';
import type { Database, Row } from '../ports/database.ts';
import { endFailed } from './fail-run.ts';
import { latestLeaseEnd, leaseEnd, LeaseLost, waitsForParts, type Claim } from './lease.ts';
import { isOver } from './run-state.ts';

export interface ClaimServices extends Storage {
  /** a run that failed so often without a reason in its data is not tried again */
  readonly maxAttempts: number;
}

/** Machines fail, and people stop processes: only a run that has outlived so many of them is suspected itself. */
const MOST_DEATHS = 20;

/**
 * Takes a run on, if it waits or whoever did it has died.
 * @returns `over`: it needs nobody any more; `taken`: somebody does it already
 */
export async function claimRun(services: ClaimServices, runId: string): Promise<Claim | 'over' | 'taken'> {
  const { store, now, maxAttempts } = services;
  const { outcome, left } = await store.transaction(async (trx) => {
    const run = await trx.selectFrom('runs').selectAll().where('run_id', '=', runId).executeTakeFirst();
    if (!run || isOver(run) || waitsForParts(run)) return { outcome: 'over' as const, left: [] };
    const time = now();
    const until = run.lease_until ?? '';
    if (run.status === 'running' && until > time.toISOString() && until <= latestLeaseEnd(time))
      return { outcome: 'taken' as const, left: [] };
    if (run.attempts >= maxAttempts || run.deaths >= MOST_DEATHS) {
      return { outcome: 'over' as const, left: await giveUp(trx, run, time) };
    }
    return { outcome: await lease(trx, run, time), left: [] };
  });
  await removeBlobs(services, left);
  return outcome;
}

async function lease(trx: Database, run: Row<'runs'>, time: Date): Promise<Claim> {
  const token = randomUUID();
  const change: Partial<Row<'runs'>> = {
    ...{ status: 'running', stage: null, fraction: 0, picture: null },
    // whoever had it until now died
    deaths: run.deaths + (run.status === 'running' ? 1 : 0),
    ...{ leased_by: token, lease_until: leaseEnd(time) },
    started_at: run.started_at ?? time.toISOString(),
  };
  await trx.updateTable('runs').set(change).where('run_id', '=', run.run_id).execute();
  return { run: { ...run, ...change }, token };
}

/** @returns the blobs that it leaves without a row */
async function giveUp(trx: Database, run: Row<'runs'>, time: Date): Promise<string[]> {
  const problem = {
    code: 'INTERNAL_ERROR',
    detail: `The reconstruction was begun ${run.attempts + run.deaths} times and came to no end, for a reason that is not in the data as far as the service can tell. Nothing was stored; the operator can find it by the run’s identifier.`,
    errors: [],
  } as const;
  try {
    return await endFailed(trx, run, time, problem);
  } catch (error) {
    if (!(error instanceof LeaseLost)) throw error;
    return [];
  }
}
