import { afterAll, beforeEach, expect, it } from 'vitest';
import { describeOn } from '../../../test/backends/describe-on.ts';
import { lentSetUps } from '../../../test/backends/lent-servers.ts';
import { shardLayout } from '../../formats/sequence/shard.ts';
import type { OpenStorage } from '../../start/storage.ts';
import { listed } from '../archive/archive.fixture.ts';
import { makeAccount } from '../deletion/account.fixture.ts';
import { acceptSequence } from './accept-sequence.ts';
import { findPicture } from './find-picture.ts';
import { findSequence } from './find-sequence.ts';
import { forgetSequence } from './forget-sequence.ts';
import { countUnderWay, giveUpRuns } from './give-up-runs.ts';
import { listRuns } from './list-runs.ts';
import { listSequences } from './list-sequences.ts';
import { performRun } from './perform-run.ts';
import { blobReader, filesFor, keptFrames, shardsOf } from './sequence-input.ts';
import { runRow } from './run.fixture.ts';
import { sequenceWorld } from './sequence-runs.fixture.ts';

const setUps = await lentSetUps();
afterAll(() => setUps.remove());

const FRAMES = 80;
/** two shards, of 64 frames and of 16 */
const layout = shardLayout(FRAMES, 4, 4);
const never = new AbortController().signal;

