import { buffer } from 'node:stream/consumers';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { describeOn } from '../../../test/backends/describe-on.ts';
import { lentSetUps } from '../../../test/backends/lent-servers.ts';
import { thorough } from '../../../test/short-form.ts';
import type { OpenStorage } from '../../start/storage.ts';
import { mintId } from '../mint-id.ts';
import { StorageUnavailable } from '../ports/storage-unavailable.ts';
import { appendToLog } from './append-to-log.ts';
import { leftovers, smallPackage, withPut } from './archive.fixture.ts';
import { findPackage, findPublicPackage } from './find-package.ts';
import { verifyArchive } from '../audit/verify-archive.ts';
import { publishBlobs, takeBack } from './publish-blobs.ts';
import { readPackage } from './read-package.ts';
import { noteRemovals, removeBlobs } from './remove-blobs.ts';
import type { Storage } from './storage.ts';
import { storePackage } from './store-package.ts';
import { sweepBlobs } from './sweep-blobs.ts';
import { verifyLog } from './verify-log.ts';

const setUps = await lentSetUps();
afterAll(() => setUps.remove());

const nothing = { packages: [], stored: [], unpublished: [], removals: [] };
const HOURS = 3_600_000;

describeOn(setUps, 'the archive', ({ open }) => {
  let storage: OpenStorage;
  let later: Storage;
  beforeEach(async () => {
    storage = await open();
    later = { ...storage, now: () => new Date(Date.now() + 2 * HOURS) };
    return () => storage.close();
  });

  it('gives a package back, whole or in part, with what is known of it', async () => {
    const { zip: _, summary, ...known } = smallPackage();
    const stored = await storePackage(storage, { ...known, summary, zip: smallPackage().zip });
    const found = await findPublicPackage(storage.store, known.evidence_report_id);
    expect(found).toMatchObject({ ...known, blob_key: stored.blob_key, summary: JSON.stringify(summary) });
    expect([...(await buffer((await readPackage(storage, found!))!))]).toEqual([1, 2, 3, 4, 5, 6]);
    const part = await readPackage(storage, found!, { start: 4, end: 5 });
    expect([...(await buffer(part!))]).toEqual([5, 6]);
    const rest = { stored: [stored.blob_key], unpublished: [], removals: [] };
    expect(await leftovers(storage)).toEqual({ packages: [stored.blob_key], ...rest });
  });

  it('shows a package to its requester only', async () => {
    const requester = mintId('acc', new Date());
    const { evidence_report_id } = await storePackage(storage, { ...smallPackage(), requester });
    expect(await findPackage(storage.store, requester, evidence_report_id)).not.toBeNull();
    expect(await findPackage(storage.store, mintId('acc', new Date()), evidence_report_id)).toBeNull();
    expect(await findPublicPackage(storage.store, evidence_report_id)).toBeNull();
    expect(await findPublicPackage(storage.store, `${evidence_report_id}'--`)).toBeNull();
  });

  it('says null for a package that was deleted after it was found, and fails where bytes were lost', async () => {
    const stored = await storePackage(storage, smallPackage());
    await storage.blobs.delete(stored.blob_key);
    await expect(readPackage(storage, stored)).rejects.toThrow(`no bytes for ${stored.archive_id}`);
    await storage.store.transaction((trx) => trx.deleteFrom('packages').execute());
    expect(await readPackage(storage, stored)).toBeNull();
  });

  it('stores all that belongs together, or nothing', async () => {
    const failure = new Error('no');
    const raw = { key: 'archive/raw.png', chunks: [new Uint8Array([7])], sha256: '', bytes: 1 };
    const { sha256 } = smallPackage(raw.chunks);
    const rows = () => Promise.reject(failure);
    const attempt = storePackage(storage, smallPackage(), { blobs: [{ ...raw, sha256 }], rows });
    await expect(attempt).rejects.toBe(failure);
    expect(await sweepBlobs(later)).toBe(setUpLeaves(storage) ? 2 : 0);
    expect(await leftovers(storage)).toEqual(nothing);
    expect((await verifyLog(storage.store)).head.seq).toBe(0);
  });

  it('archives many at the same time, one log entry each', async () => {
    const packages = Array.from({ length: 12 }, () => smallPackage());
    await Promise.all(packages.map((each) => storePackage(storage, each)));
    expect(await verifyLog(storage.store)).toMatchObject({ head: { seq: 12 }, faults: [] });
  });

  it('has an orphan when the process dies between writing and publishing, until it is swept', async () => {
    const { zip, sha256, bytes } = smallPackage();
    const death = new Promise<never>(() => {});
    let died = (): void => {};
    const dead = new Promise<void>((resolve) => (died = resolve));
    // the process that dies does no more than this
    const blobs = withPut(storage.blobs, async (...args) => {
      await storage.blobs.put(...args);
      died();
      return death;
    });
    const dying = { ...storage, blobs };
    void publishBlobs(dying, [{ key: 'archive/a.zip', chunks: zip, sha256, bytes }], async () => {});
    await dead;
    expect(await leftovers(storage)).toMatchObject({
      stored: ['archive/a.zip'],
      unpublished: ['archive/a.zip'],
    });
    expect(await sweepBlobs(storage)).toBe(0);
    expect(await leftovers(storage)).toMatchObject({ stored: ['archive/a.zip'] });
    await sweepBlobs(storage, { nobodyElse: true });
    expect(await leftovers(storage)).toMatchObject({ stored: [], unpublished: [] });
    await sweepBlobs({ ...storage, now: () => new Date(Date.now() + 4 * HOURS) });
    expect(await leftovers(storage)).toEqual(nothing);
  });

  it('is taken back by its own process when the database is there again, and verify tells of it until then', async () => {
    const { zip, sha256, bytes } = smallPackage();
    const { store } = storage;
    let away = false;
    const leaves: OpenStorage['store'] = {
      read: () => store.read(),
      check: () => store.check(),
      faults: () => store.faults(),
      forget: () => store.forget(),
      close: () => store.close(),
      transaction: (...args) =>
        away ? Promise.reject(new StorageUnavailable('The database is away.')) : store.transaction(...args),
    };
    const blobs = withPut(storage.blobs, async (...args) => {
      const sha256 = await storage.blobs.put(...args);
      away = true;
      return sha256;
    });
    const lost = { ...storage, store: leaves, blobs };
    const blob = { key: 'archive/lost.zip', chunks: zip, sha256, bytes };
    await expect(publishBlobs(lost, [blob], async () => {})).rejects.toThrow(StorageUnavailable);
    await expect(takeBack(lost)).rejects.toThrow(StorageUnavailable);
    const later = { ...storage, now: () => new Date(storage.now().getTime() + 90_000) };
    const audit = await verifyArchive({ ...later, remote: null });
    expect(audit.faults).toEqual([]);
    expect(audit.unpublished).toEqual([{ blob_key: blob.key, age_s: expect.closeTo(90, -1) as number }]);
    away = false;
    expect(await takeBack(lost)).toBe(1);
    expect(await takeBack(lost)).toBe(0);
    expect(await leftovers(storage)).toMatchObject({ stored: [], unpublished: [] });
    expect((await verifyArchive({ ...later, remote: null })).unpublished).toEqual([]);
  });

  it('lets no row name a blob that the sweeper took from a request it thought dead', async () => {
    const { zip, sha256, bytes } = smallPackage();
    const blobs = withPut(storage.blobs, async (...args) => {
      await sweepBlobs(later);
      return storage.blobs.put(...args);
    });
    let reached = false;
    const attempt = publishBlobs(
      { ...storage, blobs },
      [{ key: 'archive/a.zip', chunks: zip, sha256, bytes }],
      async () => {
        reached = true;
      },
    );
    await expect(attempt).rejects.toThrow(StorageUnavailable);
    expect(reached).toBe(false);
    expect((await leftovers(storage)).stored).toEqual([]);
  });

  it('finishes a removal that a crash has cut off', async () => {
    const { blob_key } = await storePackage(storage, smallPackage());
    await storage.store.transaction(async (trx) => {
      await trx.deleteFrom('packages').execute();
      await noteRemovals(trx, storage.now(), [blob_key, blob_key]);
    });
    expect(await leftovers(storage)).toMatchObject({ stored: [blob_key], removals: [blob_key] });
    await sweepBlobs(storage);
    expect((await leftovers(storage)).stored).toEqual([]);
    await sweepBlobs(later);
    expect(await leftovers(storage)).toEqual(nothing);
  });

  it('removes hundreds of blobs at once', async () => {
    const keys = Array.from({ length: thorough ? 1203 : 503 }, (_, i) => `archive/${i}.zip`);
    await storage.store.transaction((trx) => noteRemovals(trx, storage.now(), keys));
    await removeBlobs(storage, keys);
    expect(await leftovers(storage)).toEqual(nothing);
  });

  it('leaves nothing of what can’t be written, and the error says when to come back', async () => {
    const full = new StorageUnavailable('The disk for packages is full.');
    const blobs = withPut(storage.blobs, () => Promise.reject(full));
    await expect(storePackage({ ...storage, blobs }, smallPackage())).rejects.toBe(full);
    await sweepBlobs(later);
    expect(await leftovers(storage)).toEqual(nothing);
  });
});

