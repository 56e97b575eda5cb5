import type { Frame } from '../../../core/field/frame.ts';
import { bytesPerSample, type SampleKind } from '../samples/numeric-samples.ts';
import { unreadable } from '../samples/refusals.ts';
import { arrayFrame } from './array-frame.ts';
import type { FrameLayout } from './array-shape.ts';
import { checkStackShape, numericHeader } from './npy.ts';
import { maxNpyHeaderBytes, type NpyHeader } from './npy-header.ts';

type ReadAt = (offset: number, length: number) => Promise<Uint8Array>;

/** An array of (frames, rows, columns) of any size: each frame is read when it is asked for. */
export class NpyInFile {
  readonly #read: ReadAt;
  readonly #header: NpyHeader & { readonly kind: SampleKind };
  readonly #layout: FrameLayout;
  readonly count: number;

  private constructor(read: ReadAt, header: NpyHeader & { readonly kind: SampleKind }) {
    this.#read = read;
    this.#header = header;
    ({ count: this.count, layout: this.#layout } = checkStackShape(header.shape, null));
  }

  /** @throws Problem where it is no such array, or cut short */
  static async open(read: ReadAt, size: number): Promise<NpyInFile> {
    const header = numericHeader(await read(0, Math.min(size, maxNpyHeaderBytes + 16)));
    const array = new NpyInFile(read, header);
    const expected = header.dataOffset + array.count * array.#frameBytes;
    if (size !== expected) throw unreadable(`The NPY file should have ${expected} bytes, and has ${size}.`);
    if (header.fortranOrder && array.count > 1)
      throw unreadable('The NPY array is in Fortran order: its frames are interleaved. Save it in C order.');
    return array;
  }

  get #frameBytes(): number {
    return this.#layout.width * this.#layout.height * bytesPerSample(this.#header.kind);
  }

  async frame(k: number): Promise<Frame> {
    const bytes = await this.#read(this.#header.dataOffset + k * this.#frameBytes, this.#frameBytes);
    return arrayFrame(bytes, this.#layout, this.#header);
  }
}
