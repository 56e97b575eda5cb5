import { sql } from 'kysely';
import type { Row, Store } from '../ports/database.ts';

export interface ListedAccount extends Pick<
  Row<'accounts'>,
  'account_id' | 'email' | 'plan' | 'created_at' | 'closed_at' | 'disabled_at'
> {
  readonly stored_packages: number;
  readonly stored_bytes: number;
}

export interface AccountQuery {
  /** those whose address holds this text; null: all */
  readonly containing: string | null;
  /** closed ones as well */
  readonly closed: boolean;
  readonly limit: number;
}

/** Accounts for an operator, newest first. */
export async function listAccounts(
  { store }: { readonly store: Store },
  { containing, closed, limit }: AccountQuery,
): Promise<ListedAccount[]> {
  let query = store
    .read()
    .selectFrom('accounts')
    .select(['account_id', 'email', 'plan', 'created_at', 'closed_at', 'disabled_at'])
    .orderBy('account_id', 'desc')
    .limit(limit);
  if (!closed) query = query.where('closed_at', 'is', null);
  if (containing !== null) {
    // neither % nor _ is a wildcard here
    const text = `%${containing.toLowerCase().replaceAll(/[!%_]/g, '!$&')}%`;
    query = query.where(sql<boolean>`email like ${text} escape '!'`);
  }
  const rows = await query.execute();
  const ids = rows.map(({ account_id }) => account_id);
  const stored = await store
    .read()
    .selectFrom('packages')
    .where('requester', 'in', ids.length > 0 ? ids : [''])
    .select(({ fn }) => ['requester', fn.countAll<number>().as('count'), fn.sum<number>('bytes').as('bytes')])
    .groupBy('requester')
    .execute();
  const byAccount = new Map(stored.map((row) => [row.requester, row]));
  return rows.map((row) => {
    const of = byAccount.get(row.account_id);
    return { ...row, stored_packages: Number(of?.count ?? 0), stored_bytes: Number(of?.bytes ?? 0) };
  });
}
