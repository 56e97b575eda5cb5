import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest';
import { setUpsOn } from '../../../test/backends/set-ups.ts';
import { shardLayout } from '../../formats/sequence/shard.ts';
import type { OpenStorage } from '../../start/storage.ts';
import { listed } from '../archive/archive.fixture.ts';
import { makeAccount } from '../deletion/account.fixture.ts';
import { acceptSequence } from './accept-sequence.ts';
import { performRun } from './perform-run.ts';
import { shardsOf } from './sequence-input.ts';
import { runRow } from './run.fixture.ts';
import { sequenceWorld } from './sequence-runs.fixture.ts';

const setUps = setUpsOn({ postgres: null, s3: null });
afterAll(() => setUps.remove());

let storage: OpenStorage;
let account_id: string;
beforeEach(async () => {
  storage = await (await setUps.all[0]!.create()).open();
  account_id = await makeAccount(storage);
});
afterEach(() => storage.close());

const FRAMES = 80;

const fields = {
  ...{ holography_mode: 'off-axis', wavelength_um: '0.6328', pixel_pitch_um: '3.45', z_mm: '5' },
};
/** A header, the phase of the second shard, and a directory. */
const made = {
  ...{ bytes: 5, sha256: null, image: { layout: { rows: 1, cols: 1 } }, directory: [Uint8Array.of(9)] },
  files: [{ header: Uint8Array.of(1), from: { map: 'phase', shard: 1 } }],
  evidence: {
    ...{ payload_sha256: 'p', outputs: [], calibration: null, sequence: { frames: FRAMES }, uncertainty: {} },
    input: { sha256: 'i', crop_px: { x: 0, y: 0, width: 4, height: 4 } },
    ...{ quality: { flags: [], metrics: {} }, parameters: { used: {} } },
  },
};

/** A sequence that was started, with steps that make six bytes of each shard. @param onShard while it is made */
async function started(onShard = () => {}, more = {}) {
  const at = sequenceWorld(storage, account_id);
  const sequence_id = await at.begun(FRAMES, { fields: JSON.stringify(fields), ...more });
  await at.stack(sequence_id, 0, FRAMES);
  const { services } = at.services(({ step, shard = 0 }) => {
    if (step === 'start') return { layout: shardLayout(FRAMES, 4, 4), group: 8, unread: [] };
    if (step === 'package') return made;
    onShard();
    const bytes = (n: number) => new Uint8Array(n).fill(shard + 5);
    const stored = { phase: { bytes: 3 }, amplitude: { bytes: 2 } };
    return { rows: [], stored, bytes: { phase: bytes(3), amplitude: bytes(2), moments: bytes(1) } };
  });
  const { run_id } = await acceptSequence(services, { account_id, sequence_id, request_id: 'r' });
  const perform = (id: string, signal = new AbortController().signal) => performRun(services, id, signal);
  const whole = () => runRow(storage, run_id);
  const first = async () => (await at.parts())[0]!.run_id;
  const shards = () => shardsOf(storage.store.read(), sequence_id);
  return { run_id, sequence_id, perform, whole, first, shards, parts: at.parts };
}

const change = (values: { readonly quotas?: string; readonly closed_at?: string }) =>
  storage.store.transaction((trx) =>
    trx.updateTable('accounts').set(values).where('account_id', '=', account_id).execute(),
  );

it('keeps of a shard what its account may store, and no more: then all of the run has failed', async () => {
  const { run_id, perform, whole, first, shards, parts } = await started();
  await perform(run_id);
  // three bytes are there, and six come
  await change({ quotas: JSON.stringify({ stored_bytes: 9 }) });
  await perform(await first());
  expect(await shards()).toHaveLength(1);
  expect((await whole()).status).toBe('running');
  await change({ quotas: JSON.stringify({ stored_bytes: 14 }) });
  await perform(await first());
  expect(await shards()).toEqual([]);
  expect((await whole()).status).toBe('failed');
  expect(JSON.parse((await whole()).problem!)).toMatchObject({ code: 'QUOTA_EXCEEDED' });
  expect(await parts()).toEqual([]);
});

it('begins no parts for an account that has been closed, and keeps none of them', async () => {
  const one = await started();
  await one.perform(one.run_id);
  await change({ closed_at: '2026-01-02T00:00:00.000Z' });
  await one.perform(await one.first());
  expect(await one.shards()).toEqual([]);
  expect((await one.whole()).status).not.toBe('running');
});

it('has no parts where the account was closed while it was started', async () => {
  const { run_id, perform, whole, parts } = await started();
  await change({ closed_at: '2026-01-02T00:00:00.000Z' });
  await perform(run_id);
  expect(await parts()).toEqual([]);
  expect((await whole()).status).not.toBe('running');
});

it('keeps nothing of a shard that was cancelled while it was made', async () => {
  const stop = new AbortController();
  const { run_id, perform, first, shards } = await started(() => stop.abort());
  await perform(run_id);
  await perform(await first(), stop.signal);
  expect(await shards()).toEqual([]);
});

it.each([0, 1] as const)(
  'ends with its package, and its frames are kept where that was asked: %i',
  async (retain_raw_inputs) => {
    const { run_id, sequence_id, perform, whole, first, shards, parts } = await started(() => {}, {
      retain_raw_inputs,
    });
    await perform(run_id);
    for (const _ of ['one', 'other', 'package']) await perform(await first());
    expect(await whole()).toMatchObject({ status: 'succeeded', leased_by: null });
    expect([await parts(), await shards()]).toEqual([[], []]);
    const db = storage.store.read();
    const one = await db.selectFrom('packages').selectAll().executeTakeFirstOrThrow();
    expect(one).toMatchObject({ file_name: '0.npy', requester: account_id });
    const zip = await buffer((await storage.blobs.read(one.blob_key))!);
    // the second shard, from where it lies in what was stored of it
    expect([...zip]).toEqual([1, 6, 6, 6, 9]);
    const use = await db.selectFrom('usage_events').selectAll().execute();
    expect(use).toMatchObject([{ kind: 'sequence', input_bytes: 3, run_id }]);
    const kept = await db.selectFrom('raw_uploads').select(['part', 'blob_key']).execute();
    const blob_key = `staged/${sequence_id}-0`;
    expect(kept).toEqual(retain_raw_inputs ? [{ part: 'hologram', blob_key }] : []);
    expect(await db.selectFrom('sequence_files').selectAll().execute()).toEqual([]);
    // of what was staged nothing is left
    expect((await listed(storage.blobs, 'staged')).filter((key) => key.includes('shard'))).toEqual([]);
  },
);
