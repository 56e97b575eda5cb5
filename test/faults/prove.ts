import { readdirSync } from 'node:fs';
import { verifyLog } from '../../src/services/archive/verify-log.ts';
import type { Row } from '../../src/services/ports/database.ts';
import type { OpenStorage } from '../../src/start/storage.ts';
import type { Item } from './item.ts';
import type { Ledger } from './ledger.ts';

/** Everything that is stored, read at one moment. */
interface Stored {
  readonly packages: readonly Row<'packages'>[];
  readonly log: readonly Row<'archive_log'>[];
  readonly runs: readonly Row<'runs'>[];
  readonly holds: readonly Row<'holds'>[];
}

type Faults = Iterable<string>;

/** In one transaction: a database can still be at what its dead client had asked for last. */
async function readStored({ store }: OpenStorage): Promise<Stored> {
  return store.transaction(async (trx) => ({
    packages: await trx.selectFrom('packages').selectAll().execute(),
    log: await trx.selectFrom('archive_log').selectAll().orderBy('seq').execute(),
    runs: await trx.selectFrom('runs').selectAll().execute(),
    holds: await trx.selectFrom('holds').selectAll().execute(),
  }));
}

/** What holds at every moment at which no process runs. */
export async function proveBetween(storage: OpenStorage, ledger: Ledger): Promise<void> {
  const stored = await readStored(storage);
  learnRuns(stored, ledger);
  for (const fault of acknowledged(stored, ledger)) ledger.report(fault);
  for (const fault of history(stored)) ledger.report(fault);
  await provePackages(storage, stored, ledger);
}

async function provePackages(storage: OpenStorage, { packages }: Stored, ledger: Ledger): Promise<void> {
  const heads = ledger.receipts.map(({ log_head }) => log_head).filter((hash) => /[1-9a-f]/.test(hash));
  const { faults } = await verifyLog(storage.store, heads);
  for (const { seq, archive_id, detail } of faults) ledger.report(`log: ${seq} ${archive_id} ${detail}`);
  for (const { archive_id, blob_key, bytes } of packages) {
    const found = await storage.blobs.stat(blob_key);
    if (found?.bytes !== bytes)
      ledger.report(`${archive_id}: ${found?.bytes ?? 'no'} bytes instead of ${bytes}`);
  }
}

/** What holds in the end, when all runs have ended, nothing runs any more, and the sweeper has been here. */
export async function proveAtEnd(storage: OpenStorage, ledger: Ledger): Promise<void> {
  await proveBetween(storage, ledger);
  const stored = await readStored(storage);
  const claims = [runs, holds, receipts, onceForEachKey];
  for (const fault of claims.flatMap((claim) => [...claim(stored, ledger)])) ledger.report(fault);
  await proveNothingLeft(storage, stored, ledger);
  await proveAccounts(storage, stored, ledger);
  const kinds = (kind: string) => stored.log.filter((entry) => entry.kind === kind).length;
  for (const kind of ['archived', 'deleted', 'held', 'released']) ledger.count(`log: ${kind}`, kinds(kind));
  count(ledger);
}

/** How many of each promise were compared with what there is in the end. */
function count(ledger: Ledger): void {
  const { items } = ledger;
  const proven = {
    'results, there with their checksum': items.filter((item) => item.mustBeThere).length,
    'results, gone as they have to be': items.filter((item) => item.mustBeGone).length,
    'accepted runs, ended once': items.filter(({ runId }) => runId !== null).length,
    'holds, on record': ledger.holds.length,
    'receipts, exact': ledger.receipts.length,
    'keys, one result each': ledger.byKey.size,
  };
  for (const [what, much] of Object.entries(proven)) ledger.count(`compared in the end: ${what}`, much);
}

/** A client is not told which package a run will leave; the row says so as long as it is there. */
function learnRuns({ runs: rows }: Stored, ledger: Ledger): void {
  const byId = new Map(rows.map((row) => [row.run_id, row]));
  for (const item of ledger.items) {
    const row = item.runId === null ? undefined : byId.get(item.runId);
    item.archiveId ??= row?.archive_id ?? null;
  }
}

