import { afterAll, beforeEach, expect, it } from 'vitest';
import { describeOn } from '../../../test/backends/describe-on.ts';
import { lentSetUps } from '../../../test/backends/lent-servers.ts';
import type { OpenStorage } from '../../start/storage.ts';
import { Overloaded } from '../ports/overloaded.ts';
import { acceptRun } from './accept-run.ts';
import { forgetRuns } from './forget-runs.ts';
import { performRun } from './perform-run.ts';
import { file, input, runServices } from './run.fixture.ts';

const setUps = await lentSetUps();
afterAll(() => setUps.remove());

const DAY_MS = 24 * 3_600_000;
const never = new AbortController().signal;

describeOn(setUps, 'runs', ({ open }) => {
  let storage: OpenStorage;
  beforeEach(async () => {
    storage = await open();
    return () => storage.close();
  });

  const idsIn = async (table: 'runs' | 'packages') =>
    (await storage.store.read().selectFrom(table).select('run_id').execute()).map(({ run_id }) => run_id);
  const inDays = (days: number) => ({
    store: storage.store,
    now: () => new Date(Date.now() + days * DAY_MS),
  });

  it('are forgotten so many days after their end, with their results left, and not while they last', async () => {
    const { services } = runServices(storage);
    const done = await acceptRun(services, input({ hologram: file() }));
    expect(await performRun(services, done.run_id, never)).toBe('over');
    const waiting = await acceptRun(services, input({ hologram: file() }));
    expect(await forgetRuns(inDays(29.9), 30)).toBe(0);
    expect(await forgetRuns(inDays(30.1), 30)).toBe(1);
    expect(await idsIn('runs')).toEqual([waiting.run_id]);
    expect(await idsIn('packages')).toEqual([done.run_id]);
    expect(await forgetRuns(inDays(30.1), 30)).toBe(0);
  });

  it('that ended lately stay, however long ago they were accepted', async () => {
    const { services } = runServices(storage);
    const { run_id } = await acceptRun(services, input({ hologram: file() }));
    const later = { ...services, now: () => new Date(Date.now() + 40 * DAY_MS) };
    expect(await performRun(later, run_id, never)).toBe('over');
    expect(await forgetRuns(inDays(41), 30)).toBe(0);
    expect(await forgetRuns(inDays(71), 30)).toBe(1);
  });

  it('accepted at the same time are as many as there is room for', async () => {
    const { services } = runServices(storage);
    // for several runs of one requester: of five places three
    const [PLACES, ROOM] = [5, 3];
    const compute = {
      ...services.compute,
      checkRoom: (waiting = 0) => {
        if (waiting >= PLACES) throw new Overloaded('full', 1);
      },
    };
    const accept = () => acceptRun({ ...services, compute }, input({ hologram: file() }));
    const all = await Promise.allSettled(Array.from({ length: 12 }, accept));
    const refusals = all.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
    expect(refusals.filter((reason) => !(reason instanceof Overloaded))).toEqual([]);
    expect(refusals).toHaveLength(12 - ROOM);
    expect(await idsIn('runs')).toHaveLength(ROOM);
  });
});
