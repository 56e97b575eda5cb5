import { afterAll, beforeEach, expect, it } from 'vitest';
import { describeOn } from '../../../test/backends/describe-on.ts';
import { lentSetUps } from '../../../test/backends/lent-servers.ts';
import type { OpenStorage } from '../../start/storage.ts';
import { closeAccount } from '../account/close-account.ts';
import { makeAccount } from '../deletion/account.fixture.ts';
import { Unauthenticated } from '../key/unauthenticated.ts';
import { performRun } from './perform-run.ts';
import { acceptRun } from './accept-run.ts';
import { input, runServices } from './run.fixture.ts';

const setUps = await lentSetUps();
afterAll(() => setUps.remove());

describeOn(setUps, 'runs that are accepted at the same time', ({ open }) => {
  let storage: OpenStorage;
  let account: string;
  /** how often each transaction was tried that puts a run into the queue */
  let tries: number[];
  beforeEach(async () => {
    storage = await open();
    account = await makeAccount(storage);
    tries = [];
    return () => storage.close();
  });

  function counted() {
    const { services, queued } = runServices(storage);
    const store: OpenStorage['store'] = {
      ...bound(storage.store),
      async transaction(work, options) {
        let times = 0;
        const done = await storage.store.transaction((trx) => {
          times++;
          return work(trx);
        }, options);
        if (options?.turn === 'queue') tries.push(times);
        return done;
      },
    };
    return { services: { ...services, store }, queued };
  }

  it('are all accepted at the first try, while others are begun and end', async () => {
    const { services, queued } = counted();
    let accepting = true;
    const work = async (): Promise<void> => {
      while (accepting || queued.length > 0) {
        const run = queued.shift();
        if (run) {
          await performRun(services, run, new AbortController().signal);
          // named here before its transaction ended, which no queue of the service does
          if (await isQueued(run)) queued.push(run);
        } else await new Promise((resolve) => setImmediate(resolve));
      }
    };
    const isQueued = async (run_id: string): Promise<boolean> => {
      const query = storage.store.read().selectFrom('runs').select('status').where('run_id', '=', run_id);
      return ((await query.executeTakeFirst())?.status ?? 'queued') === 'queued';
    };
    const working = Promise.all([work(), work()]);
    await Promise.all(
      Array.from({ length: 8 }, async () => {
        for (let i = 0; i < 3; i++) await acceptRun(services, input({ requester: account }));
      }),
    );
    accepting = false;
    await working;
    expect(tries).toEqual(Array.from({ length: 24 }, () => 1));
    const ended = await storage.store.read().selectFrom('runs').select('status').execute();
    expect(ended).toEqual(Array.from({ length: 24 }, () => ({ status: 'succeeded' })));
  });

  it('leave nothing with an account that is closed meanwhile', async () => {
    const { services } = counted();
    const accepts = Array.from({ length: 8 }, () => acceptRun(services, input({ requester: account })));
    const closing = closeAccount(storage, { account, by: 'A. Operator' });
    const outcomes = await Promise.allSettled(accepts);
    await closing;
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(Unauthenticated);
    }
    const waiting = await storage.store
      .read()
      .selectFrom('runs')
      .select('run_id')
      .where('status', '=', 'queued')
      .execute();
    expect(waiting).toEqual([]);
    await expect(acceptRun(services, input({ requester: account }))).rejects.toBeInstanceOf(Unauthenticated);
  });
});

/** Its methods, which need it as `this`. */
function bound(store: OpenStorage['store']): OpenStorage['store'] {
  return {
    read: () => store.read(),
    transaction: (work, options) => store.transaction(work, options),
    check: () => store.check(),
    faults: () => store.faults(),
    forget: () => store.forget(),
    close: () => store.close(),
  };
}
