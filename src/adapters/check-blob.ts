import { createHash, type Hash } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { resolved, type BlobContent, type ExpectedBlob } from '../services/ports/blobs.ts';

/** Hashed at a time, so that other requests get their turn in between. */
const SLICE_BYTES = 1024 * 1024;

/** Takes the bytes of a blob as they pass. */
export class BlobCheck {
  readonly #expected: ExpectedBlob;
  /** null: whoever makes the content does that */
  readonly #hash: Hash | null;
  #bytes = 0;

  constructor(expected: ExpectedBlob) {
    this.#expected = expected;
    this.#hash = typeof expected.sha256 === 'function' ? null : createHash('sha256');
  }

  add(bytes: Uint8Array): void {
    this.#hash?.update(bytes);
    this.#bytes += bytes.byteLength;
  }

  /**
   * @returns the SHA-256, hexadecimal
   * @throws Error where it is not what it is said to be: nothing wrong gets stored
   */
  end(): string {
    const { sha256, bytes } = this.#expected;
    const said = sha256 === null ? null : resolved(sha256);
    const found = this.#hash?.digest('hex') ?? said;
    if (this.#bytes === resolved(bytes) && found !== null && found === (said ?? found)) return found;
    throw new Error(`a blob of ${this.#bytes} bytes is not what it was said to be`);
  }
}

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
  const check = new BlobCheck(expected);
  for await (const chunk of typeof content === 'function' ? content() : content) {
    for (let start = 0; start < chunk.byteLength; start += SLICE_BYTES) {
      const slice = chunk.subarray(start, start + SLICE_BYTES);
      check.add(slice);
      if (slice.byteLength === SLICE_BYTES) await turn();
      yield slice;
    }
  }
  found(check.end());
}
