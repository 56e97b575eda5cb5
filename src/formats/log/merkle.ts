import type { Sha256 } from '../verify/check.ts';

/** SHA-256 in hexadecimal, as everywhere in the tree. */
export type TreeHash = string;

export const HASH = /^[0-9a-f]{64}$/;

/** RFC 6962 2.1: what the hash of a leaf is taken over. */
export function leafMessage(data: Uint8Array): Uint8Array {
  const message = new Uint8Array(1 + data.byteLength);
  message.set(data, 1);
  return message;
}

/** RFC 6962 2.1: what the hash of a node is taken over. */
export function nodeMessage(left: TreeHash, right: TreeHash): Uint8Array {
  const message = new Uint8Array(65);
  message[0] = 1;
  message.set(fromHex(left), 1);
  message.set(fromHex(right), 33);
  return message;
}

/** The root that a leaf and its proof lead to (RFC 9162 2.1.3.2); null: such a proof can't be of this leaf. */
export async function rootOfInclusion(
  index: number,
  size: number,
  leaf: TreeHash,
  proof: readonly TreeHash[],
  sha256: Sha256,
): Promise<TreeHash | null> {
  if (!(index >= 0 && index < size)) return null;
  let [at, last] = [index, size - 1];
  let root = leaf;
  for (const hash of proof) {
    if (last === 0) return null;
    const isRight = at % 2 === 1 || at === last;
    root = await sha256(isRight ? nodeMessage(hash, root) : nodeMessage(root, hash));
    // where the tree has no right sibling, the levels up to the next left one are skipped
    if (isRight) while (at % 2 === 0 && at !== 0) [at, last] = [at / 2, Math.floor(last / 2)];
    [at, last] = [Math.floor(at / 2), Math.floor(last / 2)];
  }
  return last === 0 ? root : null;
}

export interface TreeHead {
  readonly size: number;
  readonly root: TreeHash;
}

/** Whether the newer tree begins with all of the older one (RFC 9162 2.1.4.2). */
export async function isConsistent(
  old: TreeHead,
  now: TreeHead,
  proof: readonly TreeHash[],
  sha256: Sha256,
): Promise<boolean> {
  if (old.size > now.size) return false;
  if (old.size === now.size) return proof.length === 0 && old.root === now.root;
  // every tree begins with the empty one
  if (old.size === 0) return proof.length === 0 && old.root === (await sha256(new Uint8Array()));
  let power = 1;
  while (power < old.size) power *= 2;
  // a tree of before that is whole is its own first subtree
  const [first, ...rest] = power === old.size ? [old.root, ...proof] : proof;
  if (first === undefined) return false;
  let [at, last] = [old.size - 1, now.size - 1];
  while (at % 2 === 1) [at, last] = [Math.floor(at / 2), Math.floor(last / 2)];
  let [before, after] = [first, first];
  for (const hash of rest) {
    if (last === 0) return false;
    if (at % 2 === 1 || at === last) {
      before = await sha256(nodeMessage(hash, before));
      after = await sha256(nodeMessage(hash, after));
      while (at % 2 === 0 && at !== 0) [at, last] = [at / 2, Math.floor(last / 2)];
    } else {
      after = await sha256(nodeMessage(after, hash));
    }
    [at, last] = [Math.floor(at / 2), Math.floor(last / 2)];
  }
  return last === 0 && before === old.root && after === now.root;
}

export function fromHex(hash: TreeHash): Uint8Array {
  return Uint8Array.from({ length: 32 }, (_, i) => Number.parseInt(hash.slice(2 * i, 2 * i + 2), 16));
}

export function hashToBase64(hash: TreeHash): string {
  return btoa(String.fromCharCode(...fromHex(hash)));
}

/** null: it is no hash in base64, written as it should be. */
export function hashFromBase64(text: string): TreeHash | null {
  if (!/^[A-Za-z0-9+/]{43}=$/.test(text)) return null;
  const bytes = Array.from(atob(text), (character) => character.charCodeAt(0));
  const hash = bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return hashToBase64(hash) === text ? hash : null;
}
