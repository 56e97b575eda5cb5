import { parseCheckpoint, type SignedCheckpoint } from './checkpoint.ts';
import { hashFromBase64, hashToBase64, type TreeHash } from './merkle.ts';

/** That a leaf is in a tree (C2SP tlog-proof). */
export interface InclusionProof {
  /** the bytes of the leaf */
  readonly leaf: Uint8Array;
  readonly index: number;
  readonly hashes: readonly TreeHash[];
  readonly checkpoint: SignedCheckpoint;
}

/** That a tree begins with one of before, as logs tell it to witnesses (C2SP tlog-witness). */
export interface ConsistencyProof {
  /** leaves of the older tree */
  readonly old: number;
  readonly hashes: readonly TreeHash[];
  readonly checkpoint: SignedCheckpoint;
}

const FIRST_LINE = 'c2sp.org/tlog-proof@v1';

export function inclusionText(
  leaf: Uint8Array,
  index: number,
  hashes: readonly TreeHash[],
  note: string,
): string {
  const extra = btoa(String.fromCharCode(...leaf));
  return `${FIRST_LINE}\nextra ${extra}\nindex ${index}\n${lines(hashes)}\n${note}`;
}

export function consistencyText(old: number, hashes: readonly TreeHash[], note: string): string {
  return `old ${old}\n${lines(hashes)}\n${note}`;
}

/** null: it is no such proof. */
export function parseInclusion(text: string): InclusionProof | null {
  const form = /^c2sp\.org\/tlog-proof@v1\nextra ([A-Za-z0-9+/=]*)\nindex (0|[1-9]\d{0,14})\n/;
  const [head, extra, index] = form.exec(text) ?? [];
  const rest = head === undefined ? null : hashesAndNote(text.slice(head.length));
  if (!rest) return null;
  const leaf = Uint8Array.from(decoded(extra!), (character) => character.charCodeAt(0));
  return { leaf, index: Number(index), ...rest };
}

/** null: it is no such proof. */
export function parseConsistency(text: string): ConsistencyProof | null {
  const [head, old] = /^old (0|[1-9]\d{0,14})\n/.exec(text) ?? [];
  const rest = head === undefined ? null : hashesAndNote(text.slice(head.length));
  return rest && { old: Number(old), ...rest };
}

function hashesAndNote(text: string) {
  const end = text.startsWith('\n') ? 0 : text.indexOf('\n\n') + 1;
  const hashes = text.slice(0, end).split('\n').slice(0, -1).map(hashFromBase64);
  const checkpoint = parseCheckpoint(text.slice(end + 1));
  const whole = hashes.filter((hash) => hash !== null);
  return checkpoint && whole.length === hashes.length && whole.length <= 64
    ? { hashes: whole, checkpoint }
    : null;
}

function lines(hashes: readonly TreeHash[]): string {
  return hashes.map((hash) => `${hashToBase64(hash)}\n`).join('');
}

function decoded(base64: string): string {
  try {
    return atob(base64);
  } catch {
    return '';
  }
}
