import { afterAll, expect, it } from 'vitest';
import { describeOn } from '../../../test/backends/describe-on.ts';
import { lentSetUps } from '../../../test/backends/lent-servers.ts';
import { acceptRun } from './accept-run.ts';
import { findRun } from './find-run.ts';
import type { RunState } from './run-state.ts';
import { input, runServices } from './run.fixture.ts';

const setUps = await lentSetUps();
afterAll(() => setUps.remove());

describeOn(setUps, 'a run that waits', ({ open }) => {
  it('says how many were accepted before it and still wait', async () => {
    const storage = await open();
    const { services } = runServices(storage);
    const runs: RunState[] = [];
    for (let second = 0; second < 3; second++) {
      const now = () => new Date(Date.UTC(2026, 0, 1, 0, 0, second));
      runs.push(await acceptRun({ ...services, now }, input()));
    }
    const ahead = () =>
      Promise.all(runs.map(async ({ run_id }) => (await findRun(storage, run_id, null))?.ahead));
    expect(await ahead()).toEqual([0, 1, 2]);
    await storage.store.transaction((trx) =>
      trx.updateTable('runs').set({ status: 'running' }).where('run_id', '=', runs[0]!.run_id).execute(),
    );
    expect(await ahead()).toEqual([null, 0, 1]);
    // the process that does it knows before it is written
    const { run_id } = runs[0]!;
    let live = { stage: 'search', fraction: 0.25 };
    const end = services.running.begin(
      run_id,
      () => {},
      () => live,
    );
    const found = () => findRun(services, run_id, null);
    expect(await found()).toMatchObject(live);
    expect(await findRun(storage, run_id, null)).toMatchObject({ stage: null, fraction: 0 });
    await storage.store.transaction((trx) =>
      trx.updateTable('runs').set({ stage: 'fit', fraction: 0.5 }).where('run_id', '=', run_id).execute(),
    );
    // done again elsewhere
    expect(await found()).toMatchObject({ stage: 'fit', fraction: 0.5 });
    live = { stage: 'fit', fraction: 0.75 };
    expect(await found()).toMatchObject(live);
    end();
    expect(await found()).toMatchObject({ stage: 'fit', fraction: 0.5 });
    await storage.close();
  });
});
