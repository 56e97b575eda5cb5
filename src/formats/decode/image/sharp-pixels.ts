import { limits } from '../../../core/limits/limits.ts';
import { tookTooLong, unreadable } from '../samples/refusals.ts';

/**
 * Native code can’t be stopped from outside: it looks at the clock itself. Frames of the largest size take 2 s, and on a
 * machine where thirty want each core as long as this.
 */
const TIMEOUT_S = 60;

export interface Pixels {
  readonly data: Uint8Array | Uint16Array;
  readonly channels: number;
}

/** It is loaded with the first file that needs it: with the native code behind it, that takes as long as a frame. */
async function loadSharp() {
  const { default: sharp } = await import('sharp');
  // uploads are seen once: a cache would only keep their bytes alive
  sharp.cache(false);
  return sharp;
}

/** Decodes a PNG or JPEG of one frame to interleaved samples exactly as stored: no profile, gamma or rotation. */
export async function sharpPixels(
  bytes: Uint8Array,
  expected: {
    format: string;
    width: number;
    height: number;
    colourspace: 'b-w' | 'srgb' | 'grey16' | 'rgb16';
  },
): Promise<Pixels> {
  const depth = expected.colourspace.endsWith('16') ? 'ushort' : 'uchar';
  const sharp = await loadSharp();
  const pixels = sharp(bytes, {
    limitInputPixels: limits.frame_side_px.max * limits.frame_side_px.max,
    failOn: 'warning',
    ignoreIcc: true,
    autoOrient: false,
  })
    .toColourspace(expected.colourspace)
    .raw({ depth })
    .timeout({ seconds: TIMEOUT_S });
  const { data, info } = await pixels.toBuffer({ resolveWithObject: true }).catch((cause: Error) => {
    if (/timeout/i.test(cause.message)) throw tookTooLong(TIMEOUT_S, 'clock');
    throw unreadable(`The ${expected.format} data is damaged or cut short. Export or upload the file again.`);
  });
  if (info.width !== expected.width || info.height !== expected.height) {
    throw unreadable(`The ${expected.format} decodes to another size than its header states.`);
  }
  return { data: depth === 'ushort' ? asUint16(data) : asUint8(data), channels: info.channels };
}

function asUint8(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length);
}

function asUint16(bytes: Uint8Array): Uint16Array {
  const aligned = bytes.byteOffset % 2 === 0 ? bytes : asUint8(bytes).slice();
  return new Uint16Array(aligned.buffer, aligned.byteOffset, aligned.length / 2);
}
