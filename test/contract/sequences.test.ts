import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadKernels } from '../load-kernels.ts';
import type { Frame } from '../../src/core/field/frame.ts';
import { verifyCommand } from '../../src/cli/commands/verify.ts';
import { unpackPackage } from '../../src/formats/verify/unpack-package.ts';
import { makeSequence } from '../../src/services/sequence/make-sequence.ts';
import type { ShardStore } from '../../src/services/sequence/sequence-maker.ts';
import { packageBytes, placeIn, type ReadShard } from '../../src/services/sequence/package-bytes.ts';
import { SequenceWorker } from '../../src/services/sequence/sequence-worker.ts';
import { lentSetUps } from '../backends/lent-servers.ts';
import { mainlyOn } from '../short-form.ts';
import { expectProblem } from './problem.ts';
import { keysOf } from './run-client.ts';
import {
  npyOf,
  pngOf,
  sequenceClient,
  sequenceFields,
  someFrames,
  type Sequence,
} from './sequence-client.ts';
import { twoAccounts } from './two-accounts.ts';

const setUps = await lentSetUps();
afterAll(() => setUps.remove());

const FRAMES = 12;
const BROKEN = 5;
let frames: readonly Frame[];
let files: readonly Uint8Array<ArrayBuffer>[];

beforeAll(async () => {
  frames = await someFrames(FRAMES);
  files = await Promise.all(frames.map(pngOf));
});

/** The same frames on the command line's way: another cut, another store. */
async function madeHere(given: readonly Uint8Array<ArrayBuffer>[]): Promise<Map<string, Uint8Array>> {
  const shards: Uint8Array[] = [];
  const store: ShardStore = {
    write: async (shard, pieces) => void (shards[shard] = Buffer.concat(pieces)),
    read: async (shard, offset, length) => new Uint8Array(shards[shard]!.subarray(offset, offset + length)),
  };
  const here = new SequenceWorker(loadKernels);
  const maker = { atOnce: 1, sequence: here.perform.bind(here) as typeof here.perform };
  const order = {
    ...{ fields: sequenceFields, background: null, calibration: null, requester: 'local', now: new Date() },
    software: { name: 'leith', version: '0', kernel_sha256: 'a'.repeat(64) },
    files: given.map((bytes, k) => ({
      ...{ name: `${k}.png`, size: bytes.length },
      read: async (offset: number, length: number) => bytes.slice(offset, offset + length),
    })),
  };
  const made = await makeSequence(maker, order, store, () => {});
  const pieces: Uint8Array[] = [];
  const read: ReadShard = async (part, shard) => {
    const { offset, length } = placeIn(made.shards[shard]!, part, made.image.layout);
    return store.read(shard, offset, length);
  };
  for await (const piece of packageBytes(made, read)) pieces.push(piece);
  return new Map(unpackPackage(new Uint8Array(Buffer.concat(pieces))));
}

