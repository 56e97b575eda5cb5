import { PostgresStore } from '../../src/adapters/database/postgres.ts';
import { RunQueuePgBoss } from '../../src/adapters/run-queue-pg-boss/run-queue-pg-boss.ts';
import type { Blobs } from '../../src/services/ports/blobs.ts';
import { claimRun } from '../../src/services/run/claim-run.ts';
import { ended } from '../../src/services/run/end-run.ts';
import { changeLeased } from '../../src/services/run/lease.ts';

/**
 * What the queue takes of a worker's time for each of so many runs that wait in this database, ms by the clock: a process
 * gets, claims and ends one after the other, and does nothing else. The first tenth is left out: by then all is compiled.
 */
export async function queueAloneMs(url: string, runs: number): Promise<number> {
  const now = (): Date => new Date();
  const onError = (error: unknown): void => {
    throw error;
  };
  const store = await PostgresStore.open(url);
  const queue = await RunQueuePgBoss.open({ url, store, now, onError });
  // nothing is ever removed: every run succeeds
  const services = { store, blobs: {} as Blobs, now, owner: 'bench', maxAttempts: 3 };
  const times: number[] = [];
  const all = Promise.withResolvers<void>();
  queue.work(async (runId) => {
    const claim = await claimRun(services, runId);
    if (typeof claim === 'string') throw new Error(`a run that waits is ${claim}`);
    await store.transaction((trx) => changeLeased(trx, claim, ended('succeeded', now())));
    times.push(performance.now());
    if (times.length === runs) all.resolve();
    return 'over';
  }, 1);
  await all.promise;
  await queue.rest(1000);
  await queue.close();
  await store.close();
  const first = Math.floor(runs / 10);
  return (times.at(-1)! - times[first]!) / (runs - 1 - first);
}
