import type { Store } from '../ports/database.ts';
import { publicKey, publicKeyOf, type PublicKey } from './ed25519.ts';

interface SigningServices {
  readonly store: Store;
  readonly now: () => Date;
}

/** Makes the public half of a signing key known, for as long as there are packages: keys are never taken back. */
export async function publishKey({ store, now }: SigningServices, privateKey: string): Promise<void> {
  const { kid, x } = publicKeyOf(privateKey);
  const first_used_at = now().toISOString();
  await store.transaction(async (trx) => {
    await trx
      .insertInto('signing_keys')
      .values({ key_id: kid, x, first_used_at })
      .onConflict((conflict) => conflict.column('key_id').doNothing())
      .execute();
  });
}

/** Every key that packages of this service were signed with, oldest first. */
export async function listSigningKeys({ store }: Pick<SigningServices, 'store'>): Promise<PublicKey[]> {
  const rows = await store.read().selectFrom('signing_keys').select('x').orderBy('first_used_at').execute();
  return rows.map(({ x }) => publicKey(x));
}
