import type { Store } from '../ports/database.ts';
import { quotaUse, type QuotaUse } from '../quota/quota-use.ts';

export interface AccountDescription {
  readonly account_id: string;
  readonly email: string;
  readonly plan: string;
  readonly created_at: string;
  readonly retain_raw_inputs: boolean;
  readonly stored_packages: number;
  readonly stored_bytes: number;
  readonly quotas: QuotaUse;
}

/** The account of a caller, and how much it stores. */
export async function describeAccount(
  { store, now }: { readonly store: Store; readonly now: () => Date },
  account_id: string,
): Promise<AccountDescription> {
  const row = await store
    .read()
    .selectFrom('accounts')
    .where('account_id', '=', account_id)
    .select((column) => [
      'account_id',
      'email',
      'plan',
      'created_at',
      'retain_raw_inputs',
      column
        .selectFrom('packages')
        .where('requester', '=', account_id)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .as('stored_packages'),
      column
        .selectFrom('packages')
        .where('requester', '=', account_id)
        .select(({ fn }) => fn.sum<number>('bytes').as('bytes'))
        .as('stored_bytes'),
    ])
    .executeTakeFirstOrThrow();
  return {
    account_id: row.account_id,
    email: row.email ?? '',
    plan: row.plan,
    created_at: row.created_at,
    retain_raw_inputs: row.retain_raw_inputs === 1,
    stored_packages: Number(row.stored_packages ?? 0),
    stored_bytes: Number(row.stored_bytes ?? 0),
    quotas: await quotaUse(store.read(), account_id, now()),
  };
}
