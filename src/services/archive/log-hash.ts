import { createHash } from 'node:crypto';
import type { Row } from '../ports/database.ts';

/** What the first entry of the log names as the hash before it. */
export const NO_HASH = '0'.repeat(64);

/**
 * The hash of an entry, over everything in it and the hash of the entry before: SHA-256 in hexadecimal over its JSON in
 * the form of RFC 8785 (names sorted, no spaces), so that others can compute it too.
 */
export function logHash(entry: Omit<Row<'archive_log'>, 'entry_hash'>): string {
  const { actor, archive_id, checksum, kind, previous_hash, requester, seq, time } = entry;
  const sorted = { actor, archive_id, checksum, kind, previous_hash, requester, seq, time };
  return createHash('sha256').update(JSON.stringify(sorted)).digest('hex');
}