/** What `leith verify` says of a package. */
async function verdictOn(zip: Uint8Array, published: unknown): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'leith-sequences-'));
  try {
    const [path, keys] = [join(folder, 'cells.zip'), join(folder, 'keys.json')];
    writeFileSync(path, zip);
    writeFileSync(keys, JSON.stringify(published));
    let out = '';
    const io = { stdout: { write: (text: string) => (out += text) }, stderr: { write: () => {} } };
    await verifyCommand.execute([path, '--keys', keys, '--json'], io);
    return (JSON.parse(out) as { verdict: string }).verdict;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe.each(mainlyOn('embedded', setUps.all))('sequences, $name', ({ name }) => {
  const world = twoAccounts(name);
  const mine = sequenceClient((path, init) => world.ask(path, init));
  const staged = async (id: string) =>
    (await keysOf(world.storage, 'staged')).filter((key) => key.startsWith(`staged/${id}`));
  const ended = async (id: string) => {
    const response = await mine.start(id);
    expect(response.status, await response.clone().text()).toBe(202);
    const { run_id } = (await response.json()) as { run_id: string };
    expect(response.headers.get('location')).toBe(`/runs/${run_id}`);
    return world.client.ended(run_id, world.mine.api_key);
  };

  it('are sent in any order, started once, and come out as on the command line', async () => {
    const id = await mine.begin({ frames: FRAMES, interval_s: 0.5 });
    expect(id).toMatch(/^seq_/);
    const broken = new TextEncoder().encode('not a picture');
    const put = async (n: number, bytes: Uint8Array<ArrayBuffer>, query = '') => {
      const response = await mine.put(id, n, bytes, query);
      expect(response.status, await response.clone().text()).toBe(200);
      return (await response.json()) as { already_there: boolean; format: string | null };
    };
    expect(await put(7, files[7]!)).toMatchObject({ already_there: false, format: 'png' });
    expect(await put(7, files[7]!)).toMatchObject({ already_there: true });
    await Promise.all([0, 2, 1, 4, 3].map((n) => put(n, files[n]!)));
    expect(await put(6, files[0]!)).toMatchObject({ already_there: false });
    expect(await put(6, files[6]!)).toMatchObject({ already_there: false });
    await put(8, npyOf(frames.slice(8)), '?count=4');
    const half = await mine.find(id);
    expect(half).toMatchObject({ status: 'open', frames: FRAMES, expires_at: expect.any(String) });
    const ranges = [
      { from: 0, to: 4 },
      { from: 6, to: 11 },
    ];
    expect(half.received).toEqual({ count: 11, ranges });
    const early = await expectProblem(await mine.start(id), 409, 'SEQUENCE_INCOMPLETE');
    expect(early.detail).toContain('these are not there: 5.');
    expect(await put(BROKEN, broken)).toMatchObject({ format: null });
    expect((await staged(id)).length).toBe(9);

    const run = await ended(id);
    expect(run).toMatchObject({ status: 'succeeded', progress: { fraction: 1 } });
    expect(await mine.find(id)).toMatchObject({
      ...{ status: 'succeeded', run_id: run.run_id, evidence_report_id: run.evidence_report_id },
      received: { count: FRAMES },
    });
    const again = (await (await mine.start(id)).json()) as { run_id: string };
    expect(again.run_id).toBe(run.run_id);
    await expect.poll(() => staged(id)).toEqual([]);
    await expectProblem(await mine.put(id, 0, files[0]!), 409, 'SEQUENCE_CLOSED');

    const zip = await world.ask(`/results/${run.evidence_report_id}/package`);
    const bytes = new Uint8Array(await zip.arrayBuffer());
    const published = await (await world.ask('/.well-known/leith-keys.json')).json();
    expect(await verdictOn(bytes, published)).toBe('authentic');
    const there = new Map(unpackPackage(bytes));
    const here = await madeHere(files.map((file, k) => (k === BROKEN ? broken : file)));
    const same = [...here.keys()].filter((path) => /ome\.zarr\/0\/c|_(phase|std|noise)\.tif$/.test(path));
    expect(same.length).toBeGreaterThan(4);
    for (const path of same) expect(Buffer.compare(there.get(path)!, here.get(path)!), path).toBe(0);
    const table = new TextDecoder().decode(there.get('data/frames.csv')).trimEnd().split('\n').slice(1);
    expect(table.map((line) => line.split(',').at(-1))).toEqual(
      Array.from({ length: FRAMES }, (_, k) => (k === BROKEN ? 'unreadable' : '')),
    );
    expect(there.has('data/evidence.dsse.json')).toBe(true);
    const usage = (await (await world.ask('/users/me/usage')).json()) as { items: object[] };
    expect(usage.items[0]).toMatchObject({ kind: 'sequence', run_id: run.run_id });
    const runs = (await (await world.ask('/runs')).json()) as { items: { run_id: string }[] };
    expect(runs.items.map(({ run_id }) => run_id)).toEqual([run.run_id]);

    expect((await mine.forget(id)).status).toBe(204);
    await expectProblem(await world.ask(`/sequences/${id}`), 404, 'SEQUENCE_NOT_FOUND');
    const left = await world.ask(`/results/${run.evidence_report_id}`);
    expect(await left.json()).toMatchObject({ holography_mode: 'off-axis', parameters: { frames: FRAMES } });
  });

  it('are kept where the account keeps its raw uploads', async () => {
    const keep = (retain_raw_inputs: boolean) =>
      world.ask('/users/me/retention', {
        ...{ method: 'PUT', body: JSON.stringify({ retain_raw_inputs }) },
        headers: { 'content-type': 'application/json' },
      });
    await keep(true);
    const id = await mine.begin({ frames: 3 });
    await keep(false);
    for (let n = 0; n < 3; n++) await mine.put(id, n, files[n]!);
    const { evidence_report_id } = await ended(id);
    const raw = (await (await world.ask('/users/me/raw-uploads')).json()) as { items: object[] };
    const kept = raw.items.filter(
      (item) => (item as typeof raw & Record<string, unknown>)['evidence_report_id'] === evidence_report_id,
    );
    expect(kept).toHaveLength(3);
    expect(kept[0]).toMatchObject({ part: 'hologram', bytes: expect.any(Number) });
  });

  it('fail with the reason, cancel with their run, and are nobody else’s', async () => {
    const dull = await mine.begin({ frames: 2 });
    const flat = await pngOf({ ...frames[0]!, samples: frames[0]!.samples.map(() => 9) as Uint16Array });
    await Promise.all([0, 1].map((n) => mine.put(dull, n, flat)));
    expect(await ended(dull)).toMatchObject({ status: 'failed', problem: { status: 422 } });
    expect(await mine.find(dull)).toMatchObject({ status: 'failed', problem: { status: 422 } });
    await expect.poll(() => staged(dull)).toEqual([]);

    const id = await mine.begin({ frames: 2 });
    await Promise.all([0, 1].map((n) => mine.put(id, n, files[n]!)));
    const stranger = sequenceClient((path, init) => world.ask(path, init, world.theirs));
    await expectProblem(await stranger.start(id), 404, 'SEQUENCE_NOT_FOUND');
    await expectProblem(await stranger.put(id, 0, files[0]!), 404, 'SEQUENCE_NOT_FOUND');
    await expectProblem(await stranger.forget(id), 404, 'SEQUENCE_NOT_FOUND');
    await expectProblem(await fetch(new URL(`/sequences/${id}`, world.service.url)), 401, 'MISSING_API_KEY');
    const { run_id } = (await (await mine.start(id)).json()) as { run_id: string };
    const cancelled = await world.client.cancel(run_id, world.mine.api_key);
    expect(cancelled.status).toBe(200);
    expect(await mine.find(id)).toMatchObject({ status: 'cancelled' });
    const open = await mine.begin({ frames: 3 });
    await mine.put(open, 1, files[1]!);
    const listed = async (query = '', who = world.mine) => {
      const response = await world.ask(`/sequences${query}`, {}, who);
      expect(response.status, await response.clone().text()).toBe(200);
      return (await response.json()) as { items: Partial<Sequence>[]; next_cursor: string | null };
    };
    const first = await listed('?limit=2');
    expect(first.items).toEqual([
      expect.objectContaining({ sequence_id: open, status: 'open', received: { count: 1 } }),
      expect.objectContaining({ sequence_id: id, status: 'cancelled', run_id, received: { count: 2 } }),
    ]);
    const { items } = await listed(`?limit=2&cursor=${first.next_cursor}`);
    expect(items[0]).toMatchObject({ sequence_id: dull, status: 'failed', problem: { status: 422 } });
    expect((await listed('', world.theirs)).items.map(({ sequence_id }) => sequence_id)).not.toContain(id);
    await expect.poll(() => staged(id)).toEqual([]);
  });

  it('go with the data of their account', async () => {
    const other = await world.client.signUp();
    const theirs = sequenceClient((path, init) => world.ask(path, init, other));
    const id = await theirs.begin({ frames: 2 });
    await theirs.put(id, 0, files[0]!);
    const deleted = await world.ask('/users/me/data', { method: 'DELETE' }, other);
    expect(deleted.status).toBe(200);
    expect(await staged(id)).toEqual([]);
    expect((await theirs.put(id, 1, files[1]!)).status).toBe(404);
  });
});

describe('a sequence', () => {
  const world = twoAccounts('embedded');
  const mine = sequenceClient((path, init) => world.ask(path, init));

  it.each([
    [{}, ['/frames']],
    [{ frames: 1 }, ['/frames']],
    [{ frames: 100_001, interval_s: 0 }, ['/frames', '/interval_s']],
    [{ frames: 2, wavelength_um: 650, what: 1, outputs: 'phase' }, ['/outputs', '/wavelength_um', '/what']],
    [{ frames: 2, output_sampling: 'full' }, ['/output_sampling']],
  ])('refuses %j and says all of it', async (fields, pointers) => {
    const { errors } = await expectProblem(await mine.create(fields), 422, 'INVALID_INPUT');
    expect(errors!.map(({ pointer }) => pointer).toSorted()).toEqual(pointers);
  });

  it('takes its fields and a background as a form, and is begun once for a key', async () => {
    const form = () => {
      const body = new FormData();
      for (const [name, value] of Object.entries({ ...sequenceFields, frames: '2' }))
        body.append(name, value);
      body.append('background', new Blob([files[0]!]), 'blank.png');
      return body;
    };
    const headers = { 'idempotency-key': `k${Math.random()}` };
    const post = () => world.ask('/sequences', { method: 'POST', body: form(), headers });
    const [one, other] = [await post(), await post()];
    expect([one.status, other.status]).toEqual([201, 201]);
    const { sequence_id } = (await one.json()) as Sequence;
    expect(((await other.json()) as Sequence).sequence_id).toBe(sequence_id);
    expect(one.headers.get('location')).toBe(`/sequences/${sequence_id}`);
    expect((await mine.find(sequence_id)).received.count).toBe(0);
    expect((await mine.forget(sequence_id)).status).toBe(204);
  });

  it('refuses frames that have no place, and stacks that are not what they are said to be', async () => {
    const id = await mine.begin({ frames: 6 });
    const stack = npyOf(frames.slice(0, 3));
    const refused: [number | string, Uint8Array<ArrayBuffer>, string, string][] = [
      [6, files[0]!, '', '/n'],
      ['x', files[0]!, '', '/n'],
      ['-1', files[0]!, '', '/n'],
      [4, stack, '?count=3', '/count'],
      [0, stack, '?count=2', '/count'],
      [0, stack, '?count=0', '/count'],
      [0, stack, '?frames=3', '/frames'],
      [0, new Uint8Array(), '', ''],
    ];
    const planes = readFileSync(new URL('../fixtures/stacks/planes.tif', import.meta.url));
    const { detail: few } = await expectProblem(
      await mine.put(id, 0, planes, '?count=3'),
      422,
      'INVALID_INPUT',
    );
    expect(few).toContain(
      'the file holds 1 frame: one page of 3 samples a pixel. Save a page for each frame',
    );
    for (const [n, bytes, query, pointer] of refused) {
      const { errors } = await expectProblem(await mine.put(id, n, bytes, query), 422, 'INVALID_INPUT');
      expect(errors!.map((error) => error.pointer)).toEqual([pointer]);
    }
    await expectProblem(await mine.put(id, 0, stack.slice(0, 5000), '?count=3'), 422, 'HOLOGRAM_UNREADABLE');
    expect((await mine.put(id, 1, stack, '?count=3')).status).toBe(200);
    const { detail } = await expectProblem(await mine.put(id, 2, files[2]!), 422, 'INVALID_INPUT');
    expect(detail).toContain('frames 1 to 3 came in one file');
    const form = new FormData();
    form.append('hologram', new Blob([files[0]!]), 'a.png');
    expect((await mine.put(id, 0, form)).status).toBe(200);
    expect((await mine.put(id, 0, npyOf(frames.slice(0, 5)), '?count=5')).status).toBe(200);
    expect((await mine.find(id)).received).toEqual({ count: 5, ranges: [{ from: 0, to: 4 }] });
    await mine.forget(id);
  });
});
