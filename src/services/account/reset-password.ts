import { randomBytes } from 'node:crypto';
import { operatorActor } from '../operator.ts';
import type { AccountServices } from './account-services.ts';
import { revokeKeys } from './change-password.ts';
import { findOpenAccount, noteChange } from './find-account.ts';

/** 120 bits, in letters and digits that can be read over a telephone */
const RANDOM_BYTES = 15;

export interface ResetPassword {
  readonly account_id: string;
  /** nobody can tell it again */
  readonly password: string;
  readonly revoked_keys: number;
}

/**
 * Gives an account a new password for somebody who has forgotten theirs.
 * @param input.account email or account_id
 * @param input.revokeKeys whether the account's keys stop being valid, as when somebody else may have them
 * @throws OperatorRefusal where there is no such account
 */
export async function resetPassword(
  { store, passwords, now }: AccountServices,
  input: { readonly account: string; readonly by: string; readonly revokeKeys: boolean },
): Promise<ResetPassword> {
  const actor = operatorActor(input.by);
  const { account_id } = await findOpenAccount(store.read(), input.account);
  const password = randomBytes(RANDOM_BYTES)
    .toString('hex')
    .replaceAll(/.{6}(?=.)/g, '$&-');
  const password_hash = await passwords.hash(password);
  const revoked_keys = await store.transaction(async (trx) => {
    await findOpenAccount(trx, account_id);
    const time = now();
    await trx.updateTable('accounts').set({ password_hash }).where('account_id', '=', account_id).execute();
    const revoked = input.revokeKeys ? await revokeKeys(trx, account_id, time) : 0;
    const and = input.revokeKeys ? `, keys revoked: ${revoked}` : '';
    await noteChange(trx, account_id, actor, time, `password reset${and}`);
    return revoked;
  });
  return { account_id, password, revoked_keys };
}
