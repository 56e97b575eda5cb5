import { listKeys, type ListedKey } from '../key/list-keys.ts';
import type { Row, Store } from '../ports/database.ts';
import { describeAccount, type AccountDescription } from './describe-account.ts';
import { findAccount } from './find-account.ts';

export interface ShownAccount extends AccountDescription {
  readonly closed_at: string | null;
  readonly disabled_at: string | null;
  /** that were not revoked, the newest hundred */
  readonly keys: readonly ListedKey[];
  /** what operators did with it, the newest hundred */
  readonly changes: readonly Pick<Row<'account_changes'>, 'time' | 'actor' | 'change'>[];
}

const MOST = 100;

/** @param account email or account_id. @throws OperatorRefusal where there is none */
export async function showAccount(
  services: { readonly store: Store; readonly now: () => Date },
  account: string,
): Promise<ShownAccount> {
  const { account_id, closed_at, disabled_at } = await findAccount(services.store.read(), account);
  const keys = await listKeys(services, account_id, { limit: MOST, after: null });
  const changes = await services.store
    .read()
    .selectFrom('account_changes')
    .where('account_id', '=', account_id)
    .select(['time', 'actor', 'change'])
    .orderBy('account_change_id', 'desc')
    .limit(MOST)
    .execute();
  return {
    ...(await describeAccount(services, account_id)),
    ...{ closed_at, disabled_at, keys: keys.items, changes },
  };
}
