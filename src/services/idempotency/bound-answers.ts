import { sql } from 'kysely';
import type { Store } from '../ports/database.ts';

/** What the answers of one account may take, and those of everybody without one together. */
export const MOST_ANSWER_BYTES = 16 * 1024 * 1024;
/** Beside the answer: digests, times and their places in the index. */
export const ANSWER_ROW_BYTES = 400;
/** So much may come before it is looked whether there are too many. */
export const LOOK_AFTER_BYTES = MOST_ANSWER_BYTES / 4;

const cameLately = new WeakMap<Store, Map<string, number>>();

/**
 * Deletes the oldest answers of a scope where they take too much. They are looked through once in some thousand, so that a
 * process may keep a quarter more.
 * @param bytes of the answer that has just been kept
 */
export async function boundAnswers(store: Store, scope: string, bytes: number): Promise<void> {
  const scopes = cameLately.get(store) ?? new Map<string, number>();
  cameLately.set(store, scopes);
  const came = (scopes.get(scope) ?? 0) + bytes + ANSWER_ROW_BYTES;
  if (came < LOOK_AFTER_BYTES) {
    scopes.set(scope, came);
    return;
  }
  scopes.delete(scope);
  await store.transaction(async (trx) => {
    await sql`delete from idempotency where scope = ${scope} and key_sha256 in (
      select key_sha256 from (
        select key_sha256, sum(length(response) + ${sql.lit(ANSWER_ROW_BYTES)})
          over (order by created_at desc, key_sha256) as bytes
        from idempotency where scope = ${scope} and state = 'done'
      ) as newest_first where bytes > ${sql.lit(MOST_ANSWER_BYTES)})`.execute(trx);
  });
}
