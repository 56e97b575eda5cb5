import type { FirstDifference } from './first-difference.ts';

/** One thing that was checked about a package. */
export interface Check {
  /** what was checked, in a few words */
  readonly name: string;
  /** null: could not be checked with what was given */
  readonly passed: boolean | null;
  readonly detail: string;
  /** of a result that came out otherwise */
  readonly difference?: FirstDifference;
}

/** SHA-256, hexadecimal: a browser has it only as a promise. */
export type Sha256 = (bytes: Uint8Array) => Promise<string>;

/** A public Ed25519 key. */
export interface VerifyingKey {
  /** RFC 7638 thumbprint */
  readonly kid: string;
  /** 32 bytes, base64url */
  readonly x: string;
}

/** Whether a signature is one of this key over this message; null: this program can't tell. */
export type Verifies = (
  key: VerifyingKey,
  message: Uint8Array<ArrayBuffer>,
  signature: Uint8Array<ArrayBuffer>,
) => Promise<boolean | null>;

export function failed(name: string, detail: string): Check {
  return { name, passed: false, detail };
}
