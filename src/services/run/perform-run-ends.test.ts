import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setUpsOn } from '../../../test/backends/set-ups.ts';
import { Problem } from '../../core/problem/problem.ts';
import type { OpenStorage } from '../../start/storage.ts';
import { leftovers, listed } from '../archive/archive.fixture.ts';
import { makeAccount } from '../deletion/account.fixture.ts';
import { Unauthenticated } from '../key/unauthenticated.ts';
import { Overloaded } from '../ports/overloaded.ts';
import { StorageUnavailable } from '../ports/storage-unavailable.ts';
import { acceptRun } from './accept-run.ts';
import { readRequest, type AcceptedFiles } from './accepted-request.ts';
import { cancelRun } from './cancel-run.ts';
import { findPicture } from './find-picture.ts';
import { findRun } from './find-run.ts';
import { listRuns } from './list-runs.ts';
import { performRun } from './perform-run.ts';
import { file, input, result, runServices } from './run.fixture.ts';

const never = new AbortController().signal;
/** What a run decides is the same on either set-up; perform-run.test.ts has both. */
const setUps = setUpsOn({ postgres: null, s3: null });
afterAll(() => setUps.remove());

describe('performing a run', () => {
  let storage: OpenStorage;
  let stopping: AbortController;
  beforeEach(async () => {
    storage = await (await setUps.all[0]!.create()).open();
    stopping = new AbortController();
    return () => storage.close();
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });
  const rowOf = (run_id: string) =>
    storage.store.read().selectFrom('runs').selectAll().where('run_id', '=', run_id).executeTakeFirst();

  it.each([[['hologram']], [['background', 'hologram']]])(
    'keeps what its account keeps: %j',
    async (parts) => {
      const account_id = await makeAccount(storage);
      const { services } = runServices(storage);
      const background = parts.length > 1 ? file(new Uint8Array([5])) : undefined;
      const asked = input({ requester: account_id, retain: true, background });
      const { run_id } = await acceptRun(services, asked);
      const { hologram, background: other } = readRequest((await rowOf(run_id))!.request) as AcceptedFiles;
      const keys = [...(other ? [other.blob_key] : []), hologram.blob_key];
      expect(await performRun(services, run_id, never)).toBe('over');
      const db = storage.store.read();
      const kept = await db.selectFrom('raw_uploads').selectAll().orderBy('part').execute();
      expect(kept.map(({ part }) => part)).toEqual(parts);
      expect(kept.map(({ blob_key }) => blob_key)).toEqual(keys);
      expect((await listed(storage.blobs, 'raw')).toSorted()).toEqual(keys.toSorted());
      expect((await leftovers(storage))['removals']).toEqual([]);
      const { archive_id } = (await rowOf(run_id))!;
      const [made] = await db.selectFrom('packages').selectAll().execute();
      expect(made!.blob_key).toMatch(new RegExp(`^archive/${archive_id}\\.[0-9a-f-]{36}\\.zip$`));
    },
  );

  it('keeps the picture of what was looked for, for whoever asks for the run, and in no list', async () => {
    const requester = await makeAccount(storage);
    const png = Uint8Array.of(1, 2, 3);
    const { services } = runServices(storage, async () => {
      throw new Problem('TARGET_NOT_RECOGNISED', 'not there', [], png);
    });
    const { run_id } = await acceptRun(services, input({ requester }));
    expect(await performRun(services, run_id, never)).toBe('over');
    const { problem } = (await findRun(storage, run_id, requester))!;
    expect(problem).toMatchObject({ code: 'TARGET_NOT_RECOGNISED', detail: 'not there' });
    expect([...problem!.picture!]).toEqual([...png]);
    const { items } = await listRuns(storage, requester, { limit: 5, after: null });
    expect(items.map((run) => [run.run_id, run.problem!.picture])).toEqual([[run_id, undefined]]);
    // it shows no phase
    expect(await findPicture(storage, run_id, requester)).toEqual({ none: 'any more' });
  });

  it('keeps nothing where its account does not', async () => {
    const { services } = runServices(storage);
    const requester = await makeAccount(storage);
    const { run_id } = await acceptRun(services, input({ requester }));
    expect(await performRun(services, run_id, never)).toBe('over');
    expect(await storage.store.read().selectFrom('raw_uploads').selectAll().execute()).toEqual([]);
    expect(await listed(storage.blobs, 'staged')).toEqual([]);
  });

  it('does not begin in a process that ends', async () => {
    const { services, errors } = runServices(storage);
    const { run_id } = await acceptRun(services, input());
    const store = { ...services.store, transaction: vi.fn() };
    expect(await performRun({ ...services, store }, run_id, AbortSignal.abort())).toBe('again');
    expect([store.transaction.mock.calls, errors]).toEqual([[], []]);
  });

  it('gives back what it claimed while it was asked to end', async () => {
    const { services, errors } = runServices(storage, async (_, { signal }) => {
      signal.throwIfAborted();
      return result();
    });
    const { run_id } = await acceptRun(services, input());
    const now = () => (stopping.abort(), new Date());
    expect(await performRun({ ...services, now }, run_id, stopping.signal)).toBe('again');
    expect(await rowOf(run_id)).toMatchObject({ status: 'queued', attempts: 0 });
    expect(errors).toEqual([]);
  });

  it('leaves no listener, no timer, and nothing to be cancelled', async () => {
    const forget = vi.fn();
    const { services } = runServices(storage);
    services.running.begin = () => forget;
    const { run_id } = await acceptRun(services, input());
    const [added, removed] = (['addEventListener', 'removeEventListener'] as const).map((name) =>
      vi.spyOn(stopping.signal, name),
    );
    const [set, cleared] = [vi.spyOn(globalThis, 'setTimeout'), vi.spyOn(globalThis, 'clearTimeout')];
    await performRun(services, run_id, stopping.signal);
    expect(added!.mock.calls).toHaveLength(1);
    expect(removed!.mock.calls).toEqual(added!.mock.calls);
    const ticks = set.mock.results.filter((_, i) => set.mock.calls[i]![1] === 1000).map(({ value }) => value);
    expect(cleared.mock.calls.flat()).toContain(ticks.at(-1));
    expect(forget).toHaveBeenCalledTimes(1);
  });

  const wrong = { pointer: '/z_mm', message: 'too far' };
  it.each([
    ['INTERNAL_ERROR', new Unauthenticated('INVALID_API_KEY', 'gone'), []],
    ['INVALID_INPUT', new Problem('INVALID_INPUT', 'gone', [wrong]), [wrong]],
  ])('fails with %s, which is nobody else’s to know', async (code, error, errors) => {
    const run = runServices(storage, () => Promise.reject(error));
    const { run_id } = await acceptRun(run.services, input());
    expect(await performRun(run.services, run_id, never)).toBe('over');
    const { problem } = (await findRun(storage, run_id, null))!;
    expect(problem).toEqual({ code, detail: 'gone', errors, request_id: 'req_1' });
    expect(run.errors).toEqual([]);
  });

  it.each([
    [0, new Overloaded('much', 5)],
    [1, new TypeError('undefined is no function')],
  ])('counts %i attempts and tells the operator: %s', async (attempts, error) => {
    const heard: unknown[] = [];
    const { services } = runServices(storage, () => Promise.reject(error));
    const { run_id } = await acceptRun(services, input());
    const onError = (...told: unknown[]) => heard.push(told);
    expect(await performRun({ ...services, onError }, run_id, never)).toBe('again');
    expect(await rowOf(run_id)).toMatchObject({ status: 'queued', attempts });
    expect(heard).toEqual([[error, run_id]]);
  });

  it('says that what was uploaded is gone, when it was looked for as often as a run is begun', async () => {
    const { services, errors } = runServices(storage);
    const { run_id } = await acceptRun(services, input());
    const { hologram } = readRequest((await rowOf(run_id))!.request) as AcceptedFiles;
    await storage.blobs.delete(hologram.blob_key);
    const ends: string[] = [];
    for (let k = 0; k < services.maxAttempts; k++) ends.push(await performRun(services, run_id, never));
    expect(ends).toEqual([...Array(services.maxAttempts - 1).fill('again'), 'over']);
    const { problem } = (await findRun(storage, run_id, null))!;
    expect(problem).toMatchObject({ code: 'INTERNAL_ERROR', detail: expect.stringMatching(/Send it again/) });
    expect(errors).toHaveLength(services.maxAttempts);
  });

  it('is over where somebody else has it by the time it fails, or the claim itself does', async () => {
    const { services, errors } = runServices(storage, async () => {
      await cancelRun(runServices(storage).services, run_id, null);
      throw new TypeError('undefined is no function');
    });
    const { run_id } = await acceptRun(services, input());
    expect(await performRun(services, run_id, never)).toBe('over');
    expect(errors).toHaveLength(1);
    const store = { ...services.store, transaction: () => Promise.reject(new StorageUnavailable('away')) };
    expect(await performRun({ ...services, store }, run_id, never)).toBe('again');
    expect(errors).toHaveLength(2);
  });
});
