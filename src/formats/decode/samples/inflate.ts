import { crc32 as zlibCrc32, inflateRawSync, inflateSync, zstdDecompressSync, constants } from 'node:zlib';

/** Each throws on damaged input and on output beyond `maxBytes`, so a bomb costs no more than was expected of it. */
export function inflateZlib(input: Uint8Array, maxBytes: number): Uint8Array {
  return plain(inflateSync(input, bounded(maxBytes)));
}

export function inflateRaw(input: Uint8Array, maxBytes: number): Uint8Array {
  return plain(inflateRawSync(input, bounded(maxBytes)));
}

export function inflateZstd(input: Uint8Array, maxBytes: number): Uint8Array {
  return plain(zstdDecompressSync(input, bounded(maxBytes)));
}

/** What the first bytes of a deflate stream, cut anywhere, inflate to. Deflate expands at most about 1030-fold. */
export function inflateRawBeginning(input: Uint8Array): Uint8Array {
  return plain(inflateRawSync(input, { finishFlush: constants.Z_SYNC_FLUSH }));
}

export function crc32(bytes: Uint8Array): number {
  return zlibCrc32(bytes);
}

/** One output chunk of the expected size, so that the output is not put together from 16 KiB pieces. */
function bounded(maxBytes: number): { maxOutputLength: number; chunkSize: number } {
  return { maxOutputLength: Math.max(1, maxBytes), chunkSize: Math.max(64, maxBytes) };
}

/** A Node `Buffer` has a `slice` that does not copy: nothing outside may meet one. */
function plain(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length);
}
