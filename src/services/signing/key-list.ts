import { createHash } from 'node:crypto';
import { preAuthentication, type Envelope } from '../../formats/package/envelope.ts';
import {
  KEY_LIST_TYPE,
  openKeyList,
  readTrust,
  type KeyDocument,
  type KeyList,
  type EndorsedKey,
  type TrustedKey,
} from '../../formats/verify/key-list.ts';
import { OperatorRefusal } from '../operator-refusal.ts';
import { publicKeyOf, signerOf, verifies, type PublicKey } from './ed25519.ts';

/** A key list as it lies in a file, and as the service publishes it. */
export interface KeyListFile {
  readonly root: PublicKey;
  readonly list: Envelope;
}

/** What is to become of the keys; times are RFC 3339. */
export type KeyChange =
  | { readonly kind: 'endorse'; readonly key: PublicKey; readonly from: string; readonly until: string }
  | { readonly kind: 'end'; readonly kid: string; readonly until: string }
  | {
      readonly kind: 'revoke';
      readonly kid: string;
      readonly at: string;
      readonly reason: string;
      readonly compromised_since: string | null;
    };

const ofNode = {
  verifies: async (...of: Parameters<typeof verifies>) => verifies(...of),
  sha256: async (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex'),
};

/** @throws OperatorRefusal where the root did not sign it */
export async function openKeyListFile({ root, list }: KeyListFile): Promise<KeyList> {
  const known = root && list ? await openKeyList(list, root, ofNode.verifies) : null;
  if (!known) throw new OperatorRefusal('the list of keys is not signed by its root');
  return known;
}

/**
 * A list with a change more, signed by the root. Nothing is ever taken out: who has an old package must find its key.
 * @param before null: the first one
 * @param rootKey private, PKCS #8 in PEM
 * @throws OperatorRefusal
 */
export async function changeKeyList(
  before: KeyListFile | null,
  rootKey: string,
  changes: readonly KeyChange[],
  now: Date,
): Promise<KeyListFile> {
  const root = publicKeyOf(rootKey);
  if (before && before.root.kid !== root.kid)
    throw new OperatorRefusal(`the list is of the root ${before.root.kid}, and the key given is ${root.kid}`);
  const known = before ? await openKeyListFile(before) : { version: 0, keys: [] };
  const keys = changes.reduce<readonly EndorsedKey[]>(
    (list, change) => changed(list, change, root.kid),
    known.keys,
  );
  return signKeyList({ version: known.version + 1, issued_at: now.toISOString(), keys }, rootKey);
}

function changed(keys: readonly EndorsedKey[], change: KeyChange, root: string): EndorsedKey[] {
  if (change.kind === 'endorse') {
    const { kid, x } = change.key;
    if (kid === root) throw new OperatorRefusal('the root signs keys, and no packages');
    const old = keys.find((key) => key.kid === kid);
    if (old?.revoked) throw new OperatorRefusal(`${kid} is revoked, which is for ever`);
    if (!(Date.parse(change.from) < Date.parse(change.until)))
      throw new OperatorRefusal(`the key would end ${change.until}, before it begins ${change.from}`);
    const life = { kid, x, not_before: change.from, not_after: change.until, revoked: null };
    return [...keys.filter((key) => key.kid !== kid), life];
  }
  if (!keys.some(({ kid }) => kid === change.kid))
    throw new OperatorRefusal(`the list has no key ${change.kid}`);
  return keys.map((key) => (key.kid === change.kid ? ended(key, change) : key));
}

function ended(key: EndorsedKey, change: Exclude<KeyChange, { kind: 'endorse' }>): EndorsedKey {
  if (change.kind === 'end')
    return Date.parse(change.until) < Date.parse(key.not_after) ? { ...key, not_after: change.until } : key;
  const { at, reason, compromised_since } = change;
  const before = key.revoked;
  if (before && (compromised_since === null || before.compromised_since !== null))
    throw new OperatorRefusal(`${key.kid} was revoked ${before.at} (${before.reason})`);
  return { ...key, revoked: { at: before?.at ?? at, reason, compromised_since } };
}

function signKeyList(list: KeyList, rootKey: string): KeyListFile {
  const payload = new TextEncoder().encode(JSON.stringify(list));
  const { keyId, sign } = signerOf(rootKey);
  const signature = sign(preAuthentication(KEY_LIST_TYPE, payload));
  const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
  return {
    root: publicKeyOf(rootKey),
    list: {
      ...{ payloadType: KEY_LIST_TYPE, payload: base64(payload) },
      signatures: [{ keyid: keyId, sig: base64(signature) }],
    },
  };
}

/** The keys of a document as far as they are to be believed. @throws Error in words */
export function trustIn(document: KeyDocument, root: string | null): Promise<TrustedKey[]> {
  return readTrust(document, root, ofNode.verifies, ofNode.sha256);
}

/** What a file or an address gives, as a key list. @throws OperatorRefusal */
export function keyListOf(json: string, from: string): KeyListFile {
  try {
    const { root, list } = JSON.parse(json) as KeyDocument;
    if (root && list) return { root: root as PublicKey, list };
  } catch {
    // said below
  }
  throw new OperatorRefusal(`${from} holds no list of keys`);
}
