import { accountDisabled } from '../key/authenticate.ts';
import { createKey } from '../key/create-key.ts';
import { mintId } from '../mint-id.ts';
import type { Database, Store } from '../ports/database.ts';
import type { Identity } from '../ports/identity-provider.ts';
import { Refusal } from '../refusal.ts';
import { normalEmail, PLAN } from './account-services.ts';
import { isEmailAddress, MOST_EMAIL } from './email-address.ts';
import type { LoginKey } from './log-in.ts';

export interface IdentityKey extends LoginKey {
  /** whether this has made the account */
  readonly is_new: boolean;
}

/**
 * A new key for the account that an identity opens; the first time it is made. Only issuer and subject say whose it is: an
 * address can change hands, and the account of a password with the same one stays that of its password.
 * @throws Refusal ACCOUNT_DISABLED, EMAIL_ALREADY_REGISTERED; StorageUnavailable
 */
export async function signInWithIdentity(
  { store, now }: { readonly store: Store; readonly now: () => Date },
  identity: Identity,
): Promise<IdentityKey> {
  return store.transaction(async (trx) => {
    const known = await trx
      .selectFrom('identities')
      .innerJoin('accounts', 'accounts.account_id', 'identities.account_id')
      .where('issuer', '=', identity.issuer)
      .where('subject', '=', identity.subject)
      .select(['accounts.account_id', 'accounts.disabled_at'])
      .executeTakeFirst();
    if (known && known.disabled_at !== null) throw accountDisabled();
    const time = now();
    const account_id = known?.account_id ?? (await newAccount(trx, identity, time));
    const key = await createKey(trx, { account_id, name: 'login', expires_at: null }, time);
    return { api_key: key.api_key, key_id: key.key_id, is_new: known === undefined };
  });
}

async function newAccount(trx: Database, { issuer, subject, email }: Identity, time: Date): Promise<string> {
  const created_at = time.toISOString();
  const account_id = mintId('acc', time);
  const isOne = email !== null && email.trim().length <= MOST_EMAIL && isEmailAddress(email);
  const address = isOne ? normalEmail(email) : null;
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('accounts')
    .values({
      ...{ account_id, email: address, password_hash: null, plan: PLAN },
      ...{ retain_raw_inputs: 0, created_at, closed_at: null },
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows !== 1n) throw await taken(trx, address!);
  await trx.insertInto('identities').values({ issuer, subject, account_id, created_at }).execute();
  return account_id;
}

async function taken(trx: Database, email: string): Promise<Refusal> {
  const { password_hash } = await trx
    .selectFrom('accounts')
    .where('email', '=', email)
    .select('password_hash')
    .executeTakeFirstOrThrow();
  const how =
    password_hash !== null
      ? 'which has a password: sign in with that, and link this to it in its settings.'
      : 'which another identity of the provider opens. If that was yours, whoever runs this service can give the account a password: sign in with that, and link this to it in its settings.';
  return new Refusal(
    'EMAIL_ALREADY_REGISTERED',
    `There is an account with your email address already, ${how} An address alone opens no account.`,
  );
}
