// @module-tag further/set-up
import { afterAll, describe, expect, it } from 'vitest';
import { freePort } from '../backends/free-port.ts';
import { lentSetUps } from '../backends/lent-servers.ts';
import { startWorker } from './running-worker.ts';

const setUps = await lentSetUps();
afterAll(() => setUps.remove());
const scaled = setUps.all.find(({ name }) => name === 'scaled');

describe.skipIf(!scaled)('a worker with WORKER_PORT', () => {
  it('answers those who run it', async () => {
    const { environment } = await scaled!.create();
    const port = await freePort();
    const worker = await startWorker({ ...environment, WORKERS: '3', WORKER_PORT: String(port) });
    try {
      const url = `http://127.0.0.1:${port}`;
      const health = await fetch(`${url}/healthz`);
      expect([health.status, await health.json()]).toEqual([200, { status: 'ok' }]);
      const metrics = await (await fetch(`${url}/metrics`)).text();
      expect(metrics).toMatch(/^leith_workers 3$/m);
      expect(metrics).toMatch(/^leith_workers_busy_ratio 0$/m);
      expect(metrics).toMatch(/^leith_queued_runs 0$/m);
      expect((await fetch(`${url}/public/reconstruct`, { method: 'POST' })).status).toBe(404);
    } finally {
      expect(await worker.stop()).toBe(0);
    }
  });
});
