import type { Frame } from '../../../core/field/frame.ts';
import { readPngHeader } from './png-header.ts';
import type { PngHeader } from './png-header.ts';
import { checkFrameSize } from '../samples/frame-size.ts';
import { greyOf, interleaved, type Channel } from '../samples/grey.ts';
import { informationBits } from '../samples/information-bits.ts';
import { unsupported } from '../samples/refusals.ts';
import { sharpPixels } from './sharp-pixels.ts';

export async function decodePng(bytes: Uint8Array, channel: Channel | null = null): Promise<Frame> {
  const header = readPngHeader(bytes);
  const { width, height } = header;
  checkFrameSize(width, height);
  if (header.frames > 1) {
    throw unsupported(`The file is an animated PNG of ${header.frames} frames; one frame is read.`);
  }
  const { data, channels } = await sharpPixels(header.pixelChunks, {
    format: 'PNG',
    width,
    height,
    colourspace: colourspaceOf(header),
  });
  const grey = greyOf(data, interleaved(channels, width), channel);
  if (header.colour === 'grey' && header.depth < 8) unscale(grey, header.depth);
  return { width, height, samples: grey, bitDepth: bitDepthOf(header, grey) };
}

function colourspaceOf(header: PngHeader): 'b-w' | 'srgb' | 'grey16' | 'rgb16' {
  // The 8-bit grey space would drop an alpha channel unseen.
  const grey = header.colour === 'grey' && !header.alpha;
  if (header.depth === 16) return grey ? 'grey16' : 'rgb16';
  return grey ? 'b-w' : 'srgb';
}

/** The decoder stretches samples of 1, 2 and 4 bits to 0…255. */
function unscale(samples: Uint8Array | Uint16Array, depth: number): void {
  const step = 255 / (2 ** depth - 1);
  for (let i = 0; i < samples.length; i++) samples[i] = samples[i]! / step;
}

function bitDepthOf(header: PngHeader, samples: Uint8Array | Uint16Array): number {
  if (header.colour === 'palette') return 8;
  return header.significantBits ?? informationBits(samples, header.depth);
}
