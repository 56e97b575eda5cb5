import { afterAll, beforeEach, expect, it } from 'vitest';
import { describeOn } from '../../../test/backends/describe-on.ts';
import { lentSetUps } from '../../../test/backends/lent-servers.ts';
import { Problem } from '../../core/problem/problem.ts';
import type { OpenStorage } from '../../start/storage.ts';
import { leftovers, listed, withDelete, withPut, withRead } from '../archive/archive.fixture.ts';
import { mintId } from '../mint-id.ts';
import { StorageUnavailable } from '../ports/storage-unavailable.ts';
import { acceptRun } from './accept-run.ts';
import { cancelRun } from './cancel-run.ts';
import { claimRun } from './claim-run.ts';
import { findPicture } from './find-picture.ts';
import { findRun } from './find-run.ts';
import { LEASE_MS } from './lease.ts';
import { nextRuns } from './next-runs.ts';
import { performRun } from './perform-run.ts';
import { file, input, result, runRow, runServices, type Computing } from './run.fixture.ts';

const setUps = await lentSetUps();
afterAll(() => setUps.remove());

const never = new AbortController().signal;
const untilAborted: Computing = (_, { signal }) =>
  new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason));
  });

describeOn(setUps, 'an accepted run', ({ open }) => {
  let storage: OpenStorage;
  beforeEach(async () => {
    storage = await open();
    return () => storage.close();
  });

  const rowOf = (run_id: string) => runRow(storage, run_id);
  const staged = () => listed(storage.blobs, 'staged');
  const expectNothingLeft = async (packages: number): Promise<void> => {
    const left = await leftovers(storage);
    expect(left['packages']).toHaveLength(packages);
    expect(left['stored']!.toSorted()).toEqual(left['packages']!.toSorted());
    expect(left['unpublished']).toEqual([]);
    // an upload that was given up may still arrive, and is removed again then; nothing that is kept may be
    if (!storage.blobs.lateWrites) expect(left['removals']).toEqual([]);
    expect(left['removals']!.filter((key) => left['packages']!.includes(key))).toEqual([]);
    expect(await staged()).toEqual([]);
  };

  it('is done from what was staged, once, under the identifiers given out with it', async () => {
    const seen: unknown[] = [];
    const { services, queued } = runServices(storage, async ({ hologram, background, identity }) => {
      seen.push([...hologram.blocks[0]!], [...background!.blocks[0]!], identity.evidence_report_id);
      return result();
    });
    const background = file(new Uint8Array([5]));
    const { run_id } = await acceptRun(services, input({ background }));
    expect(queued).toEqual([run_id]);
    expect(await staged()).toHaveLength(2);
    const { evidence_report_id, archive_id } = await rowOf(run_id);
    expect(await performRun(services, run_id, never)).toBe('over');
    expect(await performRun(services, run_id, never)).toBe('over');
    expect(seen).toEqual([[9, 8, 7], [5], evidence_report_id]);
    expect(await findRun(storage, run_id, null)).toMatchObject({ status: 'succeeded', evidence_report_id });
    const packages = await storage.store.read().selectFrom('packages').selectAll().execute();
    expect(packages).toMatchObject([{ evidence_report_id, archive_id, run_id, requester: 'public' }]);
    await expectNothingLeft(1);
  });

  it('has succeeded with its files noted to be removed, whatever happens then', async () => {
    const { services } = runServices(storage);
    const { run_id } = await acceptRun(services, input({ background: file(new Uint8Array([5])) }));
    const keys = await staged();
    const heard: unknown[] = [];
    services.running.listen((stages) => heard.push(stages));
    const away = withDelete(storage.blobs, () => Promise.reject(new StorageUnavailable('away')));
    expect(await performRun({ ...services, blobs: away }, run_id, never)).toBe('over');
    expect(await findRun(storage, run_id, null)).toMatchObject({ status: 'succeeded' });
    expect((await leftovers(storage))['removals']).toEqual(expect.arrayContaining(keys));
    expect(keys).toHaveLength(2);
    expect(heard).toMatchObject([{ unwrap: 20, package: 5 }]);
  });

  it('is done by one of many that are handed it at once', async () => {
    let computed = 0;
    const { services } = runServices(storage, async () => {
      computed++;
      return result();
    });
    const { run_id } = await acceptRun(services, input());
    const outcomes = await Promise.all(Array.from({ length: 6 }, () => performRun(services, run_id, never)));
    expect(outcomes).toContain('over');
    expect(computed).toBe(1);
    await expectNothingLeft(1);
  });

  it('is taken over when whoever did it is silent, who then can’t publish any more', async () => {
    let release = (): void => {};
    const slow = runServices(storage, async () => {
      await new Promise<void>((resolve) => (release = resolve));
      return result(new Uint8Array([1]));
    });
    const { run_id } = await acceptRun(slow.services, input());
    const first = performRun(slow.services, run_id, never);
    await expect.poll(async () => (await rowOf(run_id)).status).toBe('running');

    const { services, errors } = runServices(storage, async () => result(new Uint8Array([2, 2])));
    expect(await performRun(services, run_id, never)).toBe('again');
    expect(errors).toEqual([]);
    expect(await nextRuns(services, { limit: 9 })).toEqual([]);
    const later = { ...services, now: () => new Date(Date.now() + LEASE_MS + 1000) };
    expect(await nextRuns(later, { limit: 9 })).toMatchObject([{ run_id }]);
    expect(await performRun(later, run_id, never)).toBe('over');
    release();
    expect(await first).toBe('over');
    const packages = await storage.store.read().selectFrom('packages').select('bytes').execute();
    expect(packages).toEqual([{ bytes: 2 }]);
    const log = await storage.store.read().selectFrom('archive_log').select('kind').execute();
    expect(log).toHaveLength(1);
    expect(await rowOf(run_id)).toMatchObject({ attempts: 0, deaths: 1 });
  });

  it('is done again when its process died, and fails with a problem when that was very often', async () => {
    const { services } = runServices(storage);
    const { run_id } = await acceptRun(services, input());
    for (let deaths = 0; deaths <= 20; deaths++) {
      const now = () => new Date(Date.now() + deaths * 2 * LEASE_MS);
      expect(await claimRun({ ...services, now }, run_id)).toMatchObject({ run: { attempts: 0, deaths } });
    }
    const now = () => new Date(Date.now() + 50 * LEASE_MS);
    expect(await performRun({ ...services, now }, run_id, never)).toBe('over');
    expect(await findRun(storage, run_id, null)).toMatchObject({
      status: 'failed',
      problem: { code: 'INTERNAL_ERROR', request_id: 'req_1', detail: expect.stringContaining('20 times') },
    });
    await expectNothingLeft(0);
  });

  it('fails at once where the data do not allow it, and after some tries where the program does not', async () => {
    const refusing = runServices(storage, async () => {
      throw new Problem('HOLOGRAM_UNREADABLE', 'No frame.');
    });
    const first = await acceptRun(refusing.services, input());
    expect(await performRun(refusing.services, first.run_id, never)).toBe('over');
    expect(await findRun(storage, first.run_id, null)).toMatchObject({
      problem: { code: 'HOLOGRAM_UNREADABLE', detail: 'No frame.' },
    });

    const broken = runServices(storage, async () => {
      throw new TypeError('undefined is no function');
    });
    const { run_id } = await acceptRun(broken.services, input());
    for (const expected of ['again', 'again', 'over']) {
      expect(await performRun(broken.services, run_id, never)).toBe(expected);
    }
    expect(await findRun(storage, run_id, null)).toMatchObject({ problem: { code: 'INTERNAL_ERROR' } });
    expect(broken.errors).toHaveLength(3);
    await expectNothingLeft(0);
  });

  it('waits, and counts no attempt, while the storage is away', async () => {
    const { services } = runServices(storage);
    const { run_id } = await acceptRun(services, input());
    const away = async (): Promise<never> => {
      throw new StorageUnavailable('full');
    };
    const blobs = withPut(storage.blobs, away);
    for (let tries = 0; tries < 5; tries++) {
      expect(await performRun({ ...services, blobs }, run_id, never)).toBe('again');
    }
    expect(await rowOf(run_id)).toMatchObject({ status: 'queued', attempts: 0, leased_by: null });
    expect(await performRun(services, run_id, never)).toBe('over');
    await expectNothingLeft(1);
  });

  it('shows its first picture while the package is made, to whoever may see the run', async () => {
    let finish = (): void => {};
    const { services } = runServices(storage, async (_, { onPicture }) => {
      onPicture!(new Uint8Array([137, 80, 78, 71]));
      await new Promise<void>((resolve) => (finish = resolve));
      return result();
    });
    const { run_id } = await acceptRun(services, input());
    expect(await findPicture(storage, run_id, null)).toEqual({ none: 'yet' });
    expect(await findPicture(storage, mintId('run', new Date()), null)).toBeNull();
    const doing = performRun(services, run_id, never);
    await expect
      .poll(() => findPicture(storage, run_id, null))
      .toEqual({ png: Buffer.from([137, 80, 78, 71]) });
    expect((await rowOf(run_id)).status).toBe('running');
    finish();
    expect(await doing).toBe('over');
    expect((await rowOf(run_id)).picture).toBeNull();
    const { evidence_report_id } = await rowOf(run_id);
    expect(await findPicture(storage, run_id, null)).toMatchObject({ entry: { evidence_report_id } });
  });

  it('is given back when the process is asked to end', async () => {
    const { services } = runServices(storage, untilAborted);
    const { run_id } = await acceptRun(services, input());
    const stopping = new AbortController();
    const doing = performRun(services, run_id, stopping.signal);
    await expect.poll(async () => (await rowOf(run_id)).status).toBe('running');
    stopping.abort();
    expect(await doing).toBe('again');
    expect(await rowOf(run_id)).toMatchObject({ status: 'queued', attempts: 0, leased_by: null });
  });

  it('stops when it is cancelled, here at once and in another process soon', async () => {
    const { services, errors } = runServices(storage, untilAborted);
    const elsewhere = runServices(storage).services;
    for (const canceller of [services, elsewhere]) {
      const { run_id } = await acceptRun(services, input());
      const doing = performRun(services, run_id, never);
      await expect.poll(async () => (await rowOf(run_id)).status).toBe('running');
      expect(await cancelRun(canceller, run_id, null)).toMatchObject({ status: 'cancelled' });
      expect(await doing).toBe('over');
      expect(errors).toEqual([]);
      expect(await cancelRun(canceller, run_id, null)).toMatchObject({ status: 'cancelled' });
    }
    await expectNothingLeft(0);
  });

  it('is over without an error when it is cancelled before its files are read', async () => {
    const { services, errors } = runServices(storage);
    const { run_id } = await acceptRun(services, input());
    const read: typeof storage.blobs.read = async (key, range) => {
      await cancelRun(runServices(storage).services, run_id, null);
      return storage.blobs.read(key, range);
    };
    const blobs = withRead(storage.blobs, read);
    expect(await performRun({ ...services, blobs }, run_id, never)).toBe('over');
    expect(errors).toEqual([]);
    expect(await findRun(storage, run_id, null)).toMatchObject({ status: 'cancelled' });
    await expectNothingLeft(0);
  });

  it('leaves nothing when it is cancelled while its result is being stored', async () => {
    const { services } = runServices(storage);
    const { run_id } = await acceptRun(services, input());
    const put: typeof storage.blobs.put = async (key, chunks, expected) => {
      const sha256 = await storage.blobs.put(key, chunks, expected);
      if (key.startsWith('archive/')) await cancelRun(runServices(storage).services, run_id, null);
      return sha256;
    };
    const blobs = withPut(storage.blobs, put);
    expect(await performRun({ ...services, blobs }, run_id, never)).toBe('over');
    expect(await findRun(storage, run_id, null)).toMatchObject({ status: 'cancelled' });
    const log = await storage.store.read().selectFrom('archive_log').selectAll().execute();
    expect(log).toEqual([]);
    expect((await leftovers(storage))['packages']).toEqual([]);
  });

  it('tells of its progress about once a second', async () => {
    const written: number[] = [];
    const { services } = runServices(storage, async (_, { onProgress }) => {
      for (let step = 0; step < 250; step++) {
        onProgress('unwrap', step / 250);
        await new Promise((resolve) => setTimeout(resolve, 10));
        if (step % 10 === 0) written.push((await rowOf(run_id)).fraction);
      }
      return result();
    });
    const { run_id } = await acceptRun(services, input());
    const began = performance.now();
    await performRun(services, run_id, never);
    const different = new Set(written).size;
    expect(different).toBeGreaterThan(1);
    expect(different).toBeLessThan(2 + (performance.now() - began) / 1000);
  });
});
