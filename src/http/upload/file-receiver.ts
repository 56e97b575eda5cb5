import { createHash } from 'node:crypto';
import type { ReceivedFile } from '../../services/ports/received-file.ts';
import type { MemoryShare } from './memory-budget.ts';

/** Small enough that a block costs the event loop nothing, large enough that most uploads are a few of them. */
const BLOCK_BYTES = 1024 * 1024;
/** As long as file systems allow. */
const LONGEST_NAME = 255;

/** Collects a file into blocks that own their memory, and computes its digest on the way. */
export class FileReceiver {
  readonly #share: MemoryShare;
  readonly #hash = createHash('sha256');
  readonly #blocks: Uint8Array<ArrayBuffer>[] = [];
  /** bytes of the last block that are in use */
  #used = BLOCK_BYTES;
  bytes = 0;

  constructor(share: MemoryShare) {
    this.#share = share;
  }

  /** @throws Overloaded */
  add(chunk: Uint8Array): void {
    this.#hash.update(chunk);
    for (let offset = 0; offset < chunk.byteLength;) {
      if (this.#used === BLOCK_BYTES) {
        this.#share.grow(BLOCK_BYTES);
        this.#blocks.push(new Uint8Array(BLOCK_BYTES));
        this.#used = 0;
      }
      const piece = chunk.subarray(offset, offset + BLOCK_BYTES - this.#used);
      this.#blocks.at(-1)!.set(piece, this.#used);
      this.#used += piece.byteLength;
      offset += piece.byteLength;
    }
    this.bytes += chunk.byteLength;
  }

  /** @param called by its sender: of any length, and with any character */
  finish(called: string): ReceivedFile {
    const name = called.replaceAll('\0', '').slice(0, LONGEST_NAME).toWellFormed();
    const blocks = [...this.#blocks];
    if (blocks.length > 0) blocks.push(blocks.pop()!.subarray(0, this.#used));
    return { name, blocks, bytes: this.bytes, sha256: this.#hash.digest('hex') };
  }
}