describeOn(setUps, 'sequences and their runs', ({ open }) => {
  let storage: OpenStorage;
  let account_id: string;
  let at: ReturnType<typeof sequenceWorld>;
  beforeEach(async () => {
    storage = await open();
    account_id = await makeAccount(storage);
    at = sequenceWorld(storage, account_id);
    return () => storage.close();
  });

  it('are open with the frames that are there, and start only when none is missing', async () => {
    const id = await at.begun(100);
    expect(await findSequence(storage, account_id, id)).toMatchObject({
      ...{ status: 'open', there: [], received: 0, changed_at: '2026-01-01T00:00:00.000Z', run: null },
    });
    await at.stack(id, 0, 10);
    await at.stack(id, 11, 80);
    const found = await findSequence(storage, account_id, id);
    expect([found.there, found.received, found.changed_at]).toEqual([
      [
        { from: 0, to: 9 },
        { from: 11, to: 90 },
      ],
      90,
      '2026-01-02',
    ]);
    const ask = { account_id, sequence_id: id, request_id: 'req_1' };
    const { services: all, queued } = at.services();
    await expect(acceptSequence(all, ask)).rejects.toThrow(/100 frames these are not there: 10, 91–99\./);
    expect((await at.rowOf(id))!.run_id).toBeNull();
    await at.stack(id, 10, 1);
    await at.stack(id, 91, 9);
    const settled: unknown[] = [];
    const run = await acceptSequence(all, { ...ask, settle: async (_, state) => void settled.push(state) });
    expect([queued, settled]).toEqual([[run.run_id], [run]]);
    expect((await at.rowOf(id))!.run_id).toBe(run.run_id);
    // once more is the same run
    expect(await acceptSequence(all, ask)).toMatchObject({ run_id: run.run_id });
    expect(queued).toHaveLength(1);
    expect(await findSequence(storage, account_id, id)).toMatchObject({
      ...{ status: 'queued', there: [{ from: 0, to: 99 }], received: 100, run: { run_id: run.run_id } },
    });
    await expect(findSequence(storage, await makeAccount(storage), id)).rejects.toThrow('no sequence');
  });

  it('name twenty gaps and say how many more there are; an expired one says when it went', async () => {
    const id = await at.begun(100);
    for (let first = 1; first < 51; first += 2) await at.stack(id, first, 1);
    const ask = { account_id, sequence_id: id, request_id: 'req_1' };
    await expect(acceptSequence(at.services().services, ask)).rejects.toThrow(
      /: 0, 2, .* 38 and 6 more ranges\./,
    );
    const old = await at.begun(1, { expired_at: '2026-01-03' });
    const again = { ...ask, sequence_id: old };
    await expect(acceptSequence(at.services().services, again)).rejects.toThrow('deleted at 2026-01-03');
    expect((await findSequence(storage, account_id, old)).status).toBe('expired');
  });

  it('are listed newest first, page by page, without those of others; so are runs, by status and without parts', async () => {
    const ids: string[] = [];
    for (let k = 0; k < 3; k++) ids.unshift(await at.begun(2));
    ids.sort().reverse();
    await at.stack(ids[1]!, 0, 2);
    await storage.store.transaction((trx) =>
      trx
        .insertInto('sequence_files')
        .values({
          ...{
            sequence_id: ids[1]!,
            first_frame: -1,
            frames: 1,
            is_stack: 0,
            account_id,
            name: 'b',
            sha256: 'b',
          },
          ...{ bytes: 1, blob_key: `staged/${ids[1]}-b`, created_at: '2026-01-03' },
        })
        .execute(),
    );
    const { services: all } = at.services(({ step }) => step === 'start' && { layout: shardLayout(2, 4, 4) });
    const { run_id } = await acceptSequence(all, { account_id, sequence_id: ids[1]!, request_id: 'r' });
    await at.stack(ids[2]!, 0, 1);
    await at.begun(2, { account_id: await makeAccount(storage) });
    const first = await listSequences(storage, account_id, { limit: 2, after: null });
    expect(first.items.map(({ row, status, received }) => [row.sequence_id, status, received])).toEqual([
      [ids[0], 'open', 0],
      [ids[1], 'queued', 2],
    ]);
    expect(first.next).toBe(ids[1]);
    expect(first.items[0]!.changed_at).toBe('2026-01-01T00:00:00.000Z');
    const second = await listSequences(storage, account_id, { limit: 2, after: first.next });
    expect(second).toMatchObject({
      items: [{ received: 1, changed_at: '2026-01-02', run: null }],
      next: null,
    });
    // the run's parts are none that somebody asked for
    expect(await performRun(all, run_id, never)).toBe('over');
    expect(await at.parts()).toHaveLength(1);
    const runs = (statuses: null | readonly ('running' | 'failed')[], after: string | null = null) =>
      listRuns(storage, account_id, { limit: 1, after }, statuses);
    expect(await runs(null)).toMatchObject({ items: [{ run_id }], next: null });
    expect(await runs(['running'])).toMatchObject({ items: [{ run_id }] });
    expect((await runs(['failed'])).items).toEqual([]);
    expect((await runs(null, run_id)).items).toEqual([]);
    // a sequence whose run is forgotten is, too
    await storage.store.transaction((trx) => trx.deleteFrom('runs').where('run_id', '=', run_id).execute());
    const left = await listSequences(storage, account_id, { limit: 5, after: null });
    expect(left.items.map(({ row }) => row.sequence_id)).toEqual([ids[0], ids[2]]);
    await expect(findSequence(storage, account_id, ids[1]!)).rejects.toThrow('forgotten by now');
  });

  it('are forgotten with their frames, and with the run that had begun', async () => {
    const [id, other] = [await at.begun(2), await at.begun(2)];
    await at.put(id, 0, [1]);
    await at.put(id, 1, [2]);
    await at.put(other, 0, [3]);
    const { services: all } = at.services();
    const { run_id } = await acceptSequence(all, { account_id, sequence_id: id, request_id: 'r' });
    await expect(forgetSequence(all, await makeAccount(storage), id)).rejects.toThrow('no sequence');
    expect(await listed(storage.blobs, 'staged')).toHaveLength(3);
    await forgetSequence(all, account_id, id);
    expect(await at.rowOf(id)).toBeUndefined();
    expect((await at.rowOf(other))!.sequence_id).toBe(other);
    expect(await listed(storage.blobs, 'staged')).toHaveLength(1);
    const run = await storage.store
      .read()
      .selectFrom('runs')
      .selectAll()
      .where('run_id', '=', run_id)
      .execute();
    expect(run).toMatchObject([{ status: 'cancelled' }]);
  });

  it('give a step the files that hold its frames, once each, and the background', async () => {
    const id = await at.begun(30);
    for (const first of [0, 10, 20]) await at.stack(id, first, 10);
    await at.put(id, -1, [7]);
    const db = storage.store.read();
    const firsts = async (wanted: number[]) =>
      (await filesFor(db, (await at.rowOf(id))!, wanted)).files.map(({ first }) => first);
    expect(await firsts([])).toEqual([0]);
    expect(await firsts([9, 10, 11])).toEqual([0, 10]);
    expect(await firsts([29, 20, 3])).toEqual([0, 20]);
    await expect(firsts([30])).rejects.toThrow('frame 30');
    const { background, files, frames, calibration } = await filesFor(db, (await at.rowOf(id))!, [12]);
    expect([background!.first, background!.bytes, frames, calibration]).toEqual([-1, 1, 30, null]);
    expect(files[1]).toMatchObject({ first: 10, frames: 10, isStack: true, name: '10.npy', bytes: 3 });
    expect((await keptFrames(db, id)).map(({ part, bytes }) => [part, bytes])).toEqual([
      ['background', 1],
      ...[0, 1, 2].map(() => ['hologram', 3]),
    ]);
  });

  it('read parts of what is stored, into room where there is enough', async () => {
    const id = await at.begun(1);
    await at.put(id, 0, [1, 2, 3, 4, 5, 6]);
    const [{ key } = { key: '' }] = (await filesFor(storage.store.read(), (await at.rowOf(id))!, [])).files;
    const read = blobReader(storage.blobs);
    expect([...(await read(key, 1, 3))]).toEqual([2, 3, 4]);
    expect([...(await read(key, 4, 9))]).toEqual([5, 6]);
    expect((await read(key, 2, 0)).length).toBe(0);
    const room = new ArrayBuffer(3);
    expect((await read(key, 0, 3, room)).buffer).toBe(room);
    const small = new ArrayBuffer(2);
    const part = await read(key, 0, 3, small);
    expect([part.buffer === small, [...part]]).toEqual([false, [1, 2, 3]]);
    await expect(read('staged/none', 0, 1)).rejects.toThrow('staged/none');
  });

  it('are done in parts, each by whoever takes it, until the package is what is left', async () => {
    const id = await at.begun();
    await at.stack(id, 0, FRAMES);
    const asked: unknown[] = [];
    const { services: all, queued } = at.services(({ step, shard }) => {
      asked.push(shard === undefined ? step : shard);
      const bytes = (n: number) => new Uint8Array(n);
      if (step === 'start') return { layout, group: 8, unread: [] };
      if (step === 'shard')
        return {
          ...{ rows: [{ shard }], stored: {} },
          bytes: { phase: bytes(3), amplitude: bytes(2), moments: bytes(1) },
        };
      throw new Error('no package here');
    });
    const { run_id } = await acceptSequence(all, { account_id, sequence_id: id, request_id: 'req_7' });
    const whole = () => runRow(storage, run_id);
    expect(await performRun(all, run_id, never)).toBe('over');
    expect(JSON.parse((await at.rowOf(id))!.layout!)).toEqual(JSON.parse(JSON.stringify(layout)));
    expect(await whole()).toMatchObject({
      status: 'running',
      stage: 'frames',
      fraction: 0.05,
      leased_by: null,
    });
    expect(await findPicture(storage, run_id, account_id)).toEqual({ none: 'yet' });
    expect(await countUnderWay(storage.store.read(), account_id)).toBe(1);
    const [one, two] = await at.parts();
    expect([one!.part, two!.part, one!.requester, one!.part_of]).toEqual([0, 1, account_id, run_id]);
    expect(JSON.parse(one!.request)).toMatchObject({ request_id: 'req_7', sequence_id: id });
    expect(queued).toEqual([run_id, one!.run_id, two!.run_id]);
    expect(await performRun(all, two!.run_id, never)).toBe('over');
    expect((await at.parts()).map(({ part }) => part)).toEqual([0]);
    expect(await whole()).toMatchObject({ stage: 'frames', fraction: expect.closeTo(0.5, 9) });
    expect(await performRun(all, one!.run_id, never)).toBe('over');
    expect(asked).toEqual(['start', 1, 0]);
    // nothing else is queued of it: the package comes next
    const left = await at.parts();
    expect(left.map(({ part }) => part)).toEqual(['package']);
    expect(await whole()).toMatchObject({ stage: 'package', fraction: expect.closeTo(0.95, 9) });
    const shards = await shardsOf(storage.store.read(), id);
    expect(shards.map(({ rows }) => rows)).toEqual([[{ shard: 0 }], [{ shard: 1 }]]);
    const sizes = await storage.store.read().selectFrom('sequence_shards').select('bytes').execute();
    expect(sizes.map(({ bytes }) => Number(bytes))).toEqual([6, 6]);
    const stored = await listed(storage.blobs, 'staged');
    expect(shards.every(({ key }) => stored.includes(key))).toBe(true);
    expect((await at.rowOf(id))!.repeated).toBe(0);
    const gone = await storage.store.transaction((trx) => giveUpRuns(trx, account_id, new Date()));
    expect(gone.runIds).toEqual([run_id]);
    // the shards that were done are to be removed with it
    for (const { key } of shards) expect(gone.blobKeys).toContain(key);
    expect(await countUnderWay(storage.store.read(), account_id)).toBe(0);
  });

  it('end with their parts: a part of a run that was cancelled is over, and nothing is stored of it', async () => {
    const id = await at.begun();
    await at.stack(id, 0, FRAMES);
    const { services: all } = at.services(({ step }) => {
      if (step === 'start') return { layout, group: 8, unread: [] };
      return {
        rows: [],
        stored: {},
        bytes: { phase: new Uint8Array(1), amplitude: new Uint8Array(1), moments: new Uint8Array(1) },
      };
    });
    const { run_id } = await acceptSequence(all, { account_id, sequence_id: id, request_id: 'r' });
    await performRun(all, run_id, never);
    const [one] = await at.parts();
    await storage.store.transaction((trx) =>
      trx.updateTable('runs').set({ status: 'cancelled' }).where('run_id', '=', run_id).execute(),
    );
    expect(await performRun(all, one!.run_id, never)).toBe('over');
    expect(await shardsOf(storage.store.read(), id)).toEqual([]);
    expect(await findPicture(storage, run_id, account_id)).toEqual({ none: 'any more' });
    expect(await listed(storage.blobs, 'staged')).toEqual([]);
  });
});
