import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeOn } from '../../../test/backends/describe-on.ts';
import { lentSetUps } from '../../../test/backends/lent-servers.ts';
import type { OpenStorage } from '../../start/storage.ts';
import type { Summary } from '../archive/summary.ts';
import { makeAccount, makeResult } from '../deletion/account.fixture.ts';
import { addHold } from '../hold/add-hold.ts';
import { deleteResult } from './delete-result.ts';
import { labelResult } from './label-result.ts';
import { ALL_RESULTS, listResults, resultSorts, type ResultsWanted } from './list-results.ts';

const setUps = await lentSetUps();
afterAll(() => setUps.remove());

/** In the order in which they are made. */
const made = [
  { file_name: 'b.png', sample: 'HeLa 4', note: null },
  { file_name: 'A.png', sample: null, note: 'rinsed\ntwice' },
  { file_name: null, sample: 'Äther 100%', note: 'under_score' },
  { file_name: 'b.png', sample: 'hela 4', note: 'Rinsed once' },
  { file_name: 'c d.tif', sample: null, note: null },
] as const;

describeOn(setUps, 'the list of results', ({ open }) => {
  let storage: OpenStorage;
  let account: string;
  const ids: string[] = [];
  beforeAll(async () => {
    storage = await open();
    account = await makeAccount(storage);
    for (const { file_name, sample, note } of made) {
      const { evidence_report_id: id } = await makeResult(storage, account, { file_name });
      await labelResult(storage, account, id, { sample, note });
      ids.push(id);
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    const other = await makeResult(storage, await makeAccount(storage), { file_name: 'b.png' });
    expect(ids).not.toContain(other.evidence_report_id);
    return () => storage.close();
  });

  /** The numbers of the results, page after page. */
  async function listed(wanted: Partial<ResultsWanted>, limit = 2): Promise<number[]> {
    const found: number[] = [];
    let after: string | null = null;
    do {
      const page = await listResults(storage, account, { limit, after }, { ...ALL_RESULTS, ...wanted });
      found.push(...page.items.map(({ evidence_report_id }) => ids.indexOf(evidence_report_id)));
      after = page.next;
    } while (after !== null);
    return found;
  }

  it.each([
    ['newest', [4, 3, 2, 1, 0]],
    ['oldest', [0, 1, 2, 3, 4]],
    ['file_name', [1, 3, 0, 4, 2]],
  ] as const)('comes %s first, page after page', async (sort, order) => {
    expect(await listed({ sort })).toEqual(order);
    expect(await listed({ sort }, 1)).toEqual(order);
  });

  it('comes by sample in any case, and those without at the end, the newest first', async () => {
    // each database has its own place for letters beyond ASCII
    expect((await listed({ sort: 'sample' })).filter((k) => k !== 2)).toEqual([3, 0, 4, 1]);
    expect(await listed({ sort: 'sample' }, 1)).toHaveLength(5);
  });

  it.each([
    [['hela'], [3, 0]],
    [['HELA', 'rinsed'], [3]],
    [['RINSED'], [3, 1]],
    [['äTHER'], [2]],
    [['100%'], [2]],
    [['1%'], []],
    [['r_score'], [2]],
    [['a_p'], []],
    [['\\'], []],
    [["'--"], []],
    [
      ['.png', '4'],
      [3, 0],
    ],
  ])('is searched for %j', async (words, found) => {
    for (const sort of resultSorts) {
      expect((await listed({ words, sort })).toSorted()).toEqual(found.toSorted());
    }
    expect(await listed({ words })).toEqual(found);
  });

  it('is searched for a whole identifier, and for the digest of the hologram', async () => {
    expect(await listed({ words: [ids[3]!] })).toEqual([3]);
    expect(await listed({ words: [ids[3]!.slice(0, -1)] })).toEqual([]);
    expect(await listed({ words: ['a'.repeat(64)] })).toHaveLength(5);
  });

  it('is that of one mode', async () => {
    expect(await listed({ holography_mode: 'inline' })).toEqual([]);
    expect(await listed({ holography_mode: 'off-axis' })).toHaveLength(5);
  });

  it('knows the parameters of results that are older than their column', async () => {
    const recipe = { wavelength_um: 0.6328, pixel_pitch_um: 3.45, magnification: 1, z_mm: null };
    const owner = await makeAccount(storage);
    const summary = { width_px: 1, parameters_used: { recipe } } as unknown as Summary;
    await makeResult(storage, owner, { summary });
    const parameters = async () => {
      // the newest first are kept in memory
      const wanted = { ...ALL_RESULTS, sort: 'oldest' } as const;
      const { items } = await listResults(storage, owner, { limit: 5, after: null }, wanted);
      return items.map((item) => item.parameters);
    };
    expect(await parameters()).toEqual([{ ...recipe, frames: null, previews: true }]);
    await storage.store.transaction((trx) =>
      trx.updateTable('packages').set({ parameters: null }).where('requester', '=', owner).execute(),
    );
    expect(await parameters()).toEqual([{ ...recipe, frames: null, previews: true }]);
  });

  it('says how many frames a sequence has, and reads what was stored before it did', async () => {
    const owner = await makeAccount(storage);
    await makeResult(storage, owner, { frames: 80 });
    const frames = async () => {
      const { items } = await listResults(
        storage,
        owner,
        { limit: 5, after: null },
        { ...ALL_RESULTS, sort: 'oldest' },
      );
      return items.map((item) => item.parameters.frames);
    };
    expect(await frames()).toEqual([80]);
    const parameters = JSON.stringify({ wavelength_um: 0.5, pixel_pitch_um: 2, magnification: 1, z_mm: 0 });
    await storage.store.transaction((trx) =>
      trx.updateTable('packages').set({ parameters }).where('requester', '=', owner).execute(),
    );
    expect(await frames()).toEqual([null]);
  });

  it('is what it is now, though most of it is kept in memory', async () => {
    const owner = await makeAccount(storage);
    const one = await makeResult(storage, owner, { file_name: 'one.png' });
    const two = await makeResult(storage, owner, { file_name: 'two.png' });
    const now = async () => (await listResults(storage, owner, { limit: 5, after: null })).items;
    const [first, again] = [await now(), await now()];
    expect(first.map(({ file_name }) => file_name)).toEqual(['two.png', 'one.png']);
    expect(again[0]).toBe(first[0]);
    await labelResult(storage, owner, one.evidence_report_id, { sample: 'HeLa 5' });
    expect((await now()).map(({ sample }) => sample)).toEqual([null, 'HeLa 5']);
    await addHold(storage, { package: one.archive_id, by: 'A. Operator', reason: 'a test' });
    expect((await now()).map(({ held }) => held)).toEqual([false, true]);
    await deleteResult(storage, owner, two.evidence_report_id);
    expect((await now()).map(({ evidence_report_id }) => evidence_report_id)).toEqual([
      one.evidence_report_id,
    ]);
    const other = await makeAccount(storage);
    expect((await listResults(storage, other, { limit: 5, after: null })).items).toEqual([]);
  });

  it('keeps what two people say at the same time of different things', async () => {
    const { evidence_report_id: id } = await makeResult(
      storage,
      await makeAccount(storage, 'two@example.org'),
    );
    const [row] = await storage.store
      .read()
      .selectFrom('packages')
      .select(['requester'])
      .where('evidence_report_id', '=', id)
      .execute();
    const owner = row!.requester;
    await Promise.all([
      labelResult(storage, owner, id, { sample: 'one' }),
      labelResult(storage, owner, id, { note: 'two' }),
    ]);
    const found = await listResults(
      storage,
      owner,
      { limit: 1, after: null },
      {
        ...ALL_RESULTS,
        words: ['one', 'two'],
      },
    );
    expect(found.items).toMatchObject([{ sample: 'one', note: 'two' }]);
  });
});
