// @module-tag further/failing
import { afterAll, describe, expect, it } from 'vitest';
import { lentSetUps } from '../backends/lent-servers.ts';
import { startPostgres } from '../backends/postgres-server.ts';
import { setUpsOn } from '../backends/set-ups.ts';
import { mainlyOn, thorough } from '../short-form.ts';
import { runClient } from './run-client.ts';
import { startService } from './running-service.ts';
import { startWorker } from './running-worker.ts';

const setUps = await lentSetUps();
afterAll(() => setUps.remove());

const TIMEOUT_MS = 600_000;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

// in test:further runs-kill.test.ts does so with a kill
describe.runIf(thorough).each(mainlyOn('embedded', setUps.all))('accepted runs, $name', ({ create }) => {
  it(
    'wait for the next start where the service is asked to end',
    async () => {
      const { environment } = await create();
      let service = await startService({ ...environment, WORKERS: '1' });
      const client = runClient(() => service.url);
      const runs = [];
      for (let i = 0; i < 4; i++) runs.push(await client.accept());
      expect(await service.stop()).toBe(0);
      service = await startService({ ...environment, WORKERS: '2' });
      for (const { run_id } of runs)
        expect(await client.ended(run_id)).toMatchObject({ status: 'succeeded' });
      expect(await service.stop()).toBe(0);
    },
    TIMEOUT_MS,
  );
});

describe.skipIf(!setUps.postgres || !setUps.s3)('a database that goes away and comes back', () => {
  it(
    'ends neither the service nor the runs that it has accepted, and a worker that starts meanwhile waits for it',
    async () => {
      // the lent server has to go on for others
      const postgres = (await startPostgres())!;
      const own = setUpsOn({ postgres, s3: setUps.s3 });
      const { environment } = await own.all.find(({ name }) => name === 'scaled')!.create();
      const service = await startService({ ...environment, WORKERS: '1' });
      const client = runClient(() => service.url);
      const runs = [await client.accept(), await client.accept()];
      await postgres.halt();
      const refused = await client.post(new FormData(), { prefer: 'respond-async' });
      expect(refused.status).toBe(503);
      expect(refused.headers.get('retry-after')).not.toBeNull();
      const said: string[] = [];
      const worker = startWorker({ ...environment, WORKERS: '1' }, (line) => said.push(line));
      await expect.poll(() => said).not.toEqual([]);
      // it has asked again by then
      await pause(2500);
      expect(said).toEqual([expect.stringMatching(/^Waiting: The database does not answer\. \(.+\)$/)]);
      await postgres.resume();
      const { stop } = await worker;
      for (const { run_id } of runs)
        expect(await client.ended(run_id)).toMatchObject({ status: 'succeeded' });
      const { run_id } = await client.accept();
      expect(await client.ended(run_id)).toMatchObject({ status: 'succeeded' });
      expect([await stop(), await service.stop()]).toEqual([0, 0]);
      await postgres.stop();
      own.remove();
    },
    TIMEOUT_MS,
  );
});
