import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { describeOn } from '../../../test/backends/describe-on.ts';
import { lentSetUps } from '../../../test/backends/lent-servers.ts';
import { RateCounterInDatabase } from '../../adapters/rate-counter-in-database/rate-counter-in-database.ts';
import type { OpenStorage } from '../../start/storage.ts';
import { verifyArchive } from '../audit/verify-archive.ts';
import {
  countRows,
  makeAccount,
  makeQueuedRun,
  makeResult,
  storedBlobs,
} from '../deletion/account.fixture.ts';
import { addHold } from '../hold/add-hold.ts';
import { releaseHold } from '../hold/release-hold.ts';
import { closeAccount } from './close-account.ts';
import { LOGIN_EMAIL_POLICY, loginClient } from './login-bucket.ts';

const setUps = await lentSetUps();
afterAll(() => setUps.remove());

const by = 'A. Operator';
const reason = 'a test';

describeOn(setUps, 'closing an account', ({ create }) => {
  let storage: OpenStorage;
  let folder: string;
  beforeEach(async () => {
    const place = await create();
    folder = place.environment['DATA_DIR']!;
    storage = await place.open();
    return () => storage.close();
  });

  it('erases whose it was, with what is stored, what runs, and its keys; the address is free', async () => {
    const email = 'someone@example.org';
    const account = await makeAccount(storage, email);
    const other = await makeAccount(storage);
    await makeResult(storage, account);
    await makeQueuedRun(storage, account);
    const closed = await closeAccount(storage, { account: ' Someone@Example.org', by });
    expect(closed).toMatchObject({ account_id: account, deleted: 1, raw_uploads_deleted: 1, held: 0 });
    const rows = await storage.store.read().selectFrom('accounts').selectAll().execute();
    expect(rows.find(({ account_id }) => account_id === account)).toMatchObject({
      ...{ email: null, password_hash: null, closed_at: closed.closed_at },
    });
    expect(rows.find(({ account_id }) => account_id === other)!.closed_at).toBeNull();
    const keys = await storage.store.read().selectFrom('api_keys').selectAll().execute();
    const ofAccount = keys.find(({ account_id }) => account_id === account)!;
    expect(ofAccount).toMatchObject({ name: null, revoked_at: expect.any(String) });
    expect(keys.find(({ account_id }) => account_id === other)!.revoked_at).toBeNull();
    expect(await countRows(storage, 'runs')).toBe(0);
    expect(await storedBlobs(storage)).toEqual([]);
    await makeAccount(storage, email);
    expect((await verifyArchive({ ...storage, remote: null })).faults).toEqual([]);
  });

  it('leaves its address nowhere, in no table and in no file', async () => {
    const email = 'Ada.Lovelace@example.org';
    await makeAccount(storage, email.toLowerCase());
    const counter = new RateCounterInDatabase(storage.store);
    const policy = { name: LOGIN_EMAIL_POLICY, quota: 5, windowMs: 3_600_000 };
    const now = Date.now();
    for (const who of [email, 'somebody.else@example.org'])
      await counter.take(policy, loginClient(who, '192.0.2.1'), now);
    const buckets = async () =>
      (await storage.store.read().selectFrom('rate_limits').select('bucket').execute()).map(
        (row) => row.bucket,
      );
    expect(await buckets()).toHaveLength(2);
    expect((await buckets()).join()).not.toContain('@');
    await closeAccount(storage, { account: email, by });
    expect(await buckets()).toEqual([expect.stringMatching(/^login-email \S+ 192\.0\.2\.1$/)]);
    for (const file of readdirSync(folder).filter((name) => name.startsWith('leith.db')))
      expect(readFileSync(join(folder, file)).includes('ada.lovelace'), file).toBe(false);
  });

  it('keeps what is held, and deletes it when it is closed again after the release', async () => {
    const account = await makeAccount(storage);
    const held = await makeResult(storage, account);
    await addHold(storage, { package: held.archive_id, by, reason });
    const first = await closeAccount(storage, { account, by });
    expect(first).toMatchObject({ deleted: 0, held: 1 });
    await releaseHold(storage, { id: held.archive_id, by, reason });
    const again = await closeAccount(storage, { account, by });
    expect(again).toMatchObject({ deleted: 1, held: 0, closed_at: first.closed_at });
    expect(await storedBlobs(storage)).toEqual([]);
    const log = await storage.store.read().selectFrom('archive_log').selectAll().orderBy('seq').execute();
    expect(log.at(-1)).toMatchObject({ kind: 'deleted', actor: `operator:${by}`, requester: account });
  });

  it('refuses an account that there isn’t', async () => {
    await expect(closeAccount(storage, { account: 'nobody@example.org', by })).rejects.toThrow(
      'there is no account nobody@example.org',
    );
  });
});
