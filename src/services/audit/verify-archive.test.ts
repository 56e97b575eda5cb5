import { createHash } from 'node:crypto';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { describeOn } from '../../../test/backends/describe-on.ts';
import { lentSetUps } from '../../../test/backends/lent-servers.ts';
import type { OpenStorage } from '../../start/storage.ts';
import type { ArchivedPackage } from '../archive/storage.ts';
import { makeAccount, makeQueuedRun, makeResult } from '../deletion/account.fixture.ts';
import { deleteAccountData } from '../deletion/delete-account-data.ts';
import { addHold } from '../hold/add-hold.ts';
import { verifyArchive } from './verify-archive.ts';

const setUps = await lentSetUps();
afterAll(() => setUps.remove());

const put = async ({ blobs }: OpenStorage, key: string, text: string): Promise<void> => {
  const bytes = new TextEncoder().encode(text);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  await blobs.put(key, [bytes], { sha256, bytes: bytes.length });
};

describeOn(setUps, 'verifying the archive', ({ open }) => {
  let storage: OpenStorage;
  let account: string;
  let result: ArchivedPackage;
  beforeEach(async () => {
    storage = await open();
    account = await makeAccount(storage);
    result = await makeResult(storage, account);
    await makeQueuedRun(storage, account);
    await addHold(storage, { package: result.archive_id, by: 'A. Operator', reason: 'a test' });
    return () => storage.close();
  });
  const faults = async () => (await verifyArchive({ ...storage, remote: null })).faults;

  it('finds nothing where nothing is wrong, and says what it has read', async () => {
    await makeResult(storage, 'public');
    const audit = await verifyArchive({ ...storage, remote: null });
    expect(audit).toMatchObject({
      packages: 2,
      raw_uploads: 1,
      staged_uploads: 1,
      log_entries: 3,
      faults: [],
    });
    expect(audit.bytes_read).toBeGreaterThan(result.bytes);
  });

  it('says what is wrong with a damaged database, and compares nothing with it', async () => {
    const store = Object.assign(Object.create(storage.store) as OpenStorage['store'], {
      faults: async () => ['Tree 7 page 9: btreeInitPage() returns error code 11'],
      read: () => {
        throw new Error('it was asked all the same');
      },
    });
    const verified = verifyArchive({ ...storage, store, remote: null });
    await expect(verified).rejects.toThrow(/^the database is damaged[^]+Tree 7 page 9/);
  });

  it('finds bytes that are missing, damaged, or too few', async () => {
    await storage.blobs.delete(result.blob_key);
    expect(await faults()).toEqual([expect.stringContaining(`${result.archive_id} (`)]);
    expect(await faults()).toEqual([expect.stringContaining('its bytes are missing')]);
    await put(storage, result.blob_key, 'x'.repeat(result.bytes));
    expect(await faults()).toEqual([expect.stringContaining('do not have its checksum')]);
    await put(storage, result.blob_key, 'x');
    expect(await faults()).toEqual([expect.stringContaining(`1 bytes instead of ${result.bytes}`)]);
  });

  it('finds blobs that nothing names, and no others', async () => {
    await put(storage, 'archive/stray.zip', 'x');
    await put(storage, 'raw/stray', 'x');
    await put(storage, 'archive/new.zip', 'x');
    const row = { blob_key: 'archive/new.zip', owner: 'x', created_at: new Date().toISOString() };
    await storage.store.transaction((trx) => trx.insertInto('unpublished_blobs').values(row).execute());
    expect([...(await faults())].sort()).toEqual([
      'orphan: nothing names the blob archive/stray.zip',
      'orphan: nothing names the blob raw/stray',
    ]);
  });

  it('finds a log that was changed, or cut off where a receipt knows its end', async () => {
    const other = await makeAccount(storage);
    await makeResult(storage, other);
    await deleteAccountData(storage, other);
    expect(await faults()).toEqual([]);
    await storage.store.transaction((trx) =>
      trx.deleteFrom('archive_log').where('kind', '=', 'deleted').execute(),
    );
    expect((await faults()).join('\n')).toMatch(/no entry has the hash/);
    await storage.store.transaction((trx) =>
      trx.updateTable('archive_log').set({ actor: 'operator:somebody' }).where('kind', '=', 'held').execute(),
    );
    expect((await faults()).join('\n')).toMatch(/was changed/);
  });

  it('finds a package that was given to somebody else', async () => {
    const other = await makeAccount(storage);
    await storage.store.transaction((trx) => trx.updateTable('packages').set({ requester: other }).execute());
    expect(await faults()).toEqual([`log: ${result.archive_id}: is in the archive, but not by its log`]);
  });

  it('finds holds that were removed behind the log’s back, and packages deleted under one', async () => {
    await storage.store.transaction((trx) => trx.deleteFrom('holds').execute());
    expect(await faults()).toEqual([`holds on ${result.archive_id}: they are not those of the log`]);
    await addHold(storage, { package: result.archive_id, by: 'A. Operator', reason: 'a test' });
    await storage.store.transaction((trx) => trx.deleteFrom('packages').execute());
    expect((await faults()).join('\n')).toMatch(/hold hold_\w+: the package arc_\w+ is gone/);
  });

  it('finds nothing while results come and go', async () => {
    let working = true;
    const work = (async () => {
      for (let i = 0; i < 15; i++) {
        await makeResult(storage, account);
        if (i % 3 === 2) await deleteAccountData(storage, account);
      }
      working = false;
    })();
    while (working) expect(await faults()).toEqual([]);
    await work;
  });
});
