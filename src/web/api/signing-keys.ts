import { ask } from './ask.ts';
import { Unreachable } from './problem.ts';

/** A public Ed25519 key as JSON (RFC 8037). */
export interface SigningKey {
  /** RFC 7638 thumbprint */
  readonly kid: string;
  /** 32 bytes, base64url */
  readonly x: string;
}

/** What the service signs packages with, and has signed them with. @throws Refused, Unreachable */
export async function signingKeys(): Promise<readonly SigningKey[]> {
  // asked all the same, a browser would complain of the lost connection
  if (!navigator.onLine) throw new Unreachable();
  return (await ask<{ readonly keys: readonly SigningKey[] }>('/.well-known/leith-keys.json')).keys;
}
