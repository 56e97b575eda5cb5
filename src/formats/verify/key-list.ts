import { fromBase64, preAuthentication, type Envelope } from '../package/envelope.ts';
import type { Sha256, VerifyingKey, Verifies } from './check.ts';

export const KEY_LIST_TYPE = 'application/vnd.leith.key-list+json';

/** What a root key, which is kept offline, says of the keys that packages are signed with. */
export interface KeyList {
  /** 1, 2, 3, …: a later list replaces an earlier one */
  readonly version: number;
  readonly issued_at: string;
  readonly keys: readonly EndorsedKey[];
}

/** A key with its life. Times are RFC 3339 in UTC with milliseconds. */
export interface EndorsedKey extends VerifyingKey {
  readonly not_before: string;
  readonly not_after: string;
  readonly revoked: Revocation | null;
}

export interface Revocation {
  readonly at: string;
  readonly reason: string;
  /** since when somebody else may have signed with it; null: nobody has */
  readonly compromised_since: string | null;
}

/** A key that is believed, within its life; null: nobody has said how long. */
export interface TrustedKey extends VerifyingKey {
  readonly life: EndorsedKey | null;
}

/** `/.well-known/leith-keys.json`, or any JSON Web Key Set of Ed25519 keys. */
export interface KeyDocument {
  readonly keys: readonly VerifyingKey[];
  readonly root?: VerifyingKey;
  readonly list?: Envelope;
}

/**
 * The keys of a document, with their life where a root endorsed them: then no others are believed.
 * @param pin kid of the root that has to have endorsed them; null: whichever root the document names
 * @throws Error in words where the endorsement does not hold
 */
export async function readTrust(
  { keys, root, list }: KeyDocument,
  pin: string | null,
  verifies: Verifies,
  sha256: Sha256,
): Promise<TrustedKey[]> {
  if (!Array.isArray(keys)) throw new Error('there is no key set');
  if (!root && !list) {
    if (pin !== null) throw new Error('no root has endorsed the keys, and one was asked for');
    return keys.map(({ kid, x }) => ({ kid, x, life: null }));
  }
  if (!root || !list) throw new Error('a root and its list of keys come together');
  const { kid } = root;
  if (kid !== (await thumbprint(root.x, sha256))) throw new Error('the root is not named by its own digest');
  if (pin !== null && kid !== pin) throw new Error(`the root is ${kid}, not ${pin}`);
  const known = await openKeyList(list, root, verifies);
  if (!known) throw new Error('the list of keys is not signed by its root');
  return known.keys.map((life) => ({ kid: life.kid, x: life.x, life }));
}

/** Null: the root did not sign it, or it is no such list. */
export async function openKeyList(
  { payloadType, payload, signatures }: Envelope,
  root: VerifyingKey,
  verifies: Verifies,
): Promise<KeyList | null> {
  try {
    const [signature] = signatures;
    const bytes = fromBase64(payload);
    if (payloadType !== KEY_LIST_TYPE || signatures.length !== 1 || signature?.keyid !== root.kid)
      return null;
    const message = preAuthentication(KEY_LIST_TYPE, bytes);
    if (!(await verifies(root, message, fromBase64(signature.sig)))) return null;
    return JSON.parse(new TextDecoder().decode(bytes)) as KeyList;
  } catch {
    return null;
  }
}

/** RFC 7638: SHA-256 of the required members in order, base64url. */
async function thumbprint(x: string, sha256: Sha256): Promise<string> {
  const digest = await sha256(new TextEncoder().encode(JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x })));
  const bytes = digest.match(/../g)!.map((byte) => Number.parseInt(byte, 16));
  const base64 = btoa(String.fromCharCode(...bytes));
  return base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

export interface SigningTime {
  /** as whoever signed says */
  readonly claimed: string;
  /** when it was there already, as somebody else than its signer shows; null: nobody does */
  readonly proven: string | null;
  /** when this is asked */
  readonly now: string;
}

/**
 * Why a signature of this key is not believed, though it holds; null: it is. A thief can write any date: what a key
 * signed that is expired, or was in other hands, is believed only where something else shows that it was there before.
 */
export function faultOfKey({ kid, life }: TrustedKey, { claimed, proven, now }: SigningTime): string | null {
  if (!life) return null;
  const { not_before, not_after, revoked } = life;
  const said = orderable(claimed);
  if (said === null || said < not_before || said > not_after)
    return `by ${kid}, which was endorsed from ${not_before} to ${not_after}; it was signed ${claimed}`;
  const since = revoked?.compromised_since ?? null;
  if (revoked && since === null && said >= revoked.at)
    return `by ${kid}, which was revoked ${revoked.at} (${revoked.reason}); it was signed ${claimed}`;
  const shown = proven === null ? null : orderable(proven);
  const isBefore = (bound: string): boolean => shown !== null && shown < bound;
  const prove = 'the proof of the log (--proof) or a timestamp (--tsa) can show that it was signed before';
  if (since !== null && !isBefore(since))
    return `by ${kid}, which others may have had since ${since} (${revoked!.reason}); ${prove}`;
  if (now > not_after && !isBefore(not_after)) return `by ${kid}, which expired ${not_after}; ${prove}`;
  return null;
}

/** A time in UTC as text that sorts by time, with milliseconds as all times of a list; null: it is written in another way. */
export function orderable(time: string): string | null {
  const [, whole, rest] = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(\.\d{3})?Z$/.exec(time) ?? [];
  return whole === undefined ? null : `${whole}${rest ?? '.000'}Z`;
}

/** Those that may sign now, so that what they say of the past is believed. */
export function validKeys(keys: readonly TrustedKey[], now: string): TrustedKey[] {
  return keys.filter(
    (key) => !key.life?.revoked && faultOfKey(key, { claimed: now, proven: null, now }) === null,
  );
}
