import type { Frame } from '../../../core/field/frame.ts';
import { transposed } from './array-shape.ts';
import type { FrameLayout } from './array-shape.ts';
import { greyOf } from '../samples/grey.ts';
import { informationBits } from '../samples/information-bits.ts';
import { bytesPerSample, samplesFromBytes, swapBytes } from '../samples/numeric-samples.ts';
import type { SampleKind } from '../samples/numeric-samples.ts';
import { unsupported } from '../samples/refusals.ts';

export interface ArrayEncoding {
  readonly kind: SampleKind;
  readonly littleEndian: boolean;
  /** the first axis varies fastest */
  readonly fortranOrder: boolean;
}

/** The bytes of an array to a frame. The bytes are taken over: they must be aligned to 8 and nobody else's. */
export function arrayFrame(bytes: Uint8Array, layout: FrameLayout, encoding: ArrayEncoding): Frame {
  const { width, height, channels } = layout;
  if (!encoding.littleEndian) swapBytes(bytes, bytesPerSample(encoding.kind));
  const { samples, bitDepth } = samplesFromBytes(bytes, encoding.kind);
  if (channels > 1) {
    if (encoding.fortranOrder || !(samples instanceof Uint8Array || samples instanceof Uint16Array)) {
      throw unsupported(`The array has ${channels} colour channels. Save the one that holds the hologram.`);
    }
    const grey = greyOf(samples, channels, width);
    return { width, height, samples: grey, bitDepth: informationBits(grey, grey.BYTES_PER_ELEMENT * 8) };
  }
  return {
    width,
    height,
    samples: encoding.fortranOrder ? transposed(samples, width, height) : samples,
    bitDepth,
  };
}
