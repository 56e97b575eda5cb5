// @module-tag further/failing
import { afterAll, describe, expect, inject, it } from 'vitest';
import { sweepBlobs } from '../../src/services/archive/sweep-blobs.ts';
import { lentSetUps } from '../backends/lent-servers.ts';
import { mainlyOn } from '../short-form.ts';
import { keysOf, runClient, type Run } from './run-client.ts';
import { startService } from './running-service.ts';
import { startWorker } from './running-worker.ts';
import { npyOf, sequenceClient, someFrames } from './sequence-client.ts';

const setUps = await lentSetUps();
afterAll(() => setUps.remove());

/** half as many as a deletion gets: after each of these a part of a sequence is done again */
const KILLS = Math.ceil(inject('service_kills') / 2);
const SOME_HOURS_MS = 3 * 3_600_000;
const TIMEOUT_MS = 900_000;
const WORKERS = 2;
const PATIENT = { WORKERS: `${WORKERS}`, RUN_ATTEMPTS: '100' };
/** of 8 · 8 frames each: each kill in another one, as far as the machine is quick enough */
const SHARDS = Math.min(5, KILLS + 1);
const FRAMES = 64 * (SHARDS - 1) + 9;

const few = await someFrames(8, 64);
const stack = npyOf(Array.from({ length: FRAMES }, (_, k) => few[k % few.length]!));
/** SHA-256 of what comes out where nothing is killed, on either set-up */
let undisturbed: string | undefined;

describe.each(mainlyOn('embedded', setUps.all))(
  'kill -9 in the middle of a sequence, $name',
  ({ name, create }) => {
    it(
      'loses nothing of it and changes nothing in it',
      async () => {
        const place = await create();
        const environment = { ...place.environment, ...PATIENT };
        const apart = name === 'scaled';
        const open = () =>
          startService({
            ...environment,
            ...(apart ? { RUN_WORKERS_IN_SERVER: 'false', WORKERS: '1' } : {}),
          });
        let service = await open();
        let worker = apart ? await startWorker(environment) : null;
        const client = runClient(() => service.url);
        const { api_key } = await client.signUp();
        const mine = sequenceClient((path, init = {}) => {
          const headers = { ...init.headers, authorization: `Bearer ${api_key}` };
          return fetch(new URL(path, service.url), { ...init, headers });
        });
        const begin = async () => {
          const id = await mine.begin({ frames: FRAMES });
          expect((await mine.put(id, 0, stack, `?count=${FRAMES}`)).status).toBe(200);
          return ((await (await mine.start(id)).json()) as Run).run_id;
        };
        const killed = await begin();
        let reached = 0;
        for (let kill = 0; kill < KILLS; kill++) {
          const run = await client.until(
            killed,
            ({ status, progress }) =>
              status !== 'running' ? status !== 'queued' : progress.fraction > reached,
            api_key,
          );
          reached = run.progress.fraction;
          // a part of a sequence is as long as a kill takes to come
          if (worker) {
            await worker.stop('SIGKILL');
            worker = await startWorker(environment);
          } else {
            await service.kill();
            service = await open();
          }
        }
        const done = [await client.ended(killed, api_key)];
        if (undisturbed === undefined) done.push(await client.ended(await begin(), api_key));
        expect(done.map(({ status }) => status)).toEqual(done.map(() => 'succeeded'));
        await worker?.stop();
        expect(await service.stop()).toBe(0);

        const storage = await place.open();
        try {
          await sweepBlobs({ ...storage, now: () => new Date(Date.now() + SOME_HOURS_MS) });
          const db = storage.store.read();
          const packages = await db.selectFrom('packages').select('summary').execute();
          const payloads = packages.map(({ summary }) => JSON.parse(summary).payload_sha256 as string);
          undisturbed ??= payloads[0]!;
          expect(payloads).toEqual(done.map(() => undisturbed));
          // a kill costs each worker the part that it had begun, and nothing else
          const sequences = await db
            .selectFrom('sequences')
            .select('repeated')
            .orderBy('sequence_id')
            .execute();
          expect(Number(sequences[0]!.repeated)).toBeLessThanOrEqual(KILLS * WORKERS);
          expect(await keysOf(storage, 'staged')).toEqual([]);
          const runs = await db.selectFrom('runs').select(['part_of', 'status']).execute();
          expect(runs.map(({ status }) => status)).toEqual(done.map(() => 'succeeded'));
          expect(await db.selectFrom('sequence_files').select('sha256').execute()).toEqual([]);
          expect(await db.selectFrom('sequence_shards').select('sha256').execute()).toEqual([]);
        } finally {
          await storage.close();
        }
      },
      TIMEOUT_MS,
    );
  },
);
