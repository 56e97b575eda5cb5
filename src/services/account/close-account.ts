import type { Storage } from '../archive/storage.ts';
import { writeReceipt, type DeletionReceipt } from '../deletion/delete-account-data.ts';
import { eraseAccountData } from '../deletion/erase-account-data.ts';
import { finishRemovals } from '../deletion/finish-removals.ts';
import { operatorActor } from '../operator.ts';
import { eraseProfiles } from '../deletion/delete-profile.ts';
import type { Database } from '../ports/database.ts';
import { revokeKeys } from './change-password.ts';
import { findAccount } from './find-account.ts';
import { forgetLogins } from './login-bucket.ts';

export interface ClosedAccount extends DeletionReceipt {
  readonly closed_at: string;
}

/**
 * Closes an account: its data and its profiles are deleted, packages as far as no hold keeps them, runs that have not ended are given up, its keys no
 * longer work, and its address can sign up again. Done again, it deletes what was held then and is free now.
 * @param input.account email or account_id
 * @param input.by the operator's name
 * @throws OperatorRefusal where there is no such account
 */
export async function closeAccount(
  storage: Storage,
  input: { readonly account: string; readonly by: string },
): Promise<ClosedAccount> {
  const actor = operatorActor(input.by);
  const { closed, blobKeys } = await storage.store.transaction(
    async (trx) => {
      const { account_id, closed_at, email } = await findAccount(trx, input.account);
      if (email !== null) await forgetLogins(trx, email);
      const time = storage.now();
      const overlays = await eraseProfiles(trx, account_id, time);
      const erasure = await eraseAccountData(trx, account_id, { actor, time }, { cancelRuns: true });
      const { receipt, blobKeys } = await writeReceipt(trx, account_id, time, erasure);
      await eraseAccount(trx, account_id, closed_at ?? time.toISOString());
      const closed = { ...receipt, closed_at: closed_at ?? time.toISOString() };
      return { closed, blobKeys: [...blobKeys, ...overlays] };
    },
    { chain: true },
  );
  await finishRemovals(storage, blobKeys);
  await storage.store.forget();
  return closed;
}

/** What is left says that there was an account, and no longer whose. */
async function eraseAccount(trx: Database, account_id: string, closed_at: string): Promise<void> {
  await revokeKeys(trx, account_id, new Date(closed_at));
  await trx.deleteFrom('compute_use').where('requester', '=', account_id).execute();
  // the reasons may say whose it was
  await trx.deleteFrom('account_changes').where('account_id', '=', account_id).execute();
  await trx.updateTable('api_keys').set({ name: null }).where('account_id', '=', account_id).execute();
  await trx.deleteFrom('identities').where('account_id', '=', account_id).execute();
  await trx.deleteFrom('idempotency').where('scope', '=', account_id).execute();
  await trx
    .updateTable('accounts')
    .set({ email: null, password_hash: null, retain_raw_inputs: 0, closed_at })
    .where('account_id', '=', account_id)
    .execute();
}
