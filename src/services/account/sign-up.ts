import { createKey } from '../key/create-key.ts';
import { mintId } from '../mint-id.ts';
import { Refusal } from '../refusal.ts';
import {
  normalEmail,
  PLAN,
  type AccountServices,
  type InSameTransaction,
  type Credentials,
} from './account-services.ts';

export interface NewAccount {
  readonly account_id: string;
  /** nobody can tell it again */
  readonly api_key: string;
  readonly plan: string;
  readonly created_at: string;
}

/**
 * An account with its first key.
 * @throws Refusal EMAIL_ALREADY_REGISTERED; Overloaded; StorageUnavailable
 */
export async function signUp(
  { store, passwords, now }: AccountServices,
  { email: given, password }: Credentials,
  alongside?: InSameTransaction<NewAccount>,
): Promise<NewAccount> {
  const email = normalEmail(given);
  const known = await store
    .read()
    .selectFrom('accounts')
    .where('email', '=', email)
    .select('email')
    .execute();
  if (known.length > 0) throw alreadyRegistered();
  const password_hash = await passwords.hash(password);
  return store.transaction(async (trx) => {
    const time = now();
    const row = { account_id: mintId('acc', time), plan: PLAN, created_at: time.toISOString() };
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('accounts')
      .values({ ...row, email, password_hash, retain_raw_inputs: 0, closed_at: null })
      // somebody else may have signed up with it meanwhile
      .onConflict((conflict) => conflict.column('email').doNothing())
      .executeTakeFirst();
    if (numInsertedOrUpdatedRows !== 1n) throw alreadyRegistered();
    const input = { account_id: row.account_id, name: 'signup', expires_at: null };
    const { api_key } = await createKey(trx, input, time);
    const account = { account_id: row.account_id, api_key, plan: row.plan, created_at: row.created_at };
    await alongside?.(trx, account);
    return account;
  });
}

function alreadyRegistered(): Refusal {
  return new Refusal(
    'EMAIL_ALREADY_REGISTERED',
    'There is an account with this email address. POST /users/login gives a new key for it.',
  );
}
