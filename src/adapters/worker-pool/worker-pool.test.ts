import { readFileSync } from 'node:fs';
import { setImmediate as soon, setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { Problem } from '../../core/problem/problem.ts';
import { parseRecipe } from '../../core/recipe/recipe.ts';
import { listZip } from '../../formats/decode/array/zip-directory.ts';
import { NoThreads, Overloaded } from '../../services/ports/overloaded.ts';
import type { ReconstructionJob } from '../../services/ports/compute.ts';
import { oneIn } from '../../../test/short-form.ts';
import { WorkerPool, type WorkerPoolOptions } from './worker-pool.ts';
const further = { tags: 'further/failing' };
let pool: WorkerPool;
/** of the tests that want nothing special: a thread takes a second until it has done its first job */
let usual: WorkerPool | undefined;
afterEach(() => (pool === usual ? undefined : pool.close()));
afterAll(() => usual?.close());

function openUsual(): WorkerPool {
  return (pool = usual ??= open({}));
}

function open(options: Partial<WorkerPoolOptions>): WorkerPool {
  const defaults = {
    workers: 1,
    queueLimit: 4,
    limits: { jobMs: 100_000, decodeMs: 50_000 },
    onError: () => {},
  };
  pool = new WorkerPool({ worker: new URL('./worker.fixture.ts', import.meta.url), ...defaults, ...options });
  return pool;
}

/** Where it matters whose turn it is, and not what comes out: its threads have nothing to load. */
const bare = { worker: new URL('./bare-worker.fixture.ts', import.meta.url) };

const recipe = parseRecipe({
  holography_mode: 'off-axis',
  wavelength_um: 0.6328,
  pixel_pitch_um: 3.45,
  z_mm: 5,
  // a picture is what is told of on the way
  outputs: 'phase,previews',
});
/** a part of the sample: these tests are not about its pixels */
const png = await sharp(readFileSync(new URL('../../../examples/off-axis.png', import.meta.url)))
  .extract({ left: 336, top: 336, width: 96, height: 96 })
  .toColourspace('b-w')
  .png()
  .toBuffer();

/** of float32 */
const PHASE_BYTES = 96 * 96 * 4;

/** How many threads had a job when one was done. */
const jobs = async () => (await pool.reconstruct(request(), silent)).stages['jobs']!;

/** In two blocks, as an upload of more than a block arrives. */
function request(name = 'hologram.png'): ReconstructionJob {
  const blocks = [new Uint8Array(png.subarray(0, 1000)), new Uint8Array(png.subarray(1000))];
  const hologram = { name, blocks, bytes: png.length, sha256: 'a'.repeat(64) };
  const software = { name: 'leith', version: '0', kernel_sha256: 'b'.repeat(64) };
  const names = { evidence_report_id: 'evr_1', archive_id: 'arc_1', requester: 'public' };
  const identity = { ...names, created_at: '2026-01-01T00:00:00Z', software, requested: {} };
  return { hologram, background: null, recipe, calibration: null, identity };
}

const silent = { signal: new AbortController().signal, onProgress: () => {} };

const inline = parseRecipe({
  ...{ holography_mode: 'inline', wavelength_um: 0.6328, pixel_pitch_um: 3.45, z_mm: 1 },
  ...{ phase_retrieval: 'none', outputs: 'phase' },
});

describe('WorkerPool', () => {
  it('computes in another thread, reports the stages and takes the memory of the upload over', async () => {
    const stages = new Set<string>();
    const asked = request();
    const pictures: Uint8Array[] = [];
    const result = await openUsual().reconstruct(asked, {
      ...silent,
      onProgress: (stage) => stages.add(stage),
      onPicture: (png) => pictures.push(png),
    });
    expect([...stages].slice(0, 2)).toEqual(['decode', 'spectrum']);
    expect(stages).toContain('package');
    expect(Object.keys(result.stages)).toEqual([...stages]);
    expect(asked.hologram.blocks.map(({ byteLength }) => byteLength)).toEqual([0, 0]);
    const files = listZip(new Uint8Array(Buffer.concat(result.chunks)));
    expect(files.length).toBeGreaterThan(10);
    const phase = files.find(({ name }) => name === 'data/preview/phase.png')!;
    expect(pictures.map((png) => Buffer.from(png).equals(phase.data))).toEqual([true]);
    expect(result.chunks.reduce((sum, { byteLength }) => sum + byteLength, 0)).toBe(result.bytes);
  });

  it('hands over the first parts of a package while the rest is made, all of them before the result', async () => {
    const parts: Uint8Array[] = [];
    const summed = new Set<boolean>();
    const onChunks = (chunks: Uint8Array[], isSummed: boolean) =>
      void (parts.push(...chunks), summed.add(isSummed));
    const whole = await openUsual().reconstruct(request(), silent);
    const { chunks, bytes } = await openUsual().reconstruct(request(), { ...silent, onChunks });
    const names = (zip: readonly Uint8Array[]) =>
      listZip(new Uint8Array(Buffer.concat(zip))).map(({ name, data }) => [name, data.length]);
    expect(Buffer.concat([...parts, ...chunks]).length).toBe(bytes);
    expect(names([...parts, ...chunks])).toEqual(names(whole.chunks));
    expect(Buffer.concat(parts).length).toBeGreaterThan(PHASE_BYTES);
    expect([...summed]).toEqual([false]);
  });

  it('hands refusals on as problems', async () => {
    const broken = request();
    const hologram = { ...broken.hologram, blocks: [new Uint8Array([1, 2, 3])], bytes: 3 };
    const error = await openUsual()
      .reconstruct({ ...broken, hologram }, silent)
      .catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(Problem);
    expect(error).toMatchObject({ code: 'HOLOGRAM_UNREADABLE' });
  });

  it('turns work away that it has no room for', async () => {
    open({ ...bare, queueLimit: 0 });
    const first = pool.reconstruct(request(), silent);
    expect(() => pool.checkRoom()).toThrow(Overloaded);
    await expect(pool.reconstruct(request(), silent)).rejects.toMatchObject({
      retryAfterSeconds: expect.any(Number),
    });
    await first;
    expect(pool.load).toBe(0);
    pool.checkRoom();
  });

  it('computes in-line frames one after the other where memory has room for one, and others beside them', async () => {
    open({ ...bare, workers: 2, inlineAtOnce: 1 });
    // one that still starts does not wait for its turn
    while (Math.max(...(await Promise.all([jobs(), jobs()]))) < 2);
    const told: string[] = [];
    const send = async (name: string, asked: Partial<ReconstructionJob> = {}) => {
      const onProgress = () => void told.push(name);
      await pool.reconstruct({ ...request(), ...asked }, { ...silent, onProgress });
    };
    await Promise.all([send('first', { recipe: inline }), send('second', { recipe: inline }), send('other')]);
    expect(told.indexOf('second')).toBeGreaterThan(told.lastIndexOf('first'));
    // it did not wait for the second one's turn
    expect(told.indexOf('other')).toBeLessThan(told.indexOf('second'));
    expect(pool.load).toBe(0);
  });

  it('computes nothing beside an in-line frame that takes the memory of all threads', async () => {
    open({ ...bare, workers: 2, inlineAtOnce: 1, inlineThreads: 2 });
    const told: string[] = [];
    const send = async (name: string, asked: Partial<ReconstructionJob> = {}) => {
      const onProgress = () => void told.push(name);
      await pool.reconstruct({ ...request(), ...asked }, { ...silent, client: name, onProgress });
    };
    const first = send('inline', { recipe: inline }).then(() => told.push('done'));
    await soon();
    await Promise.all([first, send('a'), send('b')]);
    expect(new Set(told.slice(0, told.indexOf('done')))).toEqual(new Set(['inline']));
    expect(told).toContain('b');
    expect(pool.load).toBe(0);
  });

  it('lets a job have another thread while a core is idle for every job, those that wait for others not counted', async () => {
    open({ ...bare, workers: 2, inlineAtOnce: 1 });
    const roomy = async (asked: Partial<ReconstructionJob> = {}) =>
      (await pool.reconstruct({ ...request(), ...asked }, silent)).bytes;
    expect(await roomy()).toBe(1);
    const both = await Promise.all([roomy(), roomy()]);
    expect(Math.min(...both)).toBe(0);
    const large = roomy({ recipe: inline });
    const waiting = roomy({ recipe: inline });
    expect(await large).toBe(1);
    await waiting;
  });

  it('tells threads how many of them have a job', async () => {
    open({ ...bare, workers: 2 });
    expect(await jobs()).toBe(1);
    expect((await Promise.all([jobs(), jobs(), jobs()])).sort()).toEqual([1, 2, 2]);
  });

  it('lets no job have another thread where memory has room for one job alone', async () => {
    open({ ...bare, workers: 2, inlineThreads: 2 });
    expect((await pool.reconstruct(request(), silent)).bytes).toBe(0);
  });

  it('gives back what a thread holds that has nothing to do', further, async () => {
    openUsual();
    await pool.reconstruct(request('grow a little'), silent);
    await expect(pool.reconstruct(request('kept'), silent)).rejects.toThrow('still there');
    await sleep(1500);
    await pool.reconstruct(request('kept'), silent);
  });

  it('begins an in-line frame with none of what another frame has left', further, async () => {
    openUsual();
    await pool.reconstruct(request('grow a little'), silent);
    await pool.reconstruct({ ...request(), recipe: inline }, silent);
    // fails where what was left is still there
    await pool.reconstruct(request('kept'), silent);
  });

  it('leaves others room and turns where one client has much waiting, and counts what it computed', async () => {
    const computed: [string, number][] = [];
    open({ ...bare, queueLimit: 3, onComputed: (...each) => computed.push(each) });
    const send = (client: string) => {
      pool.checkShare(client);
      return pool.reconstruct(request(), { ...silent, client, requester: client });
    };
    // one is computed and two wait, where there is room for one more
    const sent = [send('a'), send('a'), send('a')];
    expect(() => send('a')).toThrow('your part');
    await Promise.all([...sent, send('b')]);
    expect(computed.map(([client]) => client)).toEqual(['a', 'a', 'b', 'a']);
    expect(Math.max(...computed.map(([, ms]) => ms))).toBeLessThan(20);
    pool.checkShare('a');
  });

  it('drops a job that waits, as soon as nobody wants it', async () => {
    openUsual();
    const first = pool.reconstruct(request(), silent);
    const controller = new AbortController();
    const second = pool.reconstruct(request(), { ...silent, signal: controller.signal });
    controller.abort(new Error('gone'));
    await expect(second).rejects.toThrow('gone');
    await first;
  });

  it('stops a job between two stages', async () => {
    openUsual();
    const controller = new AbortController();
    const stages: string[] = [];
    const onProgress = (stage: string): void => {
      stages.push(stage);
      controller.abort(new Error('gone'));
    };
    await expect(pool.reconstruct(request(), { signal: controller.signal, onProgress })).rejects.toThrow(
      'gone',
    );
    expect(stages).not.toContain('package');
    await pool.reconstruct(request(), silent);
  });

  it('gives back at once what a large job has made of a thread’s memory', further, async () => {
    openUsual();
    await pool.reconstruct(request('grow'), silent);
    // fails where the 300 MB that were filled are still there
    expect((await pool.reconstruct(request('kept'), silent)).bytes).toBeGreaterThan(PHASE_BYTES);
  });

  it.each(oneIn(2, ['die', 'eat'], 1))('survives a worker that has to %s', further, async (name) => {
    open(bare);
    await expect(pool.reconstruct(request(name), silent)).rejects.toThrow();
    expect(pool.load).toBe(0);
    expect(await jobs()).toBe(1);
  });

  it('gives jobs up where no thread starts, says so, and takes them on when one does', async () => {
    const broken = new SharedArrayBuffer(4);
    const flag = new Int32Array(broken).fill(1);
    open({ ...bare, workers: 2, workerData: broken });
    const why = 'No thread that computes could be started: out of order.';
    await expect(pool.begin()).rejects.toThrow(NoThreads);
    const sent = Array.from({ length: 3 }, () => pool.reconstruct(request(), silent));
    for (const { reason } of (await Promise.allSettled(sent)) as PromiseRejectedResult[])
      expect(reason).toMatchObject({ message: why, retryAfterSeconds: 30 });
    expect(pool).toMatchObject({ load: 0, fault: { message: why } });
    flag[0] = 0;
    await pool.reconstruct(request(), silent);
    expect(pool.fault).toBeNull();
  });

  it('gives up what waits where the last thread dies and none can take its place', async () => {
    const broken = new SharedArrayBuffer(4);
    const flag = new Int32Array(broken);
    open({ ...bare, workerData: broken });
    await pool.begin();
    flag[0] = 1;
    const sent = ['die', 'a', 'b'].map((name) => pool.reconstruct(request(name), silent));
    const [dead, ...waiting] = (await Promise.allSettled(sent)) as PromiseRejectedResult[];
    expect(dead).toMatchObject({ reason: { message: 'worker exited with code: 7' } });
    for (const { reason } of waiting) expect(reason).toBeInstanceOf(NoThreads);
    expect(pool.fault).toBeInstanceOf(NoThreads);
    flag[0] = 0;
    await pool.reconstruct(request(), silent);
    expect(pool.fault).toBeNull();
  });

  it('gives up a file that can’t be read in time, and works on with another worker', further, async () => {
    open({ ...bare, limits: { jobMs: 100_000, decodeMs: 300 } });
    // the clock is first where it has less than a tenth of a core: stop.test.ts has either
    const message = expect.stringMatching(/took longer than (0\.3 s of processor|3 s by)/);
    await expect(pool.reconstruct(request('slow'), silent)).rejects.toMatchObject({
      ...{ code: 'TOOK_TOO_LONG', message },
    });
    expect(pool.load).toBe(0);
    expect(await jobs()).toBe(1);
  });
});
