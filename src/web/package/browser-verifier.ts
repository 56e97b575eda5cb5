import type { Verifier } from '../../formats/judge/verify-result.ts';

/** With the browser's own cryptography. */
export function verifierWith(subtle: SubtleCrypto): Verifier {
  return {
    async sha256(bytes) {
      const hash = new Uint8Array(await subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>));
      return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
    },
    async verifies({ x }, message, signature) {
      const jwk = { kty: 'OKP', crv: 'Ed25519', x };
      const key = await subtle.importKey('jwk', jwk, 'Ed25519', false, ['verify']).catch(() => null);
      return key && subtle.verify('Ed25519', key, signature, message);
    },
  };
}
