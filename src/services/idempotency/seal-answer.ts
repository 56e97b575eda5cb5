import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** What only the client knows: the database holds neither, nor anything that gives them away. */
export interface AnswerSecret {
  /** the Idempotency-Key, with the scope in which it counts */
  readonly key: string;
  readonly requestDigest: string;
}

/** Encrypts what was answered: it may hold an API key. Base64. */
export function sealAnswer(text: string, secret: AnswerSecret): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, cipherKey(secret), nonce);
  return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString(
    'base64',
  );
}

/** How long what {@link sealAnswer} returns is. */
export function sealedBytes(text: string): number {
  return 4 * Math.ceil((NONCE_BYTES + Buffer.byteLength(text) + TAG_BYTES) / 3);
}

/** @throws where it was sealed with another secret, or changed since */
export function openAnswer(sealed: string, secret: AnswerSecret): string {
  const bytes = Buffer.from(sealed, 'base64');
  const decipher = createDecipheriv(CIPHER, cipherKey(secret), bytes.subarray(0, NONCE_BYTES));
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  const text = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
  return Buffer.concat([text, decipher.final()]).toString('utf8');
}

/** By what the row is found. */
export function keyDigest({ key }: AnswerSecret): string {
  return createHmac('sha256', 'Leith Idempotency-Key').update(key).digest('hex');
}

/** By what another request under the same key is told. Says nothing about the request to whom the key is unknown. */
export function requestMark({ key, requestDigest }: AnswerSecret): string {
  return createHmac('sha256', `Leith request ${key}`).update(requestDigest).digest('hex');
}

function cipherKey({ key, requestDigest }: AnswerSecret): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', key, requestDigest, 'Leith idempotent answer', KEY_BYTES));
}
