import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { lentSetUps } from '../../test/backends/lent-servers.ts';
import type { PerformRun, RunQueue } from '../services/ports/run-queue.ts';
import { makeAccount } from '../services/deletion/account.fixture.ts';
import { acceptRun } from '../services/run/accept-run.ts';
import { performRun } from '../services/run/perform-run.ts';
import { input, runServices } from '../services/run/run.fixture.ts';
import type { OpenStorage } from '../start/storage.ts';
import { RunQueueEmbedded } from './run-queue-embedded/run-queue-embedded.ts';
import { RunQueuePgBoss } from './run-queue-pg-boss/run-queue-pg-boss.ts';

const setUps = await lentSetUps();
afterAll(() => setUps.remove());

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe.each(setUps.all)('the queue of runs, $name', ({ create }) => {
  let storage: OpenStorage;
  let open: () => Promise<RunQueue>;
  const queues: RunQueue[] = [];
  beforeEach(async () => {
    const place = await create();
    storage = await place.open();
    const options = { ...storage, onError: (error: unknown) => console.error(error) };
    const url = place.environment['DATABASE_URL'];
    open = async () => {
      const queue = url
        ? await RunQueuePgBoss.open({ ...options, url })
        : new RunQueueEmbedded({ ...options, againMs: 50 });
      queues.push(queue);
      return queue;
    };
    return async () => {
      for (const queue of queues.splice(0)) {
        await queue.rest(0);
        await queue.close();
      }
      await storage.close();
    };
  });

  it('hands out every run, oldest first and no more at once than told', async () => {
    const queue = await open();
    const services = { ...runServices(storage).services, queue };
    const accepted = [];
    for (let i = 0; i < 5; i++) accepted.push((await acceptRun(services, input())).run_id);
    const begun: string[] = [];
    let beTwo = (): void => {};
    const two = new Promise<void>((resolve) => (beTwo = resolve));
    let [now, most] = [0, 0];
    const perform: PerformRun = async (run, stopping) => {
      begun.push(run);
      most = Math.max(most, ++now);
      if (begun.length === 2) beTwo();
      await two;
      await pause(50);
      const outcome = await performRun(services, run, stopping);
      now--;
      return outcome;
    };
    queue.work(perform, 2);
    await expect.poll(() => begun.length).toBe(5);
    expect(begun).toEqual(accepted);
    expect(most).toBe(2);
    const late = await acceptRun(services, input());
    await expect.poll(() => begun.at(-1)).toBe(late.run_id);
  });

  it('hands out one run of each account after the other, however many it has', async () => {
    const queue = await open();
    const services = { ...runServices(storage).services, queue };
    const names = new Map<string, string>();
    const accept = async (name: string, requester: string) =>
      names.set((await acceptRun(services, input({ requester }))).run_id, name);
    const [greedy, polite] = [await makeAccount(storage), await makeAccount(storage)];
    for (const name of ['greedy 1', 'greedy 2', 'greedy 3']) await accept(name, greedy);
    await accept('polite 1', polite);
    await accept('polite 2', polite);
    const begun: string[] = [];
    queue.work(async (run, stopping) => {
      begun.push(names.get(run)!);
      return performRun(services, run, stopping);
    }, 1);
    await expect.poll(() => begun.length).toBe(5);
    expect(begun).toEqual(['greedy 1', 'polite 1', 'greedy 2', 'polite 2', 'greedy 3']);
  });

  it(
    'hands out again what could not be done for now, each time later',
    { tags: 'further/failing' },
    async () => {
      const queue = await open();
      const services = { ...runServices(storage).services, queue };
      const { run_id } = await acceptRun(services, input());
      const tries: number[] = [];
      queue.work(async (run, stopping) => {
        expect(run).toBe(run_id);
        return tries.push(performance.now()) < 3 ? 'again' : performRun(services, run, stopping);
      }, 1);
      await expect.poll(() => tries.length).toBe(3);
      // twice the least there is between the first two
      expect(tries[2]! - tries[1]!).toBeGreaterThan(95);
      await pause(200);
      expect(tries).toHaveLength(3);
    },
  );

  it('adds a run with the transaction that accepts it, or not at all', async () => {
    const queue = await open();
    const handed: string[] = [];
    queue.work(async (run) => (handed.push(run), 'over'), 1);
    const services = { ...runServices(storage).services, queue };
    const settle = async (): Promise<void> => {
      throw new Error('no');
    };
    await expect(acceptRun(services, input({ settle }))).rejects.toThrow('no');
    const { run_id } = await acceptRun(services, input());
    await expect.poll(() => handed.length).toBeGreaterThan(0);
    expect(new Set(handed)).toEqual(new Set([run_id]));
  });

  it('lets what has begun end when it is closed, and stops what takes too long', async () => {
    const queue = await open();
    const services = { ...runServices(storage).services, queue };
    await acceptRun(services, input());
    await acceptRun(services, input());
    const ends: string[] = [];
    let begun = 0;
    queue.work(async (_, stopping) => {
      if (begun++ === 0) await pause(300).then(() => ends.push('by itself'));
      else await new Promise<void>((resolve) => stopping.addEventListener('abort', () => resolve()));
      ends.push('ended');
      return 'again';
    }, 2);
    await expect.poll(() => begun).toBe(2);
    await queue.rest(1000);
    expect(ends).toEqual(['by itself', 'ended', 'ended']);
    expect(begun).toBe(2);
  });
});
