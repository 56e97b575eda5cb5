// @module-tag further/failing
import { afterAll, describe, expect, inject, it } from 'vitest';
import { readPackage } from '../../src/services/archive/read-package.ts';
import { sweepBlobs } from '../../src/services/archive/sweep-blobs.ts';
import { verifyLog } from '../../src/services/archive/verify-log.ts';
import { lentSetUps } from '../backends/lent-servers.ts';
import type { Place } from '../backends/set-ups.ts';
import { mainlyOn, thorough } from '../short-form.ts';
import { keysOf, runClient, type Run } from './run-client.ts';
import { startService, upload } from './running-service.ts';
import { startWorker } from './running-worker.ts';

const setUps = await lentSetUps();
afterAll(() => setUps.remove());

/** half as many as a deletion gets: each of these is followed by three results */
const KILLS = Math.ceil(inject('service_kills') / 2);
const SOME_HOURS_MS = 3 * 3_600_000;
const TIMEOUT_MS = 900_000;
/** Kills hit innocent runs here, and more often than a run may otherwise be begun. */
const PATIENT = { WORKERS: thorough ? '2' : '1', QUEUE_LIMIT: '100', RUN_ATTEMPTS: '100' };

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Every accepted run has ended once, with one package that is what its row says, and nothing else is left. */
async function expectAllDone(place: Place, accepted: readonly string[]): Promise<void> {
  const storage = await place.open();
  try {
    // what died in the middle of a write is cleared away when nobody can be at it any more
    await sweepBlobs({ ...storage, now: () => new Date(Date.now() + SOME_HOURS_MS) });
    const db = storage.store.read();
    const runs = await db.selectFrom('runs').selectAll().where('run_id', 'in', accepted).execute();
    expect(runs.map(({ status }) => status)).toEqual(accepted.map(() => 'succeeded'));
    // a run whose acceptance was not heard of is done all the same, and no result belongs to none
    const packages = await db.selectFrom('packages').selectAll().execute();
    const all = await db.selectFrom('runs').select(['evidence_report_id', 'status']).execute();
    expect(all.every(({ status }) => status === 'succeeded')).toBe(true);
    const ids = (rows: readonly { evidence_report_id: string }[]) =>
      rows.map((row) => row.evidence_report_id);
    expect(ids(packages).sort()).toEqual(ids(all).sort());
    for (const entry of packages) {
      let bytes = 0;
      for await (const chunk of (await readPackage(storage, entry))!) bytes += (chunk as Buffer).length;
      expect(bytes).toBe(entry.bytes);
    }
    expect(await keysOf(storage, 'archive')).toEqual(packages.map(({ blob_key }) => blob_key).sort());
    expect(await keysOf(storage, 'staged')).toEqual([]);
    const log = await db.selectFrom('archive_log').select('archive_id').execute();
    expect(new Set(log.map(({ archive_id }) => archive_id)).size).toBe(log.length);
    expect(log.length).toBe(packages.length);
    expect((await verifyLog(storage.store)).faults).toEqual([]);
  } finally {
    await storage.close();
  }
}

// the workers wait for leases meanwhile
describe.each(mainlyOn('embedded', setUps.all))('kill -9, $name', { concurrent: true }, ({ create }) => {
  // the storm of test/faults accepts runs among all else, kills, and compares; here it is by itself
  it.runIf(thorough)(
    'loses no accepted run and does none twice',
    async () => {
      const place = await create();
      const environment = { ...place.environment, ...PATIENT };
      const accepted: string[] = [];
      let service = await startService(environment);
      const client = runClient(() => service.url);
      for (let kill = 0; kill < KILLS; kill++) {
        let heard = (): void => {};
        const first = new Promise<void>((resolve) => (heard = resolve));
        const sending = Array.from({ length: 3 }, async () => {
          const response = await client.post(upload(), { prefer: 'respond-async' }).catch(() => null);
          if (response?.status !== 202) return;
          const run = (await response.json().catch(() => null)) as Run | null;
          if (run) accepted.push(run.run_id);
          heard();
        });
        // the first, and every other one, comes after something was accepted, however slow the machine is
        if (kill % 2 === 0) await first;
        await pause(Math.random() * 2500);
        await service.kill();
        await Promise.allSettled(sending);
        service = await startService(environment);
      }
      expect(accepted.length).toBeGreaterThan(0);
      for (const run of accepted) expect(await client.ended(run)).toMatchObject({ status: 'succeeded' });
      expect(await service.stop()).toBe(0);
      await expectAllDone(place, accepted);
    },
    TIMEOUT_MS,
  );
});

const scaled = setUps.all.find(({ name }) => name === 'scaled');

// in npm test perform-run.test.ts has takeovers, run-queue.test.ts what is handed out again, runs-outage.test.ts a worker of its own
describe.runIf(scaled && thorough)('workers', { concurrent: true }, () => {
  it(
    'do what a service accepts, and take over what one of them died of',
    async () => {
      const place = await scaled!.create();
      const environment = { ...place.environment, ...PATIENT, WORKERS: '1' };
      const service = await startService({ ...environment, RUN_WORKERS_IN_SERVER: 'false' });
      const client = runClient(() => service.url);
      const runs = await Promise.all(Array.from({ length: 4 }, () => client.accept()));
      await pause(1500);
      for (const { run_id } of runs) {
        expect(await (await client.find(run_id)).json()).toMatchObject({ status: 'queued' });
      }
      const first = await startWorker(environment);
      await client.until(runs[0]!.run_id, ({ status }) => status !== 'queued');
      expect(await first.stop('SIGKILL')).toBeNull();
      const others = [];
      for (let each = 0; each < 2; each++) others.push(await startWorker(environment));
      for (const { run_id } of runs)
        expect(await client.ended(run_id)).toMatchObject({ status: 'succeeded' });
      for (const worker of others) expect(await worker.stop()).toBe(0);
      expect(await service.stop()).toBe(0);
      await expectAllDone(
        place,
        runs.map(({ run_id }) => run_id),
      );
    },
    TIMEOUT_MS,
  );
});
