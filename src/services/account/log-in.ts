import { accountDisabled } from '../key/authenticate.ts';
import { createKey } from '../key/create-key.ts';
import { Refusal } from '../refusal.ts';
import {
  normalEmail,
  type AccountServices,
  type InSameTransaction,
  type Credentials,
} from './account-services.ts';

export interface LoginKey {
  readonly api_key: string;
  readonly key_id: string;
}

/**
 * A new key for an account. An unknown address takes as long as a wrong password, and is told the same.
 * @throws Refusal INVALID_CREDENTIALS, ACCOUNT_DISABLED; Overloaded; StorageUnavailable
 */
export async function logIn(
  { store, passwords, now }: AccountServices,
  { email, password }: Credentials,
  alongside?: InSameTransaction<LoginKey>,
): Promise<LoginKey> {
  const account = await store
    .read()
    .selectFrom('accounts')
    .where('email', '=', normalEmail(email))
    .where('closed_at', 'is', null)
    .select(['account_id', 'password_hash'])
    .executeTakeFirst();
  const right = await passwords.verify(account?.password_hash ?? null, password);
  if (!account || !right) throw invalidCredentials();
  return store.transaction(async (trx) => {
    const open = await trx
      .selectFrom('accounts')
      .where('account_id', '=', account.account_id)
      .where('closed_at', 'is', null)
      .select('disabled_at')
      .executeTakeFirst();
    // it was closed while the password was checked
    if (!open) throw invalidCredentials();
    if (open.disabled_at !== null) throw accountDisabled();
    const input = { account_id: account.account_id, name: 'login', expires_at: null };
    const { api_key, key_id } = await createKey(trx, input, now());
    await alongside?.(trx, { api_key, key_id });
    return { api_key, key_id };
  });
}

function invalidCredentials(): Refusal {
  return new Refusal('INVALID_CREDENTIALS', 'There is no account with this email address and this password.');
}
