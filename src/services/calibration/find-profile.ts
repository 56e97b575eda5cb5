import { isId } from '../mint-id.ts';
import type { Row, Store } from '../ports/database.ts';
import { profileColumns, profileNotFound, toProfile, type Profile } from './profile.ts';

/** @throws Refusal PROFILE_NOT_FOUND: unknown, malformed and somebody else’s all alike */
export async function findProfile(
  services: { readonly store: Store },
  account_id: string,
  profile_id: string,
): Promise<Profile> {
  return toProfile(await findRow(services, account_id, profile_id));
}

/** Where the overlay of a profile lies. @throws Refusal PROFILE_NOT_FOUND */
export async function findOverlay(
  services: { readonly store: Store },
  account_id: string,
  profile_id: string,
): Promise<Pick<Row<'profiles'>, 'blob_key' | 'sha256' | 'bytes'>> {
  return findRow(services, account_id, profile_id);
}

async function findRow({ store }: { readonly store: Store }, account_id: string, profile_id: string) {
  const row = isId('prof', profile_id)
    ? await store
        .read()
        .selectFrom('profiles')
        .select([...profileColumns, 'blob_key'])
        .where('profile_id', '=', profile_id)
        .where('account_id', '=', account_id)
        .executeTakeFirst()
    : undefined;
  if (!row) throw profileNotFound();
  return row;
}
