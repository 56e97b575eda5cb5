import type { ReadFile } from '../ports/sequence-work.ts';

/** As many as are under way: the frame that is worked on, the next one, and the one after it. */
const MOST_ROOMS = 3;
/** What is shorter costs nothing to allocate. */
const LEAST_BYTES = 64 * 1024;

/** Reads frames into the memory of earlier ones: allocated anew for each, they are most of what has to be swept. */
export class Rooms {
  readonly read: ReadFile;
  readonly #free: ArrayBuffer[] = [];
  /** memory that was read into, and nothing else's */
  readonly #own = new WeakSet<ArrayBufferLike>();

  constructor(read: ReadFile) {
    this.read = async (key, offset, length, _, told) => {
      const at = this.#free.findIndex(({ byteLength }) => byteLength >= length && length >= LEAST_BYTES);
      const [room] = at < 0 ? [] : this.#free.splice(at, 1);
      const bytes = await read(key, offset, length, room, told);
      this.#own.add(bytes.buffer);
      return bytes;
    };
  }

  /** @param memory of no use to anybody any more */
  give(memory: ArrayBufferLike): void {
    if (!(memory instanceof ArrayBuffer) || !this.#own.delete(memory)) return;
    if (memory.byteLength >= LEAST_BYTES && this.#free.length < MOST_ROOMS) this.#free.push(memory);
  }
}
