import type { Sha256, VerifyingKey, Verifies } from '../verify/check.ts';
import { hashFromBase64, hashToBase64, type TreeHead } from './merkle.ts';

/** How many leaves a log has, and the hash over all of them (C2SP tlog-checkpoint). */
export interface Checkpoint extends TreeHead {
  /** names the log */
  readonly origin: string;
}

/** A checkpoint with the lines of who signed it (C2SP signed-note). */
export interface SignedCheckpoint extends Checkpoint {
  /** what is signed */
  readonly text: string;
  readonly signatures: readonly NoteSignature[];
}

interface NoteSignature {
  readonly name: string;
  /** 4 bytes that tell keys apart, hexadecimal */
  readonly hint: string;
  readonly signature: Uint8Array<ArrayBuffer>;
}

const ED25519 = 1;
const MOST_CHARACTERS = 4096;

export function checkpointText({ origin, size, root }: Checkpoint): string {
  return `${origin}\n${size}\n${hashToBase64(root)}\n`;
}

/** A checkpoint with one signature: 64 bytes over `checkpointText`. */
export function checkpointNote(checkpoint: Checkpoint, hint: string, signature: Uint8Array): string {
  const bytes = [...hint.match(/../g)!.map((digits) => Number.parseInt(digits, 16)), ...signature];
  const line = `— ${checkpoint.origin} ${btoa(String.fromCharCode(...bytes))}\n`;
  return `${checkpointText(checkpoint)}\n${line}`;
}

/** The first 4 bytes of the SHA-256 of name, kind and key, hexadecimal. */
export async function keyHint(name: string, { x }: VerifyingKey, sha256: Sha256): Promise<string> {
  const key = fromBase64(x.replaceAll('-', '+').replaceAll('_', '/'));
  const message = [...new TextEncoder().encode(name), 0x0a, ED25519, ...key];
  return (await sha256(Uint8Array.from(message))).slice(0, 8);
}

/** null: the text is no signed checkpoint. */
export function parseCheckpoint(note: string): SignedCheckpoint | null {
  if (note.length > MOST_CHARACTERS) return null;
  const [, text, lines] = /^([^]*?\n)\n((?:— [^ \n+]+ [A-Za-z0-9+/=]+\n)+)$/.exec(note) ?? [];
  const [, origin, size, hash] = /^([^ \n+]+)\n(0|[1-9]\d{0,14})\n([^\n]+)\n$/.exec(text ?? '') ?? [];
  const root = hashFromBase64(hash ?? '');
  if (text === undefined || lines === undefined || origin === undefined || root === null) return null;
  const signatures = lines
    .trimEnd()
    .split('\n')
    .map((line) => readSignature(line));
  return { origin, size: Number(size), root, text, signatures };
}

function readSignature(line: string): NoteSignature {
  const [, name, base64] = line.split(' ') as [string, string, string];
  const bytes = fromBase64(base64);
  const hint = Array.from(bytes.subarray(0, 4), (byte) => byte.toString(16).padStart(2, '0')).join('');
  return { name, hint, signature: bytes.slice(4) };
}

/** Which of the keys signed a checkpoint; null: none of them did. */
export async function signerOfCheckpoint(
  { origin, text, signatures }: SignedCheckpoint,
  keys: readonly VerifyingKey[],
  verifies: Verifies,
  sha256: Sha256,
): Promise<string | null> {
  const message = new TextEncoder().encode(text);
  for (const key of keys) {
    const hint = await keyHint(origin, key, sha256);
    for (const { name, hint: given, signature } of signatures) {
      if (name !== origin || given !== hint) continue;
      if (await verifies(key, message, signature).catch(() => false)) return key.kid;
    }
  }
  return null;
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}
