import { readToken, signerOfToken, type Authority } from '../timestamp/timestamp-token.ts';
import { failed, type Check, type Sha256 } from './check.ts';
import type { SignatureFiles } from './inspect-package.ts';

export interface TimestampCheck {
  readonly check: Check;
  /** when the signature was there, as an authority that is believed says; null: that is not shown */
  readonly time: string | null;
}

/**
 * Whether the timestamp of a package is of its signature, and of whom. Nothing in a package says whom to believe.
 * @param authorities null: none were given
 */
export async function checkTimestamp(
  { envelope, timestamp }: SignatureFiles & { readonly timestamp: Uint8Array },
  authorities: readonly Authority[] | null,
  sha256: Sha256,
): Promise<TimestampCheck> {
  const name = 'timestamp';
  const no = (detail: string): TimestampCheck => ({ check: failed(name, detail), time: null });
  if (!envelope) return no('there is no signature that it could be of');
  const token = readToken(timestamp);
  if (!token) return no('it can’t be read, or is not written as it is made');
  if (token.imprint !== (await sha256(envelope))) return no('it is not of this signature');
  if (!authorities) {
    const detail = `says ${token.time}; give the certificate of the authority (--tsa) to check it`;
    return { check: { name, passed: null, detail }, time: null };
  }
  const authority = await signerOfToken(token, Uint8Array.from(envelope), authorities);
  if (!authority) return no(`none of the ${authorities.length} authorities given made it`);
  const detail = `signed before ${token.time}, says ${authority.name}`;
  return { check: { name, passed: true, detail }, time: token.time };
}
