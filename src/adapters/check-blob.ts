import { createHash } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { resolved, type BlobContent, type ExpectedBlob } from '../services/ports/blobs.ts';

/** Hashed at a time, so that other requests get their turn in between. */
const SLICE_BYTES = 1024 * 1024;

/**
 * @returns the SHA-256 of the content, hexadecimal
 * @throws Error where it is not what it is said to be: nothing wrong gets stored
 */
export async function checkBlob(content: BlobContent, expected: ExpectedBlob): Promise<string> {
  let sha256 = '';
  for await (const piece of checkedPieces(content, expected, (found) => (sha256 = found))) void piece;
  return sha256;
}

/**
 * The content in small pieces.
 * @param found is told the SHA-256 after the last one
 * @throws Error there, where it is not what it is said to be
 */
export async function* checkedPieces(
  content: BlobContent,
  expected: ExpectedBlob,
  found: (sha256: string) => void = () => {},
): AsyncGenerator<Uint8Array, void, void> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of typeof content === 'function' ? content() : content) {
    for (let start = 0; start < chunk.byteLength; start += SLICE_BYTES) {
      const slice = chunk.subarray(start, start + SLICE_BYTES);
      hash.update(slice);
      bytes += slice.byteLength;
      if (slice.byteLength === SLICE_BYTES) await turn();
      yield slice;
    }
  }
  const sha256 = hash.digest('hex');
  if (bytes === resolved(expected.bytes) && sha256 === (expected.sha256 ?? sha256)) return found(sha256);
  throw new Error(`a blob of ${bytes} bytes is not what it was said to be`);
}
