import { OperatorRefusal } from '../operator-refusal.ts';
import { checkReason, operatorActor } from '../operator.ts';
import type { Store } from '../ports/database.ts';
import { findOpenAccount, noteChange } from './find-account.ts';

export interface AccountAccess {
  readonly account_id: string;
  /** null: its keys can be used */
  readonly disabled_at: string | null;
}

/**
 * From now on requests with the account's keys are refused, and nobody logs in to it. Nothing is deleted.
 * @param input.account email or account_id
 * @param input.disabled false: it can be used again
 * @throws OperatorRefusal where there is no such account, or it is so already
 */
export async function setDisabled(
  { store, now }: { readonly store: Store; readonly now: () => Date },
  input: {
    readonly account: string;
    readonly by: string;
    readonly reason: string;
    readonly disabled: boolean;
  },
): Promise<AccountAccess> {
  const actor = operatorActor(input.by);
  const reason = checkReason(input.reason);
  return store.transaction(async (trx) => {
    const { account_id, disabled_at: before } = await findOpenAccount(trx, input.account);
    if ((before !== null) === input.disabled) {
      throw new OperatorRefusal(
        before === null ? `${account_id} is not disabled` : `${account_id} is disabled since ${before}`,
      );
    }
    const time = now();
    const disabled_at = input.disabled ? time.toISOString() : null;
    await trx.updateTable('accounts').set({ disabled_at }).where('account_id', '=', account_id).execute();
    const did = input.disabled ? 'disabled' : 'enabled';
    await noteChange(trx, account_id, actor, time, `${did}: ${reason}`);
    return { account_id, disabled_at };
  });
}
