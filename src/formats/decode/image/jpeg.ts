import type { Frame } from '../../../core/field/frame.ts';
import { checkFrameSize } from '../samples/frame-size.ts';
import { greyOf, interleaved, type Channel } from '../samples/grey.ts';
import { readJpegHeader } from './jpeg-header.ts';
import { sharpPixels } from './sharp-pixels.ts';

export async function decodeJpeg(bytes: Uint8Array, channel: Channel | null = null): Promise<Frame> {
  const { width, height, components, quantisation, imageSegments } = readJpegHeader(bytes);
  checkFrameSize(width, height);
  const { data, channels } = await sharpPixels(imageSegments, {
    format: 'JPEG',
    width,
    height,
    colourspace: components === 1 ? 'b-w' : 'srgb',
  });
  const samples = greyOf(data, interleaved(channels, width), channel);
  return { width, height, samples, bitDepth: 8, ...(quantisation && { quantisation }) };
}
