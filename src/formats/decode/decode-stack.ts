import type { Frame } from '../../core/field/frame.ts';
import { invalidInput } from '../../core/recipe/recipe.ts';
import { decodeNpyStack } from './array/npy.ts';
import { decodeNpzStack } from './array/npz.ts';
import type { DecodeOptions } from './decode.ts';
import type { Channel } from './samples/grey.ts';
import { sniff, type HologramFormat } from './samples/sniff.ts';
import type { FramesOfStack } from './samples/stack-count.ts';
import type { StatedRig } from './stated/stated.ts';
import { statedRig } from './stated/stated-rig.ts';
import { decodeTiffStack } from './tiff/tiff.ts';
import { unknownContent } from './samples/unknown-content.ts';

export interface DecodedStack {
  readonly format: HologramFormat;
  readonly count: number;
  /** what the file's metadata say of the rig */
  readonly stated: StatedRig;
  /** of one size; each is decoded when it is asked for, so that they needn't all be in memory at once */
  readonly frames: Iterable<Frame>;
  /** what of the file was taken for frames without its saying so, a sentence */
  readonly assumed: string | null;
}

type Decode = (bytes: Uint8Array, expected: number | null, channel: Channel | null) => FramesOfStack;

const decoders: Partial<Record<HologramFormat, Decode>> = {
  tiff: decodeTiffStack,
  npy: decodeNpyStack,
  npz: decodeNpzStack,
};

/**
 * Several camera frames out of one uploaded file.
 * @param expected how many there should be; null: as many as there are
 * @throws Problem INVALID_INPUT where the file does not hold the expected number of frames; the frames' iterator throws what
 * `decodeFrame` would of a single one
 */
export function decodeStack(
  bytes: Uint8Array,
  expected: number | null,
  options: DecodeOptions = {},
): DecodedStack {
  const format = sniff(bytes);
  if (format === undefined) throw unknownContent(bytes, options.name);
  const decode = decoders[format];
  if (!decode) {
    const message = `needs a multi-page TIFF or an NPY or NPZ stack; the hologram is ${format.toUpperCase()}`;
    throw invalidInput([{ pointer: '/stack_z_mm', message }]);
  }
  const plain = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length);
  const { count, frames, assumed = null } = decode(plain, expected, options.channel ?? null);
  return { format, count, stated: statedRig(plain, format), frames: ofOneSize(frames), assumed };
}

function* ofOneSize(frames: Iterable<Frame>): Generator<Frame> {
  let first: Frame | null = null;
  for (const frame of frames) {
    first ??= frame;
    if (frame.width !== first.width || frame.height !== first.height) {
      const sizes = [first, frame].map(({ width, height }) => `${width} × ${height} px`);
      throw invalidInput([
        { pointer: '/hologram', message: `holds frames of ${sizes.join(' and ')}; they must be of one size` },
      ]);
    }
    yield frame;
  }
}
