import { sha256 as hashOf } from '@noble/hashes/sha2.js';
import { crc32 } from './inflate.ts';

/*
 * Stands in for src/formats/package/digests.ts where the page is built (vite.config.ts): the same functions without Node.
 * The browser's own SHA-256 is a promise, and these are wanted at once.
 */

export function sha256(pieces: readonly Uint8Array[]): string {
  const hash = hashOf.create();
  for (const piece of pieces) hash.update(piece);
  return Array.from(hash.digest(), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function crc32Of(pieces: readonly Uint8Array[]): number {
  return pieces.reduce((checksum, piece) => crc32(piece, checksum), 0);
}

interface Checksums {
  readonly sha256: string;
  readonly crc32: number;
}

export function checksumsOf(pieces: readonly Uint8Array[]): Checksums {
  return { sha256: sha256(pieces), crc32: crc32Of(pieces) };
}

/** In one step: here it is always a thread of its own that waits. */
export function* summing(pieces: readonly Uint8Array[]): Generator<void, Checksums> {
  yield;
  return checksumsOf(pieces);
}
