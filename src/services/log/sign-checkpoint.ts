import { createHash } from 'node:crypto';
import type { Signer } from '../../formats/package/dsse.ts';
import { checkpointNote, checkpointText, keyHint } from '../../formats/log/checkpoint.ts';
import type { Store } from '../ports/database.ts';
import { publicKey } from '../signing/ed25519.ts';
import { openTree } from './tree.ts';

export interface LogServices {
  readonly store: Store;
  readonly signer: Signer;
  readonly now: () => Date;
}

export interface SignedHead {
  /** leaves */
  readonly size: number;
  /** a C2SP signed note */
  readonly note: string;
}

const sha256 = async (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** Signs the tree as it is now. What was signed is kept, so that whoever changes the tree contradicts it. */
export async function signCheckpoint({ store, signer, now }: LogServices): Promise<SignedHead> {
  const db = store.read();
  const { origin } = await db.selectFrom('tree_origin').select('origin').executeTakeFirstOrThrow();
  const tree = await openTree(db);
  const { size } = tree;
  const key_id = signer.keyId;
  const known = await db
    .selectFrom('tree_checkpoints')
    .select('note')
    .where('size', '=', size)
    .where('key_id', '=', key_id)
    .executeTakeFirst();
  if (known) return { size, note: known.note };
  const { x } = await db
    .selectFrom('signing_keys')
    .select('x')
    .where('key_id', '=', key_id)
    .executeTakeFirstOrThrow();
  const checkpoint = { origin, size, root: tree.root() };
  const signature = signer.sign(new TextEncoder().encode(checkpointText(checkpoint)));
  const note = checkpointNote(checkpoint, await keyHint(origin, publicKey(x), sha256), signature);
  const row = { size, key_id, note, signed_at: now().toISOString() };
  await store.transaction((trx) =>
    trx
      .insertInto('tree_checkpoints')
      .values(row)
      .onConflict((conflict) => conflict.columns(['size', 'key_id']).doNothing())
      .execute(),
  );
  return { size, note };
}