/** Results, runs and deletions that clients were told of. */
function* acknowledged({ packages, runs: rows, log }: Stored, ledger: Ledger): Faults {
  const there = new Map(packages.map((row) => [row.evidence_report_id, row]));
  const accepted = new Map(rows.map((row) => [row.run_id, row]));
  const deleted = new Set(log.filter(({ kind }) => kind === 'deleted').map(({ archive_id }) => archive_id));
  for (const item of ledger.items) {
    const row = item.evidenceReportId === null ? undefined : there.get(item.evidenceReportId);
    if (row && row.sha256 !== (item.sha256 ?? row.sha256)) yield `${item.name}: its checksum has changed`;
    if (row && item.mustBeGone) yield `${item.name}: its deletion was acknowledged, and it is there`;
    if (!row && item.mustBeThere) yield `${item.name}: it was acknowledged, and it is not there`;
    if (item.mustBeGone && item.archiveId !== null && !deleted.has(item.archiveId) && !item.cancels.length)
      yield `${item.name}: its deletion is not in the log`;
    if (item.runId !== null && !accepted.has(item.runId) && !mayLeave(item))
      yield `${item.name}: it was accepted, and it is not there`;
  }
}

/** The row of a run goes with its package; one that was cancelled goes with all data. */
function mayLeave(item: Item): boolean {
  const cancelled = item.cancels.length > 0 && item.owner.deletions.length > 0;
  return item.gone || item.mayBeGone() || cancelled;
}

/** Each package is archived once and deleted at most once, and not while it is held. */
function* history({ log, packages }: Stored): Faults {
  const there = new Set(packages.map(({ archive_id }) => archive_id));
  const past = new Map<string, { deleted: boolean; holds: number; checksum: string; requester: string }>();
  for (const { seq, kind, archive_id, checksum, requester } of log) {
    const known = past.get(archive_id);
    if (kind === 'archived') {
      if (known) yield `entry ${seq}: ${archive_id} is archived a second time`;
      past.set(archive_id, { deleted: false, holds: 0, checksum, requester });
      continue;
    }
    if (!known || known.deleted) yield `entry ${seq}: ${archive_id} is ${kind}, and was not there`;
    if (!known) continue;
    if (known.checksum !== checksum || known.requester !== requester)
      yield `entry ${seq} has another checksum`;
    if (kind === 'held') known.holds++;
    if (kind === 'released') known.holds--;
    if (kind === 'deleted' && known.holds > 0) yield `entry ${seq}: ${archive_id} was deleted under a hold`;
    if (kind === 'deleted') known.deleted = true;
    if (known.holds < 0) yield `entry ${seq}: ${archive_id} is released more often than held`;
  }
  for (const [archive_id, { deleted }] of past) {
    if (deleted === there.has(archive_id)) yield `${archive_id}: log and packages contradict each other`;
    there.delete(archive_id);
  }
  for (const archive_id of there) yield `${archive_id} was never archived by the log`;
}

/** Every run has ended, once: with one package, or cancelled and with none. */
function* runs({ runs: rows, log, packages }: Stored, ledger: Ledger): Faults {
  const archived = new Set(log.filter(({ kind }) => kind === 'archived').map(({ archive_id }) => archive_id));
  for (const { run_id, status, archive_id } of rows) {
    if (status !== 'succeeded' && status !== 'cancelled') yield `${run_id} is ${status} in the end`;
    if ((status === 'succeeded') !== archived.has(archive_id)) yield `${run_id} is ${status}, not by the log`;
  }
  for (const { runId, archiveId, name, isCancelled, cancels } of ledger.items) {
    if (runId === null) continue;
    if (archiveId === null) ledger.count('runs deleted before anybody could see which package they left');
    else if (isCancelled === archived.has(archiveId) && (isCancelled || cancels.length === 0))
      yield `${name}: it ${isCancelled ? 'was cancelled and has' : 'was accepted and has no'} package`;
  }
  const ofRuns = packages.flatMap(({ run_id }) => run_id ?? []);
  if (new Set(ofRuns).size !== ofRuns.length) yield 'a run has left two packages';
}

function* holds({ holds: rows }: Stored, ledger: Ledger): Faults {
  const known = new Map(rows.map(({ hold_id, archive_id }) => [hold_id, archive_id]));
  for (const { hold_id, archive_id } of ledger.holds) {
    if (known.get(hold_id) !== archive_id) yield `the hold ${hold_id} on ${archive_id} is lost`;
  }
}

