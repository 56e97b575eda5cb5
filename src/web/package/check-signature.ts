import type { SigningKey } from '../api/signing-keys.ts';
import type { Signed } from './read-signature.ts';

export interface SignatureVerdict {
  /** null: it could not be checked, or not against a key that means something; `detail` says why */
  readonly holds: boolean | null;
  /** a sentence for people */
  readonly detail: string;
  /** whether asking again may bring more */
  readonly again?: true;
}

/**
 * Whether a package was signed with one of the keys that the service publishes now. A package brings no key, so that
 * nothing in it can vouch for itself.
 * @param service what is said to publish the keys, e.g. `https://holograms.example.org`
 * @param fetchKeys throws where the service can't be reached
 * @param subtle undefined where the page was not served safely
 */
export async function checkSignature(
  signed: Signed,
  service: string,
  fetchKeys: () => Promise<readonly SigningKey[]>,
  subtle: SubtleCrypto | undefined,
): Promise<SignatureVerdict> {
  if (signed.kind === 'unsigned') return unchecked('The package is not signed.');
  if (signed.kind === 'broken')
    return { holds: false, detail: `The signature does not hold: ${signed.detail}.` };
  const { keyId } = signed;
  const not = (reason: string) => unchecked(`Signature not checked: ${reason}.`);
  if (!subtle) return not('this page was not served over HTTPS or from this machine');
  let keys: readonly SigningKey[];
  try {
    keys = await fetchKeys();
  } catch {
    const reason = `the keys of ${service} can’t be fetched now, and a package does not vouch for itself`;
    return { ...not(reason), again: true };
  }
  const key = keys.find(({ kid }) => kid === keyId);
  if (!key) {
    return unchecked(
      `Not signed by ${service}: the key ${keyId} is none of the ${keys.length} it publishes.`,
    );
  }
  const publicKey = await importKey(subtle, key);
  if (!publicKey) return not('this browser lacks Ed25519');
  const holds = await subtle.verify('Ed25519', publicKey, signed.signature, signed.message);
  const detail = holds
    ? `Signed by ${service}: the signature over ${signed.files} files is one of a key that it publishes.`
    : `The signature does not hold: it is not one of the key ${keyId} that ${service} publishes.`;
  return { holds, detail };
}

function unchecked(detail: string): SignatureVerdict {
  return { holds: null, detail };
}

/** null: the browser can't. */
async function importKey(subtle: SubtleCrypto, { x }: SigningKey): Promise<CryptoKey | null> {
  try {
    return await subtle.importKey('jwk', { kty: 'OKP', crv: 'Ed25519', x }, 'Ed25519', false, ['verify']);
  } catch {
    return null;
  }
}
