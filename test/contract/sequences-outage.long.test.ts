import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { lentSetUps } from '../backends/lent-servers.ts';
import { startPostgres } from '../backends/postgres-server.ts';
import { setUpsOn } from '../backends/set-ups.ts';
import { runClient, type Run } from './run-client.ts';
import { startService } from './running-service.ts';
import { npyOf, sequenceClient, someFrames } from './sequence-client.ts';

const setUps = await lentSetUps();
afterAll(() => setUps.remove());

const OUTAGES = 3;
const OUT_MS = 3000;
const SHARDS = 6;
/** of 8 · 8 frames each, the last one short */
const FRAMES = 64 * (SHARDS - 1) + 9;
const TIMEOUT_MS = 900_000;

describe.skipIf(!setUps.postgres || !setUps.s3)('a database that dies in the middle of a sequence', () => {
  it(
    'costs nothing of it and changes nothing in it',
    async () => {
      // the lent server has to go on for others
      const postgres = (await startPostgres())!;
      const own = setUpsOn({ postgres, s3: setUps.s3 });
      const place = await own.all.find(({ name }) => name === 'scaled')!.create();
      const service = await startService({ ...place.environment, WORKERS: '2' });
      const client = runClient(() => service.url);
      const { api_key } = await client.signUp();
      const mine = sequenceClient((path, init = {}) => {
        const headers = { ...init.headers, authorization: `Bearer ${api_key}` };
        return fetch(new URL(path, service.url), { ...init, headers });
      });
      const few = await someFrames(8, 64);
      const stack = npyOf(Array.from({ length: FRAMES }, (_, k) => few[k % few.length]!));
      const begin = async (): Promise<string> => {
        const id = await mine.begin({ frames: FRAMES });
        expect((await mine.put(id, 0, stack, `?count=${FRAMES}`)).status).toBe(200);
        return ((await (await mine.start(id)).json()) as Run).run_id;
      };
      /** an outage is no end of a run */
      const until = async (runId: string, reached: (run: Run) => boolean): Promise<Run> => {
        for (;;) {
          const response = await client.find(runId, api_key);
          const run = response.ok ? ((await response.json()) as Run) : null;
          if (run && reached(run)) return run;
          await pause(20);
        }
      };
      const isOver = ({ status }: Run) => !['queued', 'running'].includes(status);

      const disturbed = await begin();
      let reached = 0;
      let outages = 0;
      for (; outages < OUTAGES; outages++) {
        const run = await until(disturbed, (now) => isOver(now) || now.progress.fraction > reached);
        if (isOver(run)) break;
        reached = run.progress.fraction;
        await postgres.halt();
        await pause(OUT_MS);
        await postgres.resume();
      }
      // a machine so quick that nothing was disturbed has tested nothing
      expect(outages).toBeGreaterThan(0);
      const ended = [await until(disturbed, isOver), await until(await begin(), isOver)];
      expect(ended.map(({ status }) => status)).toEqual(['succeeded', 'succeeded']);
      expect(await service.stop()).toBe(0);

      const storage = await place.open();
      const packages = await storage.store.read().selectFrom('packages').select('summary').execute();
      const payloads = packages.map(({ summary }) => JSON.parse(summary).payload_sha256 as string);
      expect(payloads).toHaveLength(2);
      expect(new Set(payloads).size).toBe(1);
      await storage.close();
      await postgres.stop();
      own.remove();
    },
    TIMEOUT_MS,
  );
});
