import { afterAll, expect, it } from 'vitest';
import { describeOn } from '../../../test/backends/describe-on.ts';
import { lentSetUps } from '../../../test/backends/lent-servers.ts';
import { acceptRun } from '../run/accept-run.ts';
import { performRun } from '../run/perform-run.ts';
import { file, input, result, runServices } from '../run/run.fixture.ts';
import { measureStorage } from './measure-storage.ts';

const setUps = await lentSetUps();
afterAll(() => setUps.remove());

describeOn(setUps, 'measureStorage', ({ open }) => {
  it('counts what is stored and what waits', async () => {
    const storage = await open();
    try {
      const { diskFreeBytes, diskSizeBytes, ...counts } = await measureStorage(storage);
      expect(new Set(Object.values(counts))).toEqual(new Set([0]));
      if (diskFreeBytes === null) expect(diskSizeBytes).toBe(null);
      else expect(diskFreeBytes).toBeLessThan(diskSizeBytes!);
      const bytes = new Uint8Array(1234);
      const { services } = runServices(storage, async () => result(bytes));
      for (let k = 0; k < 2; k++) {
        const { run_id } = await acceptRun(services, input({ hologram: file() }));
        await performRun(services, run_id, new AbortController().signal);
      }
      const accepted = Date.now();
      await acceptRun(services, input({ hologram: file() }));
      const later = { ...storage, now: () => new Date(Date.now() + 60_000) };
      const measured = await measureStorage(later);
      expect(measured).toMatchObject({ queuedRuns: 1, runningRuns: 0, packages: 2, archiveBytes: 2468 });
      expect(measured.oldestQueuedSeconds).toBeGreaterThan(59);
      expect(measured.oldestQueuedSeconds).toBeLessThan(61 + (Date.now() - accepted) / 1000);
    } finally {
      await storage.close();
    }
  });
});
