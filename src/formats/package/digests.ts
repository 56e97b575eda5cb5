import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** SHA-256 over pieces in order, hexadecimal. */
export function sha256(pieces: readonly Uint8Array[]): string {
  const hash = createHash('sha256');
  for (const piece of pieces) hash.update(piece);
  return hash.digest('hex');
}

/** The CRC-32 of ZIP and PNG. */
export function crc32Of(pieces: readonly Uint8Array[]): number {
  return pieces.reduce((checksum, piece) => crc32(piece, checksum), 0);
}
