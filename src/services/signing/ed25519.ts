import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign,
  verify,
  type KeyObject,
} from 'node:crypto';
import type { Signer } from '../../formats/package/dsse.ts';

/** A public Ed25519 key as JSON (RFC 8037). */
export interface PublicKey {
  readonly kty: 'OKP';
  readonly crv: 'Ed25519';
  readonly x: string;
  readonly kid: string;
  readonly use: 'sig';
  readonly alg: 'EdDSA';
}

/** @param privateKey PKCS #8 in PEM */
export function signerOf(privateKey: string): Signer {
  const key = createPrivateKey(privateKey);
  if (key.asymmetricKeyType !== 'ed25519') {
    throw new Error(`The signing key is of type ${key.asymmetricKeyType}; it must be Ed25519.`);
  }
  return {
    keyId: publicKeyOf(privateKey).kid,
    sign: (message) => new Uint8Array(sign(null, message, key)),
  };
}

/** PKCS #8 in PEM. */
export function newPrivateKey(): string {
  return generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
}

/** @throws Error where it is no Ed25519 key */
export function publicKeyOf(privateKey: string): PublicKey {
  const key = createPrivateKey(privateKey);
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('it is no Ed25519 key');
  return publicKey(createPublicKey(key).export({ format: 'jwk' }).x!);
}

/** @param x the 32 bytes of the key, base64url */
export function publicKey(x: string): PublicKey {
  return { kty: 'OKP', crv: 'Ed25519', x, kid: thumbprint(x), use: 'sig', alg: 'EdDSA' };
}

export function verifies(key: Pick<PublicKey, 'x'>, message: Uint8Array, signature: Uint8Array): boolean {
  return verify(null, message, keyObject(key.x), signature);
}

function keyObject(x: string): KeyObject {
  return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
}

/** RFC 7638: SHA-256 of the required members in order, base64url. */
function thumbprint(x: string): string {
  return createHash('sha256')
    .update(JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x }))
    .digest('base64url');
}