/** A receipt counts the `deleted` entries that end at its head of the log. */
function* receipts({ log }: Stored, ledger: Ledger): Faults {
  for (const { receipt_id, account_id, deleted, log_head, requested_at } of ledger.receipts) {
    const end = log.findIndex(({ entry_hash }) => entry_hash === log_head) + 1;
    const ours = (entry?: Row<'archive_log'>) =>
      entry?.kind === 'deleted' && entry.actor === account_id && entry.time === requested_at;
    let counted = 0;
    while (ours(log[end - 1 - counted])) counted++;
    if (counted !== deleted) yield `${receipt_id} says ${deleted} deleted, the log ${counted}`;
  }
}

/** Whoever sends everything with a key and never deletes has one package for each key. */
function* onceForEachKey({ log, runs: rows }: Stored, ledger: Ledger): Faults {
  const owner = ledger.owners.find(({ name }) => name === 'repeater')!;
  const archived = log.filter(({ kind, requester }) => kind === 'archived' && requester === owner.requester);
  const answers = new Set(ledger.byKey.values());
  const accepted = rows.filter(({ requester }) => requester === owner.requester).length;
  if (answers.size !== ledger.byKey.size) yield 'two keys were given the same answer';
  if (archived.length !== answers.size)
    yield `${answers.size} uploads with keys have left ${archived.length} packages`;
  const asked = [...answers].filter((id) => id.startsWith('run_')).length;
  if (accepted !== asked) yield `${asked} runs were accepted under keys, and there are ${accepted}`;
}

async function proveNothingLeft(
  { store, blobs }: OpenStorage,
  { packages }: Stored,
  ledger: Ledger,
): Promise<void> {
  const db = store.read();
  const raw = await db.selectFrom('raw_uploads').select('blob_key').execute();
  const wanted = new Set([...packages, ...raw].map(({ blob_key }) => blob_key));
  for (const folder of ['archive', 'raw', 'staged']) {
    for await (const key of blobs.list(folder)) {
      if (!wanted.delete(key)) ledger.report(`nobody knows the blob ${key}`);
    }
  }
  for (const key of wanted) ledger.report(`there is no blob ${key}`);
  for (const table of ['unpublished_blobs', 'blob_removals'] as const) {
    const rows = await db.selectFrom(table).select('blob_key').execute();
    for (const { blob_key } of rows) ledger.report(`${blob_key} is left in ${table}`);
  }
}

/** Who never deletes all data has kept an upload and been charged for each package that was ever made. */
async function proveAccounts({ store }: OpenStorage, { log }: Stored, ledger: Ledger): Promise<void> {
  const db = store.read();
  const usage = await db.selectFrom('usage_events').select(['account_id', 'run_id']).execute();
  const ofRuns = usage.flatMap(({ run_id }) => run_id ?? []);
  if (new Set(ofRuns).size !== ofRuns.length) ledger.report('a run was charged for twice');
  const raw = await db.selectFrom('raw_uploads').select('account_id').execute();
  const owners = ledger.owners.filter(({ apiKey, deletions }) => apiKey !== null && deletions.length === 0);
  for (const { name, requester } of owners) {
    const made = log.filter((entry) => entry.kind === 'archived' && entry.requester === requester).length;
    for (const [what, rows] of Object.entries({ usage, raw })) {
      const count = rows.filter(({ account_id }) => account_id === requester).length;
      if (count !== made) ledger.report(`${name} has ${count} of ${what} for ${made} packages`);
    }
  }
}

const KNOWN = /^(leith\.db(-wal|-shm)?|server-lock\.db(-journal)?|signing-key\.pem|archive|raw|staged)$/;

/** No temporary file has stayed: neither among the data nor where programs put such things. */
export function proveNoFiles(dataDir: string, temporary: string, ledger: Ledger): void {
  for (const name of readdirSync(temporary)) ledger.report(`the temporary file ${name} is left`);
  for (const name of readdirSync(dataDir)) {
    if (!KNOWN.test(name)) ledger.report(`the file ${name} is left in the data folder`);
  }
  const parts = readdirSync(dataDir, { recursive: true }).map(String);
  for (const name of parts.filter((each) => each.endsWith('.part'))) ledger.report(`${name} is left`);
}
