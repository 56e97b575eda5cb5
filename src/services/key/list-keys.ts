import { cutPage, type Page, type PageRequest } from '../page.ts';
import type { Store } from '../ports/database.ts';
import { readScopes, type KeyScope } from './scopes.ts';

export interface ListedKey {
  readonly key_id: string;
  readonly name: string | null;
  readonly created_at: string;
  readonly expires_at: string | null;
  readonly scopes: readonly KeyScope[];
}

/** The account's keys that were not revoked, newest first. */
export async function listKeys(
  { store }: { readonly store: Store },
  account_id: string,
  page: PageRequest,
): Promise<Page<ListedKey>> {
  let query = store
    .read()
    .selectFrom('api_keys')
    .where('account_id', '=', account_id)
    .where('revoked_at', 'is', null)
    .select(['key_id', 'name', 'created_at', 'expires_at', 'scopes'])
    .orderBy('key_id', 'desc')
    .limit(page.limit + 1);
  if (page.after !== null) query = query.where('key_id', '<', page.after);
  const rows = await query.execute();
  const keys = rows.map((row) => ({ ...row, scopes: readScopes(row.scopes) }));
  return cutPage(keys, page, ({ key_id }) => key_id);
}
