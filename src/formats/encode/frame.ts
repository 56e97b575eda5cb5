import sharp from 'sharp';
import type { Frame } from '../../core/field/frame.ts';
import type { EncodedFile } from './encoded-file.ts';
import { encodeNpyArray } from './npy-array.ts';
import { encodeTiff } from './tiff.ts';

export const frameFormats = ['png', 'tif', 'npy'] as const;
export type FrameFormat = (typeof frameFormats)[number];

/**
 * Camera samples as a file that holds exactly them: 8 or 16 bits a pixel; float32 samples as NPY or TIFF only.
 * @param pitch_um written into float TIFFs as their pixel size
 */
export async function encodeFrame(frame: Frame, format: FrameFormat, pitch_um: number): Promise<EncodedFile> {
  const { width, height, samples } = frame;
  if (format === 'npy') return encodeNpyArray(samples, [height, width]);
  if (samples instanceof Float32Array && format === 'tif') {
    return encodeTiff({ rows: height, cols: width, data: samples }, floatOptions(samples, pitch_um));
  }
  if (!(samples instanceof Uint8Array || samples instanceof Uint16Array)) {
    throw new TypeError(`a frame of ${samples.constructor.name} has no ${format} form`);
  }
  // The array itself, not its bytes: from bytes, sharp takes 16-bit samples for 8-bit colours.
  const image = sharp(samples, { raw: { width, height, channels: 1 } });
  const grey = image.toColourspace(samples instanceof Uint8Array ? 'b-w' : 'grey16');
  const encoded = format === 'png' ? grey.png({ compressionLevel: 9 }) : grey.tiff({ compression: 'none' });
  return [await encoded.toBuffer()];
}

/** Frames of one size and kind as one NPY array of (frames, rows, columns). */
export function encodeStack(frames: readonly Frame[]): EncodedFile {
  const { width, height, samples } = frames[0]!;
  const all = samples.constructor as new (length: number) => typeof samples;
  const stack = new all(frames.length * samples.length);
  for (const [k, frame] of frames.entries()) stack.set(frame.samples, k * samples.length);
  return encodeNpyArray(stack, [frames.length, height, width]);
}

function floatOptions(samples: Float32Array, pitch_um: number) {
  let [min, max] = [Infinity, -Infinity];
  for (const value of samples) {
    if (value < min) min = value;
    if (value > max) max = value;
  }
  return { pixelSizeUm: { x: pitch_um, y: pitch_um }, display: { min, max }, valueUnit: 'electrons' };
}
