import { afterAll, afterEach, beforeEach, expect, it } from 'vitest';
import { setUpsOn } from '../../../test/backends/set-ups.ts';
import type { OpenStorage } from '../../start/storage.ts';
import { listed } from '../archive/archive.fixture.ts';
import { makeAccount } from '../deletion/account.fixture.ts';
import { Unauthenticated } from '../key/unauthenticated.ts';
import { acceptRun, type AcceptInput } from './accept-run.ts';
import { cancelRun } from './cancel-run.ts';
import { findRun } from './find-run.ts';
import { readStagedFile } from './read-staged-file.ts';
import { file, input, runServices } from './run.fixture.ts';

const setUps = setUpsOn({ postgres: null, s3: null });
afterAll(() => setUps.remove());

const NOON = new Date(Date.UTC(2026, 0, 1, 12));
let storage: OpenStorage;
beforeEach(async () => {
  storage = await (await setUps.all[0]!.create()).open();
});
afterEach(() => storage.close());

const background = file(new Uint8Array([5, 6]));

async function accepted(more: Partial<AcceptInput> = {}) {
  const { services, queued } = runServices(storage);
  const heard: unknown[] = [];
  const compute = { ...services.compute, checkRoom: (waiting = -1) => void heard.push(waiting) };
  const queue = { ...services.queue, wake: () => void heard.push('wake') };
  const own = { ...services, compute, queue, now: () => NOON };
  const state = await acceptRun(own, input({ background, ...more }));
  const row = await storage.store
    .read()
    .selectFrom('runs')
    .selectAll()
    .where('run_id', '=', state.run_id)
    .executeTakeFirstOrThrow();
  return { state, row, heard, queued, request: JSON.parse(row.request) as Record<string, never> };
}
const blobsIn = (folder: 'staged' | 'raw') => listed(storage.blobs, folder);

it('keeps all that a run needs, and gives out its identifiers', async () => {
  const { state, row, heard, queued, request } = await accepted();
  const { run_id } = state;
  expect(row).toMatchObject({
    ...{ run_id, requester: 'public', status: 'queued', stage: null, fraction: 0, attempts: 0 },
    ...{ problem: null, leased_by: null, lease_until: null, cancel_requested: 0 },
    ...{ created_at: NOON.toISOString(), started_at: null, finished_at: null },
    evidence_report_id: expect.stringMatching(/^evr_/) as string,
    archive_id: expect.stringMatching(/^arc_/) as string,
  });
  const staged = (part: string, { name, sha256, bytes }: typeof background) => {
    return { name, sha256, bytes, blob_key: `staged/${run_id}-${part}` };
  };
  expect(request).toEqual({
    fields: input().fields,
    ...{ hologram: staged('hologram', file()), background: staged('background', background) },
    ...{ calibration: null, retain_raw_inputs: false, request_id: 'req_1' },
  });
  expect((await blobsIn('staged')).toSorted()).toEqual([
    ...[`staged/${run_id}-background`, `staged/${run_id}-hologram`],
  ]);
  expect([...(await readStagedFile(storage.blobs, request['background']!)).blocks[0]!]).toEqual([5, 6]);
  expect(state).toEqual({
    ...{ run_id, requester: 'public', status: 'queued', stage: null, fraction: 0, ahead: null },
    ...{ file_name: null, evidence_report_id: null, profile_id: null, problem: null },
    ...{ created_at: NOON.toISOString(), finished_at: null },
  });
  expect(queued).toEqual([run_id]);
  // room is looked for before the files are stored, and in the transaction
  expect(heard).toEqual([0, 0, 'wake']);
  expect((await accepted()).heard).toEqual([1, 2, 1, 2, 'wake']);
});

it('shares the queue by address among those who have no account, and forgets it when the run ends', async () => {
  const { row, state } = await accepted({ address: '192.0.2.1' });
  expect(row.address).toBe('192.0.2.1');
  // what another has waiting is not one's own
  expect((await accepted({ address: '192.0.2.2' })).heard).toEqual([1, 1, 'wake']);
  expect((await accepted({ address: '192.0.2.1' })).heard).toEqual([2, 3, 2, 3, 'wake']);
  await cancelRun(runServices(storage).services, state.run_id, null);
  const rows = await storage.store.read().selectFrom('runs').select('address').orderBy('address').execute();
  expect(rows.map(({ address }) => address)).toEqual([null, '192.0.2.1', '192.0.2.2']);
});

it('puts files that are kept where they are kept', async () => {
  const { request } = await accepted({ retain: true, background: undefined });
  expect(request).toMatchObject({ retain_raw_inputs: true, background: null });
  expect((request['hologram'] as { blob_key: string }).blob_key).toMatch(/^raw\/raw_/);
  expect([await blobsIn('staged'), (await blobsIn('raw')).length]).toEqual([[], 1]);
});

it('is all or nothing with what the caller does in the transaction', async () => {
  const seen: string[] = [];
  const { state } = await accepted({ settle: async (_, run) => void seen.push(run.run_id) });
  expect(seen).toEqual([state.run_id]);
  const settle = () => Promise.reject(new Error('not this one'));
  await expect(accepted({ settle })).rejects.toThrow('not this one');
  expect(await blobsIn('staged')).toHaveLength(2);
  expect(await storage.store.read().selectFrom('runs').select('run_id').execute()).toHaveLength(1);
});

it('takes nothing on for an account that is closed', async () => {
  await expect(accepted({ requester: 'acc_1' })).rejects.toThrow(Unauthenticated);
  expect(await blobsIn('staged')).toEqual([]);
});

it('is found by its account alone, with what may be known of it', async () => {
  const { state } = await accepted();
  const set = (values: object) =>
    storage.store.transaction((trx) => trx.updateTable('runs').set(values).execute());
  expect(await findRun(storage, state.run_id, 'acc_1')).toEqual({ ...state, ahead: 0 });
  expect(await findRun(storage, 'evr_1', null)).toBeNull();
  expect(await findRun(storage, `${state.run_id.slice(0, -1)}~`, null)).toBeNull();
  const problem = { code: 'INTERNAL_ERROR', detail: 'x', errors: [], request_id: 'r' };
  await set({ requester: 'acc_1', status: 'failed', problem: JSON.stringify(problem) });
  expect(await findRun(storage, state.run_id, null)).toBeNull();
  expect(await findRun(storage, state.run_id, 'acc_2')).toBeNull();
  const failed = { status: 'failed', ahead: null, evidence_report_id: null, problem };
  expect(await findRun(storage, state.run_id, 'acc_1')).toMatchObject(failed);
  await set({ status: 'succeeded', problem: null });
  expect((await findRun(storage, state.run_id, 'acc_1'))!.evidence_report_id).toMatch(/^evr_/);
});

it('is called by the name of its file for whoever has an account, and for no stranger', async () => {
  const { services } = runServices(storage);
  const named = async (requester: string) => (await acceptRun(services, input({ requester }))).file_name;
  expect(await named(await makeAccount(services))).toBe(file().name);
  expect(await named('public')).toBeNull();
});
