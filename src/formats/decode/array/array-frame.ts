import type { Frame } from '../../../core/field/frame.ts';
import { transposed } from './array-shape.ts';
import type { FrameLayout } from './array-shape.ts';
import { greyOf, interleaved, type Channel } from '../samples/grey.ts';
import { informationBits } from '../samples/information-bits.ts';
import { bytesPerSample, samplesFromBytes, swapBytes } from '../samples/numeric-samples.ts';
import type { SampleKind } from '../samples/numeric-samples.ts';

export interface ArrayEncoding {
  readonly kind: SampleKind;
  readonly littleEndian: boolean;
  /** the first axis varies fastest */
  readonly fortranOrder: boolean;
}

/** The bytes of an array to a frame. The bytes are taken over: they must be aligned to 8 and nobody else's. */
export function arrayFrame(
  bytes: Uint8Array,
  layout: FrameLayout,
  encoding: ArrayEncoding,
  channel: Channel | null = null,
): Frame {
  const { width, height, channels: count } = layout;
  if (!encoding.littleEndian) swapBytes(bytes, bytesPerSample(encoding.kind));
  const { samples, bitDepth } = samplesFromBytes(bytes, encoding.kind);
  // with the first axis varying fastest each colour is a plane, and pixels follow each other down the columns
  const colours = encoding.fortranOrder
    ? { width, count, stride: 1, step: width * height }
    : interleaved(count, width);
  const grey = greyOf(samples, colours, channel);
  return {
    width,
    height,
    samples: encoding.fortranOrder ? transposed(grey, width, height) : grey,
    bitDepth: count > 1 && bitDepth <= 16 ? informationBits(grey, grey.BYTES_PER_ELEMENT * 8) : bitDepth,
  };
}
