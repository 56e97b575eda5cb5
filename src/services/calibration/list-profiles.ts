import { cutPage, type Page, type PageRequest } from '../page.ts';
import type { Store } from '../ports/database.ts';
import { profileColumns, toProfile, type Profile } from './profile.ts';

/** An account's calibration profiles, newest first. */
export async function listProfiles(
  { store }: { readonly store: Store },
  account_id: string,
  page: PageRequest,
): Promise<Page<Profile>> {
  let query = store
    .read()
    .selectFrom('profiles')
    .where('account_id', '=', account_id)
    .select(profileColumns)
    .orderBy('profile_id', 'desc')
    .limit(page.limit + 1);
  if (page.after !== null) query = query.where('profile_id', '<', page.after);
  const rows = await query.execute();
  return cutPage(rows.map(toProfile), page, ({ profile_id }) => profile_id);
}
