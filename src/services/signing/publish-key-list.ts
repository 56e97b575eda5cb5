import type { KeyList } from '../../formats/verify/key-list.ts';
import { OperatorRefusal } from '../operator-refusal.ts';
import type { Database, Store } from '../ports/database.ts';
import { publicKey } from './ed25519.ts';
import { openKeyListFile, type KeyListFile } from './key-list.ts';

interface KeyListServices {
  readonly store: Store;
  readonly now: () => Date;
}

/**
 * Has the service publish a list that its root signed. Later ones replace it; none takes a key or a revocation back.
 * @throws OperatorRefusal
 */
export async function publishKeyList({ store, now }: KeyListServices, file: KeyListFile): Promise<KeyList> {
  const list = await openKeyListFile(file);
  const used = await store.read().selectFrom('signing_keys').select(['key_id', 'first_used_at']).execute();
  for (const { key_id, first_used_at } of used) compareWithUse(list, key_id, first_used_at);
  await store.transaction(async (trx) => {
    const before = await latest(trx);
    if (before) await compare(before, file, list);
    const { version } = list;
    const row = { version, envelope: JSON.stringify(file.list), root_x: file.root.x };
    await trx
      .insertInto('key_lists')
      .values({ ...row, published_at: now().toISOString() })
      .execute();
  });
  return list;
}

/** A list that is silent about what was signed takes packages that people have for forged. */
function compareWithUse({ keys }: KeyList, kid: string, firstUsed: string): void {
  const key = keys.find((each) => each.kid === kid);
  if (!key)
    throw new OperatorRefusal(
      `packages were signed with ${kid}, which the list lacks: endorse it, and revoke it where it is not to be believed`,
    );
  if (!key.revoked && Date.parse(key.not_before) > Date.parse(firstUsed))
    throw new OperatorRefusal(
      `${kid} has signed since ${firstUsed}, and the list believes it from ${key.not_before} on, so that packages of before would not be trusted: endorse it again with --from ${firstUsed}`,
    );
}

async function compare(before: KeyListFile, file: KeyListFile, list: KeyList): Promise<void> {
  if (before.root.kid !== file.root.kid)
    throw new OperatorRefusal(`the root was ${before.root.kid}, and clients may have pinned it`);
  const old = await openKeyListFile(before);
  if (list.version <= old.version)
    throw new OperatorRefusal(`version ${old.version} is published, and this is version ${list.version}`);
  for (const { kid, revoked } of old.keys) {
    const now = list.keys.find((key) => key.kid === kid);
    if (!now || (revoked && !now.revoked))
      throw new OperatorRefusal(`the list takes ${kid}, or that it is revoked, back`);
  }
}

/** Null: no root has endorsed anything. */
export function latestKeyList({ store }: Pick<KeyListServices, 'store'>): Promise<KeyListFile | null> {
  return latest(store.read());
}

async function latest(db: Database): Promise<KeyListFile | null> {
  const row = await db
    .selectFrom('key_lists')
    .select(['envelope', 'root_x'])
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? { root: publicKey(row.root_x), list: JSON.parse(row.envelope) as KeyListFile['list'] } : null;
}

/**
 * What is wrong with signing with a key now; null: nothing, or no root has said anything.
 * @returns `isRevoked`: what it signs must not be
 */
export async function faultOfSigningKey(
  services: KeyListServices,
  kid: string,
): Promise<{ readonly isRevoked: boolean; readonly detail: string } | null> {
  const file = await latestKeyList(services);
  if (!file) return null;
  const key = (await openKeyListFile(file)).keys.find((each) => each.kid === kid);
  if (!key)
    return { isRevoked: false, detail: `the signing key ${kid} is not in the published list of keys` };
  if (key.revoked)
    return {
      isRevoked: true,
      detail: `the signing key ${kid} was revoked ${key.revoked.at}: ${key.revoked.reason}`,
    };
  const now = services.now().getTime();
  if (now < Date.parse(key.not_before) || now > Date.parse(key.not_after))
    return {
      isRevoked: false,
      detail: `the signing key ${kid} is endorsed from ${key.not_before} to ${key.not_after}`,
    };
  return null;
}
