import type { Database, Row } from '../ports/database.ts';
import { growTree } from '../log/grow-tree.ts';
import { logHash, NO_HASH } from './log-hash.ts';

export type LogEvent = Pick<Row<'archive_log'>, 'kind' | 'archive_id' | 'checksum' | 'requester' | 'actor'>;

/** The last entry: together with the chain it stands for the whole log. */
export interface LogHead {
  /** 0: there is no entry */
  readonly seq: number;
  readonly entry_hash: string;
}

/** PostgreSQL takes 65535 parameters a query, SQLite 32766; an entry has 9. */
const ENTRIES_PER_QUERY = 500;

/**
 * Adds entries at the end of the archive's log, in this order.
 * @param trx a transaction begun with `chain: true`
 */
export async function appendToLog(trx: Database, time: Date, events: readonly LogEvent[]): Promise<LogHead> {
  let head = await logHead(trx);
  const entries = events.map((event) => {
    const entry = {
      ...{ seq: head.seq + 1, kind: event.kind, archive_id: event.archive_id, checksum: event.checksum },
      ...{ time: time.toISOString(), requester: event.requester, actor: event.actor },
      previous_hash: head.entry_hash,
    };
    head = { seq: entry.seq, entry_hash: logHash(entry) };
    return { ...entry, entry_hash: head.entry_hash };
  });
  for (let start = 0; start < entries.length; start += ENTRIES_PER_QUERY) {
    const some = entries.slice(start, start + ENTRIES_PER_QUERY);
    await trx.insertInto('archive_log').values(some).execute();
  }
  await growTree(trx);
  return head;
}

export async function logHead(db: Database): Promise<LogHead> {
  const last = await db
    .selectFrom('archive_log')
    .select(['seq', 'entry_hash'])
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last ?? { seq: 0, entry_hash: NO_HASH };
}
