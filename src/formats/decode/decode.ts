import type { Frame } from '../../core/field/frame.ts';
import { decodeHdf5 } from './array/hdf5.ts';
import { decodeMat5 } from './array/mat5.ts';
import { decodeBmp } from './image/bmp.ts';
import { decodeJpeg } from './image/jpeg.ts';
import { decodeNpy } from './array/npy.ts';
import { decodeNpz } from './array/npz.ts';
import { decodePng } from './image/png.ts';
import { isMatlab73, sniff, type HologramFormat } from './samples/sniff.ts';
import { decodeTiff } from './tiff/tiff.ts';
import { unknownContent } from './samples/unknown-content.ts';

export interface DecodedFrame {
  readonly frame: Frame;
  readonly format: HologramFormat;
  /** The format is read, but a person should look at the result (contract section 5). */
  readonly needsReview: boolean;
}

const decoders: Record<HologramFormat, (bytes: Uint8Array) => Frame | Promise<Frame>> = {
  png: decodePng,
  jpeg: decodeJpeg,
  tiff: decodeTiff,
  npy: decodeNpy,
  npz: decodeNpz,
  hdf5: decodeHdf5,
  mat: (bytes) => (isMatlab73(bytes) ? decodeHdf5(bytes) : decodeMat5(bytes)),
  bmp: decodeBmp,
};

/** Read, but less often tried than the others, or losing something. */
const toReview: readonly HologramFormat[] = ['hdf5', 'jpeg', 'bmp', 'mat'];

/**
 * One camera frame out of an uploaded file. The content decides on the format; the name only helps to word a
 * refusal. Throws a `Problem` for everything that is not one readable grey frame within the limits.
 */
export async function decodeFrame(bytes: Uint8Array, options: { name?: string } = {}): Promise<DecodedFrame> {
  const format = sniff(bytes);
  if (format === undefined) throw unknownContent(bytes, options.name);
  // A Node `Buffer` is a `Uint8Array` whose `slice` does not copy; the decoders rely on one that does.
  const plain = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length);
  const frame = await decoders[format](plain);
  return { frame, format, needsReview: toReview.includes(format) };
}