/** Whether an upload that was given up can come late, so that its key is kept for a second deletion. */
function setUpLeaves({ blobs }: Storage): boolean {
  return blobs.lateWrites;
}

describeOn(setUps, 'the log', ({ open }) => {
  let storage: OpenStorage;
  beforeEach(async () => {
    storage = await open();
    for (let i = 0; i < 4; i++) await storePackage(storage, smallPackage());
    return () => storage.close();
  });
  const change = (work: Parameters<Storage['store']['transaction']>[0]) => storage.store.transaction(work);
  const faults = async (heads: string[] = []) =>
    (await verifyLog(storage.store, heads)).faults.map(({ seq, detail }) => `${seq}: ${detail}`);

  it('is whole as long as nobody touches it, also over many pages', async () => {
    const entries = Array.from({ length: 2100 }, (_, i) => ({
      ...{ kind: 'replicated' as const, archive_id: `arc_${i}`, checksum: 'c' },
      ...{ requester: 'public', actor: 'operator:test' },
    }));
    const head = await storage.store.transaction((trx) => appendToLog(trx, new Date(), entries), {
      chain: true,
    });
    expect(await verifyLog(storage.store, [head.entry_hash])).toEqual({ head, faults: [] });
    expect(head.seq).toBe(2104);
  });

  it.each(['time', 'archive_id', 'checksum', 'actor', 'requester'] as const)(
    'shows that the %s of an entry was changed',
    async (column) => {
      await change((trx) =>
        trx.updateTable('archive_log').set(column, 'other').where('seq', '=', 2).execute(),
      );
      expect((await faults())[0]).toBe('2: was changed: it does not have its hash');
    },
  );

  it('shows an entry that was changed and hashed anew', async () => {
    const { logHash } = await import('./log-hash.ts');
    await change(async (trx) => {
      const entry = await trx
        .selectFrom('archive_log')
        .selectAll()
        .where('seq', '=', 2)
        .executeTakeFirstOrThrow();
      const { entry_hash: _, ...changed } = { ...entry, actor: 'somebody' };
      const forged = { ...changed, entry_hash: logHash(changed) };
      await trx.updateTable('archive_log').set(forged).where('seq', '=', 2).execute();
    });
    expect(await faults()).toEqual(['3: does not follow the entry before it']);
  });

  it('shows an entry that was dropped', async () => {
    await change((trx) => trx.deleteFrom('archive_log').where('seq', '=', 2).execute());
    expect((await faults()).slice(0, 2)).toEqual([
      '3: entries 2 to 2 are missing',
      '3: does not follow the entry before it',
    ]);
  });

  it('shows that its end was cut off, by the package or by a head that was kept', async () => {
    const { head } = await verifyLog(storage.store);
    await change((trx) => trx.deleteFrom('archive_log').where('seq', '=', 4).execute());
    expect(await faults([head.entry_hash])).toEqual([
      `null: no entry has the hash ${head.entry_hash}, which was its head once`,
      'null: is in the archive, but not by its log',
    ]);
  });

  it('shows a package that is gone without a deletion', async () => {
    await change((trx) => trx.deleteFrom('packages').execute());
    expect(await faults()).toEqual(Array(4).fill('null: was archived and not deleted, but is gone'));
  });
});
