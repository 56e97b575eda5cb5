import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { describeOn } from '../../../test/backends/describe-on.ts';
import { lentSetUps } from '../../../test/backends/lent-servers.ts';
import { BlobsOnDisk } from '../../adapters/blobs-on-disk/blobs-on-disk.ts';
import type { OpenStorage } from '../../start/storage.ts';
import { withPut } from '../archive/archive.fixture.ts';
import { verifyArchive } from '../audit/verify-archive.ts';
import { makeAccount, makeResult } from '../deletion/account.fixture.ts';
import { deleteAccountData } from '../deletion/delete-account-data.ts';
import type { Blobs } from '../ports/blobs.ts';
import { deleteResult } from '../result/delete-result.ts';
import { copyNext } from './copy-next.ts';
import { keepCopying } from './keep-copying.ts';
import { listCopies } from './list-copies.ts';
import { purgeCopies } from './purge-copies.ts';
import { CopyQueue } from './queue-copies.ts';
import { copyKey, type CopyServices } from './remote-copies.ts';

const setUps = await lentSetUps();
afterAll(() => setUps.remove());

const MINUTE = 60_000;

describeOn(setUps, 'copies on a separate host', ({ open }) => {
  let storage: OpenStorage;
  let services: CopyServices;
  let account: string;
  let folder: string;
  beforeEach(async () => {
    storage = await open();
    folder = mkdtempSync(join(tmpdir(), 'leith-remote-'));
    const { store, blobs, now } = storage;
    services = { store, blobs, now, remote: new BlobsOnDisk(folder) };
    account = await makeAccount(storage);
    return async () => {
      await storage.close();
      rmSync(folder, { recursive: true, force: true });
    };
  });

  const queueAll = async (): Promise<void> => {
    const queue = new CopyQueue(services);
    for (let i = 0; i < 3; i++) await queue.step();
  };
  const states = async () =>
    (await services.store.read().selectFrom('remote_copies').select('state').execute())
      .map(({ state }) => state)
      .sort();
  const kinds = async () =>
    (await services.store.read().selectFrom('archive_log').select('kind').orderBy('seq').execute()).map(
      ({ kind }) => kind,
    );
  const inRemote = async (): Promise<string[]> => {
    const keys = [];
    for await (const key of services.remote.list('archive')) keys.push(key);
    return keys.sort();
  };
  const withRemote = (remote: Blobs): CopyServices => ({ ...services, remote });
  const later = (ms: number): CopyServices => ({ ...services, now: () => new Date(Date.now() + ms) });

  it('come to be for packages from before and for those that come, each with its log entry', async () => {
    const before = await makeResult(storage, account);
    const controller = new AbortController();
    const errors: unknown[] = [];
    const copying = keepCopying(services, controller.signal, (error) => errors.push(error));
    const after = await makeResult(storage, 'public');
    await expect.poll(states).toEqual(['copied', 'copied']);
    controller.abort();
    await copying;
    expect(errors).toEqual([]);
    expect(await inRemote()).toEqual([copyKey(before.archive_id), copyKey(after.archive_id)].sort());
    expect((await kinds()).filter((kind) => kind === 'replicated')).toHaveLength(2);
    const audit = await verifyArchive({ ...storage, remote: services.remote });
    expect(audit).toMatchObject({ remote_copies: 2, faults: [] });
  });

  it('are made once by several processes', async () => {
    for (let i = 0; i < 6; i++) await makeResult(storage, account);
    const controllers = [new AbortController(), new AbortController(), new AbortController()];
    const errors: unknown[] = [];
    const all = controllers.map(({ signal }) => keepCopying(services, signal, (error) => errors.push(error)));
    await expect.poll(states).toEqual(Array(6).fill('copied'));
    controllers.forEach((controller) => controller.abort());
    await Promise.all(all);
    expect(errors).toEqual([]);
    expect((await kinds()).filter((kind) => kind === 'replicated')).toHaveLength(6);
    const copies = await listCopies(services, 'copied');
    expect(copies.map(({ attempts }) => attempts)).toEqual(Array(6).fill(1));
  });

  it('are missed by the audit where the end of the log that tells of them was cut off', async () => {
    const { evidence_report_id, archive_id } = await makeResult(storage, account);
    await queueAll();
    const audited = async () => (await verifyArchive({ ...storage, remote: services.remote })).faults;
    const cutOff = (kind: 'replicated' | 'remote_copy_purged') =>
      storage.store.transaction((trx) => trx.deleteFrom('archive_log').where('kind', '=', kind).execute());
    expect(await copyNext(services)).toBe('copied');
    expect(await audited()).toEqual([]);
    await cutOff('replicated');
    const fault = `log: ${archive_id}: its remote copy is not as the log says`;
    // the copies are missed until the log is right again, by the tree over the log for ever
    const missed = 'log: the leaf 1 is missing, or what it is of';
    expect(await audited()).toEqual([fault, missed]);
    await deleteResult(storage, account, evidence_report_id);
    await purgeCopies(services, 'A. Operator');
    const since = await audited();
    expect(since).not.toContain(fault);
    expect(since).toContain('log: the leaf 1 of the log’s tree is not the one that the log makes');
    await cutOff('remote_copy_purged');
    expect(await audited()).toContain(fault);
  });

  it('are tried again after a while, which doubles, and the reason is kept', async () => {
    await makeResult(storage, account);
    await queueAll();
    const began = Date.now();
    const at = (ms: number): CopyServices => ({ ...services, now: () => new Date(began + ms) });
    const broken = withPut(services.remote, () => Promise.reject(new Error('no route to host')));
    expect(await copyNext({ ...at(0), remote: broken })).toBe('failed');
    expect(await listCopies(services, 'pending')).toMatchObject([
      { attempts: 1, last_error: 'no route to host' },
    ]);
    expect(await copyNext(at(5000)), 'not yet').toBeNull();
    expect(await copyNext({ ...at(15_000), remote: broken })).toBe('failed');
    expect(await copyNext(at(15_000 + 15_000)), 'twice as long').toBeNull();
    expect(await copyNext(at(15_000 + 25_000))).toBe('copied');
  });

  it('are not believed before they were read back', async () => {
    await makeResult(storage, account);
    await queueAll();
    const lying = withPut(services.remote, async (key, chunks, expected) => {
      const sha256 = await services.remote.put(key, chunks, expected);
      writeFileSync(join(folder, key), 'something else');
      return sha256;
    });
    expect(await copyNext(withRemote(lying))).toBe('failed');
    expect(await inRemote()).toEqual([]);
    expect(await kinds()).not.toContain('replicated');
  });

  it('do not go to a folder that is gone: its disk may not be mounted', async () => {
    await makeResult(storage, account);
    await queueAll();
    expect(await copyNext(withRemote(new BlobsOnDisk(join(folder, 'mount'))))).toBe('failed');
    expect(await inRemote()).toEqual([]);
  });

  it('wait for the operator when their packages are deleted, counted in the receipt', async () => {
    const [copied, alone] = [await makeResult(storage, account), await makeResult(storage, account)];
    await queueAll();
    await copyNext(services);
    await copyNext(services);
    await makeResult(storage, account);
    await queueAll();
    await deleteResult(storage, account, alone.evidence_report_id);
    // the third was never begun: there is nothing to purge
    const receipt = await deleteAccountData(storage, account);
    expect(receipt).toMatchObject({ deleted: 2, remote_copies_pending: 1 });
    expect(await deleteAccountData(storage, account)).toMatchObject({ remote_copies_pending: 0 });
    expect(await states()).toEqual(['awaiting_purge', 'awaiting_purge']);
    expect(await inRemote()).toHaveLength(2);
    const purge = await purgeCopies(services, 'A. Operator');
    expect(purge).toEqual({ purged: [copied.archive_id, alone.archive_id].sort(), later: [] });
    expect(await inRemote()).toEqual([]);
    const log = await services.store.read().selectFrom('archive_log').selectAll().orderBy('seq').execute();
    expect(log.slice(-2)).toMatchObject([
      { kind: 'remote_copy_purged', actor: 'operator:A. Operator', requester: account },
      { kind: 'remote_copy_purged', actor: 'operator:A. Operator', requester: account },
    ]);
    expect(await purgeCopies(services, 'A. Operator')).toEqual({ purged: [], later: [] });
  });

  it('that are being written when their package is deleted are purged when they have arrived', async () => {
    const { evidence_report_id, archive_id } = await makeResult(storage, account);
    await queueAll();
    const slow = withPut(services.remote, async (key, chunks, expected) => {
      await deleteResult(storage, account, evidence_report_id);
      const early = await purgeCopies(services, 'A. Operator');
      expect(early).toMatchObject({ purged: [], later: [{ archive_id }] });
      return services.remote.put(key, chunks, expected);
    });
    await copyNext(withRemote(slow));
    expect(await kinds()).not.toContain('replicated');
    expect(await states()).toEqual(['awaiting_purge']);
    expect((await purgeCopies(services, 'A. Operator')).purged).toEqual([archive_id]);
    expect(await inRemote()).toEqual([]);
  });

  it('that a process which stood still brings after the purge are removed by it', async () => {
    const { evidence_report_id } = await makeResult(storage, account);
    await queueAll();
    const standing = withPut(services.remote, async (key, chunks, expected) => {
      await deleteResult(storage, account, evidence_report_id);
      expect((await purgeCopies(later(2 * MINUTE), 'A. Operator')).purged).toHaveLength(1);
      return services.remote.put(key, chunks, expected);
    });
    await copyNext(withRemote(standing));
    expect(await inRemote()).toEqual([]);
    expect(await states()).toEqual(['purged']);
  });

  it('that a process left behind when it died are taken on after its lease', async () => {
    await makeResult(storage, account);
    await queueAll();
    const dying = withPut(services.remote, () => new Promise(() => {}));
    void copyNext(withRemote(dying));
    await expect.poll(() => listCopies(services, 'pending')).toMatchObject([{ attempts: 1 }]);
    expect(await copyNext(services)).toBeNull();
    expect(await copyNext(later(2 * MINUTE))).toBe('copied');
  });

  it('do not wait for a clock that was set back to come by again', async () => {
    const [alone] = [await makeResult(storage, account), await makeResult(storage, account)];
    await queueAll();
    const broken = withPut(services.remote, () => Promise.reject(new Error('no route to host')));
    for (let i = 0; i < 2; i++) await copyNext(withRemote(broken));
    await deleteResult(storage, account, alone.evidence_report_id);
    const back = (ms: number) => later(ms - 25 * 60 * MINUTE);
    expect(await copyNext(back(0)), 'what was begun before may still arrive').toBeNull();
    expect((await purgeCopies(back(0.5 * MINUTE), 'A. Operator')).later).toHaveLength(1);
    expect((await purgeCopies(back(1.5 * MINUTE), 'A. Operator')).purged).toEqual([alone.archive_id]);
    expect(await copyNext(back(1.5 * MINUTE))).toBe('copied');
  });
});
