import { afterAll, beforeEach, expect, it } from 'vitest';
import { describeOn } from '../../../test/backends/describe-on.ts';
import { lentSetUps } from '../../../test/backends/lent-servers.ts';
import type { OpenStorage } from '../../start/storage.ts';
import { verifyArchive } from '../audit/verify-archive.ts';
import { addHold } from '../hold/add-hold.ts';
import { countRows, makeAccount, makeResult, storedBlobs } from './account.fixture.ts';
import { expirePublicResults } from './expire-public-results.ts';

const setUps = await lentSetUps();
afterAll(() => setUps.remove());

const DAY_MS = 24 * 3_600_000;
const START = Date.UTC(2026, 0, 1);

describeOn(setUps, 'results without an account', ({ open }) => {
  let storage: OpenStorage;
  let day: number;
  beforeEach(async () => {
    day = 0;
    const opened = await open();
    storage = { ...opened, now: () => new Date(START + day * DAY_MS) };
    return () => storage.close();
  });
  /** One a day, oldest first, and as many of an account, which never expire. */
  const fill = async (count: number) => {
    const account = await makeAccount(storage);
    const made = [];
    for (day = 0; day < count; day++) {
      made.push(await makeResult(storage, 'public'));
      await makeResult(storage, account);
    }
    day = count - 1;
    return made;
  };
  const left = async (requester = 'public') => {
    const rows = await storage.store
      .read()
      .selectFrom('packages')
      .select('archive_id')
      .where('requester', requester === 'public' ? '=' : '!=', 'public')
      .orderBy('created_at')
      .execute();
    return rows.map(({ archive_id }) => archive_id);
  };
  const idsOf = (made: readonly { archive_id: string }[]) => made.map(({ archive_id }) => archive_id);

  it('stay where nobody has set how long', async () => {
    await fill(3);
    day = 10_000;
    expect(await expirePublicResults(storage, { days: null, bytes: null })).toBe(0);
    expect(await left()).toHaveLength(3);
  });

  it('go when they are older than that, with an entry in the log, and nothing of accounts does', async () => {
    const made = await fill(5);
    // the first three are 4, 3 and 2 days old
    expect(await expirePublicResults(storage, { days: 2, bytes: null })).toBe(2);
    expect(await left()).toEqual(idsOf(made.slice(2)));
    expect(await left('accounts')).toHaveLength(5);
    const log = await storage.store
      .read()
      .selectFrom('archive_log')
      .select(['archive_id', 'actor'])
      .where('kind', '=', 'deleted')
      .execute();
    expect(log).toEqual(made.slice(0, 2).map(({ archive_id }) => ({ archive_id, actor: 'service' })));
    expect((await verifyArchive({ ...storage, remote: null })).faults).toEqual([]);
    expect(await countRows(storage, 'blob_removals')).toBe(0);
  });

  it('go, the oldest first, while they take more than they may', async () => {
    const made = await fill(4);
    const bytes = made.slice(2).reduce((sum, one) => sum + one.bytes, 0);
    expect(await expirePublicResults(storage, { days: null, bytes })).toBe(2);
    expect(await left()).toEqual(idsOf(made.slice(2)));
    expect(await expirePublicResults(storage, { days: null, bytes })).toBe(0);
    expect(await expirePublicResults(storage, { days: null, bytes: bytes - 1 })).toBe(1);
    expect((await storedBlobs(storage)).filter((key) => key.startsWith('archive/'))).toHaveLength(5);
  });

  it('stay while they are held', async () => {
    const made = await fill(3);
    await addHold(storage, { package: made[0]!.archive_id, by: 'A. Operator', reason: 'a test' });
    day = 100;
    expect(await expirePublicResults(storage, { days: 1, bytes: 1 })).toBe(2);
    expect(await left()).toEqual(idsOf(made.slice(0, 1)));
  });

  it('go once where several processes look', async () => {
    await fill(6);
    const gone = await Promise.all(
      [1, 2, 3].map(() => expirePublicResults(storage, { days: null, bytes: 1 })),
    );
    expect(gone.reduce((sum, one) => sum + one)).toBe(6);
    expect((await verifyArchive({ ...storage, remote: null })).faults).toEqual([]);
  });
});
