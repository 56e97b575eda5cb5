import type { Caller } from '../key/authenticate.ts';
import { checkKey } from '../key/check-key.ts';
import type { Database } from '../ports/database.ts';
import { Refusal } from '../refusal.ts';
import type { AccountServices } from './account-services.ts';

export interface PasswordChange {
  readonly current_password: string;
  readonly new_password: string;
  /** whether every key but the caller’s stops being valid */
  readonly revoke_other_keys: boolean;
}

export interface ChangedPassword {
  readonly revoked_keys: number;
}

/**
 * @throws Refusal INVALID_CREDENTIALS where the current password is another; Unauthenticated where the caller’s key has
 * been revoked meanwhile; Overloaded; StorageUnavailable
 */
export async function changePassword(
  { store, passwords, now }: AccountServices,
  caller: Caller,
  { current_password, new_password, revoke_other_keys }: PasswordChange,
): Promise<ChangedPassword> {
  const { account_id } = caller;
  const hashOf = async (db: Database) => {
    const query = db.selectFrom('accounts').where('account_id', '=', account_id).select('password_hash');
    return (await query.executeTakeFirst())?.password_hash ?? null;
  };
  const known = await hashOf(store.read());
  if (!(await passwords.verify(known, current_password))) throw wrongPassword();
  const password_hash = await passwords.hash(new_password);
  return store.transaction(async (trx) => {
    await checkKey(trx, caller);
    // somebody else may have changed it while this one was checked
    if ((await hashOf(trx)) !== known) throw wrongPassword();
    await trx.updateTable('accounts').set({ password_hash }).where('account_id', '=', account_id).execute();
    if (!revoke_other_keys) return { revoked_keys: 0 };
    return { revoked_keys: await revokeKeys(trx, account_id, now(), caller.key_id) };
  });
}

/**
 * @param except this one stays valid
 * @returns how many were
 */
export async function revokeKeys(
  trx: Database,
  account_id: string,
  time: Date,
  except = '',
): Promise<number> {
  const { numUpdatedRows } = await trx
    .updateTable('api_keys')
    .set({ revoked_at: time.toISOString() })
    .where('account_id', '=', account_id)
    .where('revoked_at', 'is', null)
    .where('key_id', '<>', except)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

function wrongPassword(): Refusal {
  return new Refusal('INVALID_CREDENTIALS', 'The current password is another one.');
}
