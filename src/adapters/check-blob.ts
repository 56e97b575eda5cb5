import { createHash } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import type { ExpectedBlob } from '../services/ports/blobs.ts';

/** Hashed at a time, so that other requests get their turn in between. */
const SLICE_BYTES = 1024 * 1024;

/**
 * @returns the SHA-256 of the chunks, hexadecimal
 * @throws Error where they are not what they are said to be: nothing wrong gets stored
 */
export async function checkBlob(chunks: readonly Uint8Array[], expected: ExpectedBlob): Promise<string> {
  const hash = createHash('sha256');
  let bytes = 0;
  for (const chunk of chunks) {
    for (let start = 0; start < chunk.byteLength; start += SLICE_BYTES) {
      const slice = chunk.subarray(start, start + SLICE_BYTES);
      hash.update(slice);
      bytes += slice.byteLength;
      if (slice.byteLength === SLICE_BYTES) await turn();
    }
  }
  const sha256 = hash.digest('hex');
  if (bytes === expected.bytes && sha256 === (expected.sha256 ?? sha256)) return sha256;
  throw new Error(`a blob of ${bytes} bytes is not what it was said to be`);
}
