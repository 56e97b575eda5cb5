import type { MapName, MapRows, MapSize } from '../package/opened-package.ts';

/** Rows that are fetched together: a hand goes on to the next. */
const BLOCK = 8;
const FLOAT = 4;

/** How the bytes of a file are asked for. */
export interface FileParts {
  readonly size: (path: string) => Promise<number>;
  readonly part: (path: string, from: number, length: number) => Promise<ArrayBuffer>;
}

/**
 * Values of maps that have not come whole: the rows under the pointer are fetched before the rest. A map of a package is
 * one strip of 32-bit floats at the end of its file. What comes by itself can't be held against what was signed.
 */
export class EarlyRows implements MapRows {
  readonly #blocks = new Map<string, Float32Array>();
  readonly #sizes = new Map<string, Promise<number>>();
  readonly #files: FileParts;
  readonly #tell: () => void;
  #busy: Promise<void> | null = null;
  #next: (() => Promise<void>) | null = null;

  /** @param tell called when there is more */
  constructor(files: FileParts, tell: () => void) {
    [this.#files, this.#tell] = [files, tell];
  }

  at(name: MapName, { cols }: MapSize, x: number, y: number): number | null {
    return this.#blocks.get(keyOf(name, y))?.[(y % BLOCK) * cols + x] ?? null;
  }

  want(names: readonly MapName[], size: MapSize, y: number): void {
    const absent = names.filter((name) => !this.#blocks.has(keyOf(name, y)));
    if (absent.length === 0) return;
    this.#next = async () => {
      const blocks = await Promise.all(absent.map((name) => this.#block(name, size, y)));
      blocks.forEach((block, i) => this.#blocks.set(keyOf(absent[i]!, y), block));
      this.#tell();
    };
    this.#busy ??= this.#work();
  }

  /** Nothing is wanted at the moment. */
  async rest(): Promise<void> {
    await this.#busy;
  }

  /** Of places asked for meanwhile the last counts: the hand has left the others. */
  async #work(): Promise<void> {
    for (let next = this.#next; next; next = this.#next) {
      this.#next = null;
      // it comes with the whole map, too
      await next().catch(() => undefined);
    }
    this.#busy = null;
  }

  async #block(name: MapName, { rows, cols }: MapSize, y: number): Promise<Float32Array> {
    const path = `data/${name}.tif`;
    if (!this.#sizes.has(path)) this.#sizes.set(path, this.#files.size(path));
    const first = Math.floor(y / BLOCK) * BLOCK;
    const count = Math.min(BLOCK, rows - first);
    const from = (await this.#sizes.get(path)!) - (rows - first) * cols * FLOAT;
    return new Float32Array(await this.#files.part(path, from, count * cols * FLOAT));
  }
}

function keyOf(name: MapName, y: number): string {
  return `${name} ${Math.floor(y / BLOCK)}`;
}
