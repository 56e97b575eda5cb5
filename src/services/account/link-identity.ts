import type { Caller } from '../key/authenticate.ts';
import { checkKey } from '../key/check-key.ts';
import type { Store } from '../ports/database.ts';
import type { Identity } from '../ports/identity-provider.ts';
import { Refusal } from '../refusal.ts';

interface Services {
  readonly store: Store;
  readonly now: () => Date;
}

/** Whether somebody can sign in to the account with an identity. */
export async function hasIdentity({ store }: Services, { account_id }: Caller): Promise<boolean> {
  const query = store.read().selectFrom('identities').where('account_id', '=', account_id);
  return (await query.select('subject').executeTakeFirst()) !== undefined;
}

/**
 * From here on the identity opens the caller's account. Whoever asks has shown both: a key that may change the account, and
 * the provider's word; addresses play no part.
 * @throws Refusal IDENTITY_IN_USE where it opens another account; Unauthenticated; StorageUnavailable
 */
export async function linkIdentity(
  { store, now }: Services,
  caller: Caller,
  { issuer, subject }: Identity,
): Promise<void> {
  const { account_id } = caller;
  await store.transaction(async (trx) => {
    await checkKey(trx, caller);
    await trx
      .insertInto('identities')
      .values({ issuer, subject, account_id, created_at: now().toISOString() })
      .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doNothing())
      .execute();
    const opens = await trx
      .selectFrom('identities')
      .where('issuer', '=', issuer)
      .where('subject', '=', subject)
      .select('account_id')
      .executeTakeFirstOrThrow();
    if (opens.account_id === account_id) return;
    throw new Refusal(
      'IDENTITY_IN_USE',
      'What you have signed in with opens another account already. Sign in to that one and take it away there, or ask the operator to close it.',
    );
  });
}

/**
 * No identity opens the caller's account any more.
 * @throws Refusal IDENTITY_IN_USE where nobody could sign in to it then; Unauthenticated; StorageUnavailable
 */
export async function unlinkIdentities({ store }: Services, caller: Caller): Promise<void> {
  const { account_id } = caller;
  await store.transaction(async (trx) => {
    await checkKey(trx, caller);
    const account = await trx
      .selectFrom('accounts')
      .where('account_id', '=', account_id)
      .select('password_hash')
      .executeTakeFirstOrThrow();
    if (account.password_hash === null) {
      throw new Refusal(
        'IDENTITY_IN_USE',
        'The account has no password: without this nobody could sign in to it any more. The operator can give it one.',
      );
    }
    await trx.deleteFrom('identities').where('account_id', '=', account_id).execute();
  });
}
