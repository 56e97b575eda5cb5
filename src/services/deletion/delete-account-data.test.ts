import { afterAll, beforeEach, expect, it } from 'vitest';
import { describeOn } from '../../../test/backends/describe-on.ts';
import { lentSetUps } from '../../../test/backends/lent-servers.ts';
import type { OpenStorage } from '../../start/storage.ts';
import { sweepBlobs } from '../archive/sweep-blobs.ts';
import { verifyArchive } from '../audit/verify-archive.ts';
import { addHold } from '../hold/add-hold.ts';
import { releaseHold } from '../hold/release-hold.ts';
import type { Database } from '../ports/database.ts';
import { labelResult } from '../result/label-result.ts';
import { RunningRuns } from '../run/running-runs.ts';
import { StorageUnavailable } from '../ports/storage-unavailable.ts';
import {
  countRows,
  makeAccount,
  makeFeedback,
  makeQueuedRun,
  makeResult,
  storedBlobs,
} from './account.fixture.ts';
import { deleteAccountData, type DeletionReceipt } from './delete-account-data.ts';
import { eraseAccountData } from './erase-account-data.ts';

const setUps = await lentSetUps();
afterAll(() => setUps.remove());

const hold = { by: 'A. Operator', reason: 'a test' };
const zeros = {
  ...{ deleted: 0, held: 0, remote_copies_pending: 0 },
  ...{ raw_uploads_deleted: 0, feedback_deleted: 0, usage_events_deleted: 0 },
  ...{ runs_in_progress: 0, runs_cancelled: 0 },
};

