import { createHash } from 'node:crypto';
import { verifyLog } from '../archive/verify-log.ts';
import { NO_HASH } from '../archive/log-hash.ts';
import { verifyTree } from '../log/verify-tree.ts';
import { OperatorRefusal } from '../operator-refusal.ts';
import type { Blobs } from '../ports/blobs.ts';
import type { Database, Store } from '../ports/database.ts';
import { copyKey } from '../remote-copy/remote-copies.ts';
import {
  namedKeys,
  stagedForRuns,
  stagedForSequences,
  storedFiles,
  storedKinds,
  type NamedBlob,
} from './stored-files.ts';

/** Where blobs lie. */
const FOLDERS = ['archive', 'raw', 'staged', 'profile'];
const KEYS_PER_QUERY = 200;

export interface AuditServices {
  readonly store: Store;
  readonly blobs: Blobs;
  readonly now: () => Date;
  /** null: copies are not read */
  readonly remote: Blobs | null;
  /** checkpoints of the log that were kept elsewhere */
  readonly checkpoints?: readonly string[];
}

export interface Audit {
  readonly packages: number;
  readonly raw_uploads: number;
  /** of calibration profiles */
  readonly overlays: number;
  readonly staged_uploads: number;
  readonly remote_copies: number;
  readonly bytes_read: number;
  /** files that are being written, or were left by a process that died or lost its database; none of them is a fault */
  readonly unpublished: readonly UnpublishedBlob[];
  readonly log_entries: number;
  readonly log_head: string;
  /** leaves of the log's tree: entries and receipts */
  readonly tree_leaves: number;
  /** checkpoints that the tree was compared with */
  readonly tree_checkpoints: number;
  /** everything that is wrong; empty: all is well */
  readonly faults: readonly string[];
}

export interface UnpublishedBlob {
  readonly blob_key: string;
  /** seconds since it was begun */
  readonly age_s: number;
}

interface Found {
  bytes: number;
  readonly faults: string[];
}

/**
 * Reads every stored byte and compares it with its checksum, verifies the log's chain and the holds, and looks for
 * blobs that no row names. It changes nothing and may run beside the service: what comes and goes meanwhile is no fault.
 * @throws OperatorRefusal where the database is damaged; StorageUnavailable
 */
export async function verifyArchive(
  services: AuditServices,
  onProgress: (what: string) => void = () => {},
): Promise<Audit> {
  const { store, blobs, remote } = services;
  const found: Found = { bytes: 0, faults: [] };
  onProgress('the database');
  const damage = await store.faults();
  if (damage.length > 0) {
    throw new OperatorRefusal(
      `the database is damaged, and what it says can’t be compared with anything:\n  ${damage.join('\n  ')}`,
    );
  }
  onProgress('the log');
  const { head, faults } = await verifyLog(store, await knownHeads(store));
  for (const { seq, archive_id, detail } of faults) {
    const where = [seq === null ? [] : [`entry ${seq}`], archive_id ?? []].flat().join(', ');
    found.faults.push(`log${where && `: ${where}`}: ${detail}`);
  }
  onProgress('the log’s tree');
  const tree = await verifyTree(store, services.checkpoints ?? []);
  found.faults.push(...tree.faults.map((fault) => `log: ${fault}`));
  // in one transaction: holds may be placed and released meanwhile
  found.faults.push(...(await store.transaction(holdFaults)));
  const counts = { packages: 0, raw_uploads: 0, overlays: 0 };
  for (const kind of ['packages', 'raw_uploads', 'overlays'] as const) {
    for await (const file of storedFiles(store, storedKinds[kind])) {
      onProgress(file.what);
      counts[kind]++;
      await checkFile(blobs, file, found, () => isNamed(store, file.blob_key));
    }
  }
  const staged = [...(await stagedForRuns(store)), ...(await stagedForSequences(store))];
  for (const file of staged) await checkFile(blobs, file, found, () => isNamed(store, file.blob_key));
  onProgress('blobs that nothing names');
  for (const folder of FOLDERS) await findOrphans(store, blobs, folder, found);
  const remote_copies = remote ? await checkCopies(store, remote, found, onProgress) : 0;
  return {
    ...{ ...counts, staged_uploads: staged.length, remote_copies, bytes_read: found.bytes },
    unpublished: await unpublishedBlobs(services),
    ...{ log_entries: head.seq, log_head: head.entry_hash, faults: found.faults },
    ...{ tree_leaves: tree.leaves, tree_checkpoints: tree.checkpoints },
  };
}

