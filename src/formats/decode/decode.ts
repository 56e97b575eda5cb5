import type { Frame } from '../../core/field/frame.ts';
import type { FramesInFile } from './array/frames-in-file.ts';
import { decodeHdf5 } from './array/hdf5.ts';
import { decodeMat5 } from './array/mat5.ts';
import { decodeBmp } from './image/bmp.ts';
import { decodeJpeg } from './image/jpeg.ts';
import { decodeNpy } from './array/npy.ts';
import { decodeNpz } from './array/npz.ts';
import { decodePng } from './image/png.ts';
import type { Channel } from './samples/grey.ts';
import { isMatlab73, sniff, type HologramFormat } from './samples/sniff.ts';
import type { StatedRig } from './stated/stated.ts';
import { statedRig } from './stated/stated-rig.ts';
import { decodeTiff } from './tiff/tiff.ts';
import { unknownContent } from './samples/unknown-content.ts';

export interface DecodedFrame {
  readonly frame: Frame;
  readonly format: HologramFormat;
  /** The format is read, but a person should look at the result (contract section 5). */
  readonly needsReview: boolean;
  /** the same rig without a sample, where the file holds that too */
  readonly background: Frame | null;
  /** what the file's metadata say of the rig */
  readonly stated: StatedRig;
  /** names of further arrays of the frame's shape, which nothing is made of */
  readonly unused: readonly string[];
  /** what of a stack was taken for frames without the file's saying so, a sentence */
  readonly assumed?: string | null;
}

type Decoded = Frame | FramesInFile;

const decoders: Record<
  HologramFormat,
  (bytes: Uint8Array, channel: Channel | null) => Decoded | Promise<Decoded>
> = {
  png: decodePng,
  jpeg: decodeJpeg,
  tiff: decodeTiff,
  npy: decodeNpy,
  npz: decodeNpz,
  hdf5: decodeHdf5,
  mat: (bytes, channel) => (isMatlab73(bytes) ? decodeHdf5(bytes, channel) : decodeMat5(bytes, channel)),
  bmp: decodeBmp,
};

/** Read, but less often tried than the others, or losing something. */
const toReview: readonly HologramFormat[] = ['hdf5', 'jpeg', 'bmp', 'mat'];

export interface DecodeOptions {
  /** words a refusal; the content decides on the format */
  readonly name?: string;
  /** of a frame in colour; without it colour is refused */
  readonly channel?: Channel | null;
}

/**
 * One camera frame out of an uploaded file. The content decides on the format; the name only helps to word a
 * refusal. Throws a `Problem` for everything that is not one readable grey frame within the limits.
 */
export async function decodeFrame(bytes: Uint8Array, options: DecodeOptions = {}): Promise<DecodedFrame> {
  const format = sniff(bytes);
  if (format === undefined) throw unknownContent(bytes, options.name);
  // A Node `Buffer` is a `Uint8Array` whose `slice` does not copy; the decoders rely on one that does.
  const plain = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length);
  const decoded = await decoders[format](plain, options.channel ?? null);
  const frames = 'frame' in decoded ? decoded : { frame: decoded, background: null, unused: [] };
  const stated = statedRig(plain, format);
  return { ...frames, stated, format, needsReview: toReview.includes(format) };
}
