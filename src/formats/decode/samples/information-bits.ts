import type { Samples } from '../../../core/field/frame.ts';

const cameraDepths = [8, 10, 12, 14];

/**
 * How many bits of unsigned integer samples carry information. Cameras of 10, 12 or 14 bits write 16-bit files,
 * some with the value in the low bits, some shifted to the top; the bits that are never set tell which.
 * The samples themselves stay as the file has them, so a hologram and its background keep one scale.
 */
export function informationBits(samples: Samples, containerBits: number): number {
  const used = samples instanceof Uint16Array ? usedOf16(samples) : usedOf(samples);
  if (used === 0 || used < 0 || containerBits <= 8) return containerBits;
  if (used > 0xffff) return 32;
  const lowBits = cameraDepths.find((bits) => used < 2 ** bits);
  if (lowBits !== undefined) return lowBits;
  const shifted = cameraDepths.find((bits) => used % 2 ** (16 - bits) === 0);
  return containerBits === 16 && shifted !== undefined ? shifted : 16;
}

function usedOf(samples: Samples): number {
  let used = 0;
  for (let i = 0; i < samples.length; i++) used |= samples[i]!;
  return used;
}

/** Two samples in each word, and words that don't wait for one another: frames of a camera come by the second. */
function usedOf16(samples: Uint16Array): number {
  const pairs = samples.byteOffset % 4 === 0 ? samples.length >> 1 : 0;
  const words = new Uint32Array(samples.buffer, pairs > 0 ? samples.byteOffset : 0, pairs);
  let [a, b, c, d] = [0, 0, 0, 0];
  const fours = words.length & ~3;
  for (let i = 0; i < fours; i += 4) {
    a |= words[i]!;
    b |= words[i + 1]!;
    c |= words[i + 2]!;
    d |= words[i + 3]!;
  }
  for (let i = fours; i < words.length; i++) a |= words[i]!;
  const all = a | b | c | d;
  let used = (all & 0xffff) | (all >>> 16);
  for (let i = 2 * pairs; i < samples.length; i++) used |= samples[i]!;
  return used;
}
