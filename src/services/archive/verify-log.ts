import { sql } from 'kysely';
import type { Database, Row, Store } from '../ports/database.ts';
import type { LogHead } from './append-to-log.ts';
import { logHash, NO_HASH } from './log-hash.ts';

export interface LogFault {
  /** null: not about one entry */
  readonly seq: number | null;
  readonly archive_id: string | null;
  readonly detail: string;
}

export interface LogVerification {
  readonly head: LogHead;
  readonly faults: readonly LogFault[];
}

const PAGE = 1000;

/**
 * Reads the whole log and says where it was changed: an entry that differs from its hash, that is missing, or that
 * does not follow the one before; a package that the log does not have or has as another's, or one that it has and
 * that is gone. Entries cut off at the end leave a chain that holds: they show by their packages, remote copies and
 * holds, or by a head that somebody kept (each deletion receipt has one).
 * @param knownHeads hashes of entries that must be there
 */
export async function verifyLog(store: Store, knownHeads: readonly string[] = []): Promise<LogVerification> {
  const db = store.read();
  const missing = new Set(knownHeads);
  const faults: LogFault[] = [];
  let head: LogHead = { seq: 0, entry_hash: NO_HASH };
  for (;;) {
    const entries = await db
      .selectFrom('archive_log')
      .selectAll()
      .where('seq', '>', head.seq)
      .orderBy('seq')
      .limit(PAGE)
      .execute();
    for (const entry of entries) {
      faults.push(...faultsOf(entry, head));
      missing.delete(entry.entry_hash);
      head = { seq: entry.seq, entry_hash: entry.entry_hash };
    }
    if (entries.length < PAGE) break;
  }
  for (const hash of missing) {
    faults.push({
      seq: null,
      archive_id: null,
      detail: `no entry has the hash ${hash}, which was its head once`,
    });
  }
  return { head, faults: [...faults, ...(await packageFaults(db))] };
}

function faultsOf(entry: Row<'archive_log'>, before: LogHead): LogFault[] {
  const { seq, archive_id } = entry;
  const details = [];
  if (seq !== before.seq + 1) details.push(`entries ${before.seq + 1} to ${seq - 1} are missing`);
  if (entry.previous_hash !== before.entry_hash) details.push('does not follow the entry before it');
  if (entry.entry_hash !== logHash(entry)) details.push('was changed: it does not have its hash');
  return details.map((detail) => ({ seq, archive_id, detail }));
}

/** Packages, remote copies and log compared: there is what was archived and not deleted, and nothing is another's. */
async function packageFaults(db: Database): Promise<LogFault[]> {
  const unlogged = await sql<{ archive_id: string }>`
    SELECT archive_id FROM packages p
    WHERE NOT EXISTS (
      SELECT 1 FROM archive_log l WHERE l.archive_id = p.archive_id AND l.kind = 'archived'
      AND l.checksum = p.sha256 AND l.requester = p.requester)
    OR EXISTS (SELECT 1 FROM archive_log l WHERE l.archive_id = p.archive_id AND l.kind = 'deleted')`.execute(
    db,
  );
  const lost = await sql<{ archive_id: string }>`
    SELECT archive_id FROM archive_log l
    WHERE kind = 'archived'
    AND NOT EXISTS (SELECT 1 FROM packages p WHERE p.archive_id = l.archive_id)
    AND NOT EXISTS (SELECT 1 FROM archive_log d WHERE d.archive_id = l.archive_id AND d.kind = 'deleted')`.execute(
    db,
  );
  const copies = await sql<{ archive_id: string }>`
    SELECT archive_id FROM remote_copies c
    WHERE state IN ('copied', 'purged')
    AND NOT EXISTS (
      SELECT 1 FROM archive_log l WHERE l.archive_id = c.archive_id
      AND l.kind = CASE c.state WHEN 'copied' THEN 'replicated' ELSE 'remote_copy_purged' END)`.execute(db);
  return [
    ...copies.rows.map((row) => ({ ...row, seq: null, detail: 'its remote copy is not as the log says' })),
    ...unlogged.rows.map((row) => ({ ...row, seq: null, detail: 'is in the archive, but not by its log' })),
    ...lost.rows.map((row) => ({ ...row, seq: null, detail: 'was archived and not deleted, but is gone' })),
  ];
}
