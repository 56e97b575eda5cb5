import type { Database } from '../ports/database.ts';
import type { Result, ResultRow } from './result.ts';
import { toResult } from './result.ts';

/** What of a result may change: the rest of it is written once. */
export type ChangingRow = Pick<ResultRow, 'evidence_report_id' | 'file_name' | 'sample' | 'note' | 'held'>;

/** Of a kilobyte each. */
const MOST = 4096;

const known = new WeakMap<Database, Map<string, Result>>();

/**
 * The results of rows: those that were read before, and are called the same, are not read from the database again. Each
 * is the same object as before, so that whoever answers with it can keep what it was written as.
 * @param read the results of these identifiers; those that are gone meanwhile are left out
 */
export async function knownResults(
  db: Database,
  rows: readonly ChangingRow[],
  read: (ids: readonly string[]) => Promise<readonly ResultRow[]>,
): Promise<Result[]> {
  const there = known.get(db) ?? new Map<string, Result>();
  known.set(db, there);
  const found = new Map<string, Result>();
  for (const row of rows) {
    const result = there.get(row.evidence_report_id);
    if (result && isCalled(result, row)) found.set(row.evidence_report_id, result);
  }
  const missing = rows.map((row) => row.evidence_report_id).filter((id) => !found.has(id));
  if (missing.length > 0) {
    if (there.size + missing.length > MOST) there.clear();
    for (const row of await read(missing)) {
      const result = toResult(row);
      found.set(row.evidence_report_id, result);
      there.set(row.evidence_report_id, result);
    }
  }
  return rows.flatMap((row) => found.get(row.evidence_report_id) ?? []);
}

function isCalled(result: Result, { file_name, sample, note, held }: ChangingRow): boolean {
  return (
    result.file_name === file_name &&
    result.sample === sample &&
    result.note === note &&
    result.held === Boolean(held)
  );
}
