import { hash, randomBytes } from 'node:crypto';

const SECRET_BYTES = 24;
/** hexadecimal digits: 32 bits tell every key that was cut off or mistyped, but for one in four thousand million */
const CHECKSUM_DIGITS = 8;
const API_KEY = /^(leith_(key_[0-9a-hjkmnp-tv-z]{36})_([0-9a-f]{48}))([0-9a-f]{8})$/;

/** What a key says about itself. Whether it is valid is in the database. */
export interface ApiKeyParts {
  readonly key_id: string;
  readonly secret: string;
}

/** 192 random bits. */
export function mintSecret(): string {
  return randomBytes(SECRET_BYTES).toString('hex');
}

/** `leith_<key id>_<secret><checksum>` */
export function writeApiKey({ key_id, secret }: ApiKeyParts): string {
  const text = `leith_${key_id}_${secret}`;
  return text + checksum(text);
}

/** null: no key of this service, or one that lost or changed some of its characters */
export function readApiKey(text: string): ApiKeyParts | null {
  const match = API_KEY.exec(text);
  if (!match || checksum(match[1]!) !== match[4]) return null;
  return { key_id: match[2]!, secret: match[3]! };
}

/** What is stored of a secret. It is long and random, so nobody can find it by trying. */
export function secretDigest(secret: string): string {
  return hash('sha256', secret, 'hex');
}

function checksum(text: string): string {
  return hash('sha256', text, 'hex').slice(0, CHECKSUM_DIGITS);
}
