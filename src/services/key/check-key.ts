import type { Database } from '../ports/database.ts';
import type { Caller } from './authenticate.ts';
import { keyNotValid } from './unauthenticated.ts';

/**
 * To be asked in a transaction that makes or revokes keys: the caller's own may have been revoked since the request was
 * let in, and must not outlive itself by a key that it makes, nor revoke the one that revoked it.
 * @throws Unauthenticated
 */
export async function checkKey(trx: Database, { key_id }: Caller): Promise<void> {
  const key = await trx
    .selectFrom('api_keys')
    .where('key_id', '=', key_id)
    .where('revoked_at', 'is', null)
    .select('key_id')
    .executeTakeFirst();
  if (!key) throw keyNotValid();
}
