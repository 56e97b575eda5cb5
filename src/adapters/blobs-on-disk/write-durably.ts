import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';

/** Written at a time, past the system's memory for files: each has to begin at a page, in memory and in the file. */
const BLOCK_BYTES = 1024 * 1024;
const PAGE_BYTES = 4096;
/** WebAssembly's own unit, which it counts memory in. */
const WASM_PAGE_BYTES = 65_536;
/** Pairs of blocks that begin at pages. Each is kept for the next file: they take 2 MB, and 10 GB of addresses. */
const MOST_ALIGNED = 4;

interface Pair {
  readonly blocks: readonly [Uint8Array, Uint8Array];
  /** whether they begin at pages */
  readonly aligned: boolean;
}

const free: Pair[] = [];
let aligned = 0;

function takePair(): Pair {
  const kept = free.pop();
  if (kept) return kept;
  if (constants.O_DIRECT && aligned < MOST_ALIGNED) {
    const pages = (2 * BLOCK_BYTES) / WASM_PAGE_BYTES;
    try {
      // the memory of WebAssembly begins at a page; what else JavaScript has begins anywhere
      const { buffer } = new WebAssembly.Memory({ initial: pages, maximum: pages });
      aligned += 1;
      return { blocks: [blockOf(buffer, 0), blockOf(buffer, 1)], aligned: true };
    } catch (error) {
      // no addresses left
      if (!(error instanceof RangeError)) throw error;
    }
  }
  const buffer = new ArrayBuffer(2 * BLOCK_BYTES);
  return { blocks: [blockOf(buffer, 0), blockOf(buffer, 1)], aligned: false };
}

function blockOf(buffer: ArrayBuffer, which: number): Uint8Array {
  return new Uint8Array(buffer, which * BLOCK_BYTES, BLOCK_BYTES);
}

/**
 * Writes a file that is not there yet, and settles once it is on the disk. What fills a block goes straight to the disk where
 * the file system takes that: copied into the system's memory first, 50 MB took 30 to 100 ms of processor time instead of
 * 20, and that memory is better left to what is read again. One block is written while the next one fills.
 * @param onBlock is told all bytes in order, before they are written: they were copied just now and are near the processor
 */
export async function writeDurably(
  path: string,
  pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  onBlock: (bytes: Uint8Array) => void = () => {},
): Promise<void> {
  const pair = takePair();
  let file: NewFile | null = null;
  let writing = Promise.resolve();
  try {
    file = await NewFile.open(path, pair.aligned);
    let [which, filled] = [0, 0];
    for await (const piece of pieces) {
      for (let from = 0; from < piece.byteLength;) {
        const part = piece.subarray(from, from + BLOCK_BYTES - filled);
        pair.blocks[which]!.set(part, filled);
        from += part.byteLength;
        filled += part.byteLength;
        if (filled < BLOCK_BYTES) continue;
        onBlock(pair.blocks[which]!);
        await writing;
        writing = file.append(pair.blocks[which]!, filled);
        // it is awaited before the next one, or in the end
        writing.catch(() => {});
        [which, filled] = [1 - which, 0];
      }
    }
    onBlock(pair.blocks[which]!.subarray(0, filled));
    await writing;
    if (filled > 0) await file.append(pair.blocks[which]!, filled);
    await file.end();
  } finally {
    // it may be about to go on with another handle
    await writing.catch(() => {});
    await file?.close();
    if (pair.aligned) free.push(pair);
  }
}

/** A file in the making, to which blocks are appended one after the other. */
class NewFile {
  readonly #path: string;
  readonly #mayGoStraight: boolean;
  #handle: FileHandle;
  /** whether the handle is one that writes straight to the disk */
  #straight = false;
  #bytes = 0;
  /** where the system has copies of what was written: they are brought to the disk while more is made */
  #ahead = { going: false, all: Promise.resolve() };

  private constructor(path: string, handle: FileHandle, mayGoStraight: boolean) {
    [this.#path, this.#handle, this.#mayGoStraight] = [path, handle, mayGoStraight];
  }

  static async open(path: string, mayGoStraight: boolean): Promise<NewFile> {
    return new NewFile(path, await open(path, 'wx', 0o600), mayGoStraight);
  }

  /** @param block whose first bytes are meant; those behind them are overwritten */
  async append(block: Uint8Array, bytes: number): Promise<void> {
    const position = this.#bytes;
    this.#bytes += bytes;
    if (position === 0 && bytes === BLOCK_BYTES && this.#mayGoStraight) await this.#goStraight();
    if (this.#straight && (await this.#wroteStraight(block, bytes, position))) return;
    await writeAll(this.#handle, block.subarray(0, bytes), position);
    if (bytes === BLOCK_BYTES) this.#bringAhead();
  }

  async end(): Promise<void> {
    await this.#ahead.all;
    if (this.#straight) await this.#handle.truncate(this.#bytes);
    await this.#handle.sync();
  }

  close(): Promise<void> {
    return this.#handle.close();
  }

  /** Not every file system has it. */
  async #goStraight(): Promise<void> {
    this.#straight = await unlessRefused(this.#reopen(constants.O_WRONLY | constants.O_DIRECT));
  }

  async #wroteStraight(block: Uint8Array, bytes: number, position: number): Promise<boolean> {
    // the last one ends anywhere: what is behind it is cut off in the end
    const whole = PAGE_BYTES * Math.ceil(bytes / PAGE_BYTES);
    block.fill(0, bytes, whole);
    if (await unlessRefused(writeAll(this.#handle, block.subarray(0, whole), position))) return true;
    this.#straight = false;
    await this.#reopen(constants.O_WRONLY);
    return false;
  }

  async #reopen(flags: number): Promise<void> {
    const former = this.#handle;
    this.#handle = await open(this.#path, flags);
    await former.close();
  }

  #bringAhead(): void {
    const { going, all } = this.#ahead;
    if (going) return;
    this.#ahead.going = true;
    const synced = this.#handle.datasync().finally(() => (this.#ahead.going = false));
    // the system tells each failure once
    this.#ahead.all = all.then(() => synced);
    this.#ahead.all.catch(() => {});
  }
}

/** @returns false where the file system does not do such a thing */
async function unlessRefused(action: Promise<void>): Promise<boolean> {
  try {
    await action;
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EINVAL') return false;
    throw error;
  }
}

async function writeAll(file: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  for (let written = 0; written < bytes.byteLength;) {
    const left = bytes.byteLength - written;
    written += (await file.write(bytes, written, left, position + written)).bytesWritten;
  }
}
