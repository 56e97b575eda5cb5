import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { atOnce } from '../../core/at-once.ts';

/** SHA-256 over pieces in order, hexadecimal. */
export function sha256(pieces: readonly Uint8Array[]): string {
  const hash = createHash('sha256');
  for (const piece of pieces) hash.update(piece);
  return hash.digest('hex');
}

/** So much stays near the processor between one sum and the other. */
const SLICE_BYTES = 128 * 1024;

/** Slices are copied here: what has just been copied is hashed in three quarters of the time of what comes from memory. */
const near = new Uint8Array(SLICE_BYTES);

function* slicesOf(pieces: readonly Uint8Array[]): Generator<Uint8Array, void> {
  for (const piece of pieces) {
    for (let start = 0; start < piece.byteLength; start += SLICE_BYTES) {
      const slice = piece.subarray(start, start + SLICE_BYTES);
      near.set(slice);
      yield near.subarray(0, slice.byteLength);
    }
  }
}

/** SHA-256 of what comes in pieces. */
export class RunningSha256 {
  readonly #hash = createHash('sha256');

  add(pieces: readonly Uint8Array[]): void {
    for (const slice of slicesOf(pieces)) this.#hash.update(slice);
  }

  /** @returns hexadecimal */
  end(): string {
    return this.#hash.digest('hex');
  }
}

/** Slices that take a millisecond together. */
const SLICES = 8;

interface Checksums {
  readonly sha256: string;
  readonly crc32: number;
}

/** Both, with the bytes fetched from memory once. */
export function checksumsOf(pieces: readonly Uint8Array[]): Checksums {
  return atOnce(summing(pieces));
}

/** {@link checksumsOf} in steps. */
export function* summing(pieces: readonly Uint8Array[]): Generator<void, Checksums> {
  const hash = createHash('sha256');
  let checksum = 0;
  let slices = 0;
  for (const slice of slicesOf(pieces)) {
    hash.update(slice);
    checksum = crc32(slice, checksum);
    if (++slices % SLICES === 0) yield;
  }
  return { sha256: hash.digest('hex'), crc32: checksum };
}