describeOn(setUps, 'deleting an account’s data', ({ open }) => {
  let storage: OpenStorage;
  let account: string;
  beforeEach(async () => {
    storage = await open();
    account = await makeAccount(storage);
    return () => storage.close();
  });

  const faults = async () => (await verifyArchive({ ...storage, remote: null })).faults;

  it('leaves nothing of it, and everything of others', async () => {
    const other = await makeAccount(storage);
    const theirs = [await makeResult(storage, other), await makeResult(storage, 'public')];
    for (let i = 0; i < 3; i++) {
      const { evidence_report_id } = await makeResult(storage, account);
      await makeFeedback(storage, account, evidence_report_id);
    }
    await makeFeedback(storage, other, theirs[0]!.evidence_report_id);
    const receipt = await deleteAccountData(storage, account);
    expect(receipt).toMatchObject({
      ...{ ...zeros, deleted: 3, raw_uploads_deleted: 3, feedback_deleted: 3, usage_events_deleted: 3 },
      account_id: account,
    });
    const rows = await storage.store.read().selectFrom('packages').select('evidence_report_id').execute();
    expect(rows.map((row) => row.evidence_report_id).sort()).toEqual(
      theirs.map((row) => row.evidence_report_id).sort(),
    );
    for (const table of ['raw_uploads', 'feedback', 'usage_events'] as const) {
      expect(await countRows(storage, table), table).toBe(1);
    }
    expect(await countRows(storage, 'runs')).toBe(2);
    expect(await storedBlobs(storage)).toHaveLength(3);
    expect(await countRows(storage, 'blob_removals')).toBe(0);
    const log = await storage.store.read().selectFrom('archive_log').selectAll().orderBy('seq').execute();
    expect(log.filter(({ kind }) => kind === 'deleted')).toHaveLength(3);
    expect(log.at(-1)).toMatchObject({ entry_hash: receipt.log_head, actor: account, requester: account });
    expect(await faults()).toEqual([]);
  });

  it('answers zeros the second time, and where there never was anything', async () => {
    await makeResult(storage, account);
    await deleteAccountData(storage, account);
    const log = await countRows(storage, 'archive_log');
    expect(await deleteAccountData(storage, account)).toMatchObject(zeros);
    expect(await countRows(storage, 'archive_log')).toBe(log);
    expect(await deleteAccountData(storage, await makeAccount(storage))).toMatchObject(zeros);
  });

  it('keeps what is held, with its run and nothing else, until the last hold is released', async () => {
    const [held, free] = [await makeResult(storage, account), await makeResult(storage, account)];
    await makeFeedback(storage, account, held.evidence_report_id);
    const said = { sample: 'slide 4', note: 'hers' };
    await labelResult(storage, account, held.evidence_report_id, said);
    const first = await addHold(storage, { ...hold, package: held.evidence_report_id });
    const second = await addHold(storage, { ...hold, package: held.archive_id });
    const receipt = await deleteAccountData(storage, account);
    expect(receipt).toMatchObject({
      ...{ deleted: 1, held: 1, raw_uploads_deleted: 2, feedback_deleted: 1, usage_events_deleted: 2 },
    });
    expect(await storedBlobs(storage)).toEqual([held.blob_key]);
    expect(await countRows(storage, 'runs')).toBe(1);
    expect(free.archive_id).not.toBe(held.archive_id);
    const left = await storage.store.read().selectFrom('packages').selectAll().execute();
    const { file_name, sample, note, search_text } = left[0]!;
    expect({ file_name, sample, note, search_text }).toEqual({
      ...{ file_name: null, sample: null, note: null, search_text: null },
    });

    await releaseHold(storage, { ...hold, id: first.hold_id });
    await expect(deleteAccountData(storage, account)).rejects.toMatchObject({
      code: 'DATA_UNDER_LEGAL_HOLD',
    });
    await releaseHold(storage, { ...hold, id: second.hold_id });
    expect(await deleteAccountData(storage, account)).toMatchObject({ ...zeros, deleted: 1 });
    expect(await storedBlobs(storage)).toEqual([]);
    expect(await faults()).toEqual([]);
  });

  it('deletes nothing at all where every package is held', async () => {
    const { evidence_report_id } = await makeResult(storage, account);
    await makeFeedback(storage, account, evidence_report_id);
    await addHold(storage, { ...hold, package: evidence_report_id });
    const refusal = await deleteAccountData(storage, account).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code: 'DATA_UNDER_LEGAL_HOLD' });
    for (const table of ['packages', 'raw_uploads', 'feedback', 'usage_events', 'runs'] as const) {
      expect(await countRows(storage, table), table).toBe(1);
    }
    expect(await storedBlobs(storage)).toHaveLength(2);
  });

  it('lets a run that has not ended go on', async () => {
    await makeQueuedRun(storage, account);
    expect(await deleteAccountData(storage, account)).toMatchObject({ ...zeros, runs_in_progress: 1 });
    expect(await countRows(storage, 'runs')).toBe(1);
    expect(await faults()).toEqual([]);
  });

  it('ends such a run first where that is asked for, and no other account’s', async () => {
    const mine = [await makeQueuedRun(storage, account), await makeQueuedRun(storage, account)];
    await makeQueuedRun(storage, await makeAccount(storage));
    const stopped: string[] = [];
    const running = new RunningRuns();
    for (const run of mine) running.begin(run, () => stopped.push(run));
    const receipt = await deleteAccountData({ ...storage, running }, account, { cancelRuns: true });
    expect(receipt).toMatchObject({ ...zeros, runs_cancelled: 2 });
    expect(stopped.sort()).toEqual(mine.sort());
    expect(await countRows(storage, 'runs')).toBe(1);
    expect(await storedBlobs(storage)).toHaveLength(1);
    expect(await faults()).toEqual([]);
  });

  it('leaves runs alone where it is refused', async () => {
    const { evidence_report_id } = await makeResult(storage, account);
    await addHold(storage, { ...hold, package: evidence_report_id });
    const run = await makeQueuedRun(storage, account);
    const running = new RunningRuns();
    running.begin(run, () => expect.fail('it was stopped'));
    const refused = deleteAccountData({ ...storage, running }, account, { cancelRuns: true });
    await expect(refused).rejects.toMatchObject({ code: 'DATA_UNDER_LEGAL_HOLD' });
    expect(await countRows(storage, 'runs')).toBe(2);
  });

  it('deletes nothing where it fails half-way', async () => {
    await makeResult(storage, account);
    const before = await storedBlobs(storage);
    const failing = storage.store.transaction(
      async (trx: Database) => {
        await eraseAccountData(trx, account, { actor: account, time: new Date() }, { cancelRuns: false });
        throw new Error('the power is gone');
      },
      { chain: true },
    );
    await expect(failing).rejects.toThrow('power');
    expect(await countRows(storage, 'packages')).toBe(1);
    expect(await storedBlobs(storage)).toEqual(before);
    expect(await faults()).toEqual([]);
  });

  it('has deleted, though the store for blobs was away: the sweeper finishes', async () => {
    await makeResult(storage, account);
    const away = () => Promise.reject(new StorageUnavailable('away'));
    const blobs = new Proxy(storage.blobs, {
      get: (target, name) => (name === 'delete' ? away : Reflect.get(target, name, target)),
    });
    const receipt = await deleteAccountData({ ...storage, blobs }, account);
    expect(receipt).toMatchObject({ deleted: 1, raw_uploads_deleted: 1 });
    expect(await storedBlobs(storage)).toHaveLength(2);
    expect(await faults(), 'they are noted for removal').toEqual([]);
    const later = { ...storage, now: () => new Date(Date.now() + 7_200_000) };
    await sweepBlobs(later);
    expect(await storedBlobs(storage)).toEqual([]);
  });

  it('counts exactly what happened while results come and holds change', async () => {
    const receipts: DeletionReceipt[] = [];
    let [refused, made] = [0, 0];
    const uploads = async (): Promise<void> => {
      for (let i = 0; i < 12; i++) {
        const { evidence_report_id } = await makeResult(storage, account);
        made++;
        // its result may have been deleted by now: what such feedback counts for is what is tested
        await makeFeedback(storage, account, evidence_report_id);
      }
    };
    const holds = async (): Promise<void> => {
      for (let i = 0; i < 15; i++) {
        const rows = await storage.store.read().selectFrom('packages').select('archive_id').execute();
        const id = rows[i % Math.max(1, rows.length)]?.archive_id;
        if (id === undefined) await new Promise((resolve) => setTimeout(resolve, 5));
        else await addHold(storage, { ...hold, package: id }).catch(() => {});
        if (i % 3 === 2 && id !== undefined) await releaseHold(storage, { ...hold, id }).catch(() => {});
      }
    };
    const deletions = async (): Promise<void> => {
      for (let i = 0; i < 8; i++) {
        await deleteAccountData(storage, account).then(
          (receipt) => receipts.push(receipt),
          () => refused++,
        );
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    };
    await Promise.all([uploads(), uploads(), holds(), deletions(), deletions()]);
    const sum = (of: keyof typeof zeros) => receipts.reduce((total, receipt) => total + receipt[of], 0);
    expect(receipts.length + refused).toBe(16);
    expect(made).toBe(24);
    expect(sum('deleted') + (await countRows(storage, 'packages'))).toBe(made);
    expect(sum('raw_uploads_deleted') + (await countRows(storage, 'raw_uploads'))).toBe(made);
    expect(sum('usage_events_deleted') + (await countRows(storage, 'usage_events'))).toBe(made);
    expect(sum('feedback_deleted') + (await countRows(storage, 'feedback'))).toBe(made);
    const log = await storage.store.read().selectFrom('archive_log').selectAll().orderBy('seq').execute();
    expect(log.filter(({ kind }) => kind === 'deleted')).toHaveLength(sum('deleted'));
    // replayed from the log: each receipt says how many packages lay under a hold at its very place in the chain
    for (const receipt of receipts.filter(({ deleted }) => deleted > 0)) {
      const end = log.findIndex(({ entry_hash }) => entry_hash === receipt.log_head);
      expect(end).toBeGreaterThan(-1);
      expect(heldAfter(log.slice(0, end + 1)), receipt.receipt_id).toBe(receipt.held);
    }
    expect(await faults()).toEqual([]);
  }, 120_000);
});

/** How many packages are there and under a hold, by the log alone. */
function heldAfter(log: readonly { kind: string; archive_id: string }[]): number {
  const there = new Set<string>();
  const holds = new Map<string, number>();
  for (const { kind, archive_id } of log) {
    if (kind === 'archived') there.add(archive_id);
    if (kind === 'deleted') there.delete(archive_id);
    if (kind === 'held') holds.set(archive_id, (holds.get(archive_id) ?? 0) + 1);
    if (kind === 'released') holds.set(archive_id, (holds.get(archive_id) ?? 0) - 1);
  }
  return [...there].filter((id) => (holds.get(id) ?? 0) > 0).length;
}
