import { isId } from '../mint-id.ts';
import type { Store } from '../ports/database.ts';
import { Refusal } from '../refusal.ts';
import type { Caller } from './authenticate.ts';
import { checkKey } from './check-key.ts';
import { checkScopes, scopes } from './scopes.ts';

export interface RevocationServices {
  readonly store: Store;
  readonly now: () => Date;
}

/**
 * Once this returns no request with the key is taken.
 * @throws Refusal NOT_FOUND where the account has no such key, or revoked it already; Unauthenticated where the caller’s
 * own has been revoked meanwhile; Refusal KEY_SCOPE where it is another’s and the caller’s is not for everything
 */
export async function revokeKey(
  { store, now }: RevocationServices,
  caller: Caller,
  key_id: string,
): Promise<void> {
  if (key_id !== caller.key_id) checkScopes(caller.scopes, [scopes]);
  if (!isId('key', key_id)) throw noSuchKey();
  await store.transaction(async (trx) => {
    await checkKey(trx, caller);
    const { numUpdatedRows } = await trx
      .updateTable('api_keys')
      .set({ revoked_at: now().toISOString() })
      .where('key_id', '=', key_id)
      .where('account_id', '=', caller.account_id)
      .where('revoked_at', 'is', null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw noSuchKey();
  });
}

function noSuchKey(): Refusal {
  return new Refusal('NOT_FOUND', 'This account has no such API key.');
}