/** Those that are there, oldest first. */
async function unpublishedBlobs({ store, blobs, now }: AuditServices): Promise<UnpublishedBlob[]> {
  const rows = await store
    .read()
    .selectFrom('unpublished_blobs')
    .select(['blob_key', 'created_at'])
    .orderBy('created_at')
    .execute();
  const there: UnpublishedBlob[] = [];
  for (const { blob_key, created_at } of rows) {
    if (!(await blobs.stat(blob_key))) continue;
    there.push({ blob_key, age_s: Math.round((now().getTime() - Date.parse(created_at)) / 1000) });
  }
  return there;
}

/** What the log ended with when receipts were written: it can't have been cut off before. */
async function knownHeads(store: Store): Promise<string[]> {
  const rows = await store.read().selectFrom('deletion_receipts').select('receipt').execute();
  const heads = rows.map(({ receipt }) => (JSON.parse(receipt) as { log_head: string }).log_head);
  return [...new Set(heads)].filter((hash) => hash !== NO_HASH);
}

/** Holds without a package, and holds that the log does not know as they are. */
async function holdFaults(db: Database): Promise<string[]> {
  const open = await db
    .selectFrom('holds')
    .leftJoin('packages', 'packages.archive_id', 'holds.archive_id')
    .where('released_at', 'is', null)
    .select(['hold_id', 'holds.archive_id', 'packages.evidence_report_id'])
    .execute();
  const entries = await db
    .selectFrom('archive_log')
    .select(['archive_id', 'kind'])
    .where('kind', 'in', ['held', 'released'])
    .execute();
  const rows = await db.selectFrom('holds').select(['archive_id', 'released_at']).execute();
  const balance = new Map<string, number>();
  const add = (id: string, count: number) => balance.set(id, (balance.get(id) ?? 0) + count);
  for (const { archive_id, kind } of entries) add(archive_id, kind === 'held' ? 1 : -1);
  for (const { archive_id, released_at } of rows) if (released_at === null) add(archive_id, -1);
  return [
    ...open
      .filter((hold) => hold.evidence_report_id === null)
      .map(({ hold_id, archive_id }) => `hold ${hold_id}: the package ${archive_id} is gone`),
    ...[...balance]
      .filter(([, count]) => count !== 0)
      .map(([archive_id]) => `holds on ${archive_id}: they are not those of the log`),
  ];
}

/** @param isWanted asked again where something is wrong: the file may have been deleted meanwhile */
async function checkFile(
  blobs: Blobs,
  { what, blob_key, sha256, bytes }: NamedBlob,
  found: Found,
  isWanted: () => Promise<boolean>,
): Promise<void> {
  const stream = await blobs.read(blob_key);
  const hash = createHash('sha256');
  let read = 0;
  for await (const chunk of stream ?? []) {
    hash.update(chunk as Uint8Array);
    read += (chunk as Uint8Array).byteLength;
  }
  found.bytes += read;
  if (stream && read === bytes && hash.digest('hex') === sha256) return;
  if (!(await isWanted())) return;
  const fault = !stream
    ? 'its bytes are missing'
    : read === bytes
      ? 'its bytes do not have its checksum'
      : `it has ${read} bytes instead of ${bytes}`;
  found.faults.push(`${what}: ${fault} (${blob_key})`);
}

async function isNamed(store: Store, key: string): Promise<boolean> {
  const db = store.read();
  const removed = await db
    .selectFrom('blob_removals')
    .select('blob_key')
    .where('blob_key', '=', key)
    .executeTakeFirst();
  return removed === undefined && (await namedKeys(store, [key])).has(key);
}

async function findOrphans(store: Store, blobs: Blobs, folder: string, found: Found): Promise<void> {
  let keys: string[] = [];
  const check = async (): Promise<void> => {
    const named = keys.length === 0 ? new Set() : await namedKeys(store, keys);
    for (const key of keys.filter((each) => !named.has(each))) {
      // it may have been deleted since it was listed
      if (await blobs.stat(key)) found.faults.push(`orphan: nothing names the blob ${key}`);
    }
    keys = [];
  };
  for await (const key of blobs.list(folder)) {
    keys.push(key);
    if (keys.length === KEYS_PER_QUERY) await check();
  }
  await check();
}

async function checkCopies(
  store: Store,
  remote: Blobs,
  found: Found,
  onProgress: (what: string) => void,
): Promise<number> {
  const copies = await store
    .read()
    .selectFrom('remote_copies')
    .select(['archive_id', 'sha256', 'bytes'])
    .where('state', '=', 'copied')
    .execute();
  for (const { archive_id, sha256, bytes } of copies) {
    const what = `remote copy of ${archive_id}`;
    onProgress(what);
    const stillCopied = async () =>
      undefined !==
      (await store
        .read()
        .selectFrom('remote_copies')
        .select('state')
        .where('archive_id', '=', archive_id)
        .where('state', '=', 'copied')
        .executeTakeFirst());
    await checkFile(remote, { what, blob_key: copyKey(archive_id), sha256, bytes }, found, stillCopied);
  }
  return copies.length;
}
