import type { Samples } from '../../../core/field/frame.ts';

const cameraDepths = [8, 10, 12, 14];

/**
 * How many bits of unsigned integer samples carry information. Cameras of 10, 12 or 14 bits write 16-bit files,
 * some with the value in the low bits, some shifted to the top; the bits that are never set tell which.
 * The samples themselves stay as the file has them, so a hologram and its background keep one scale.
 */
export function informationBits(samples: Samples, containerBits: number): number {
  let used = 0;
  for (let i = 0; i < samples.length; i++) used |= samples[i]!;
  if (used === 0 || used < 0 || containerBits <= 8) return containerBits;
  if (used > 0xffff) return 32;
  const lowBits = cameraDepths.find((bits) => used < 2 ** bits);
  if (lowBits !== undefined) return lowBits;
  const shifted = cameraDepths.find((bits) => used % 2 ** (16 - bits) === 0);
  return containerBits === 16 && shifted !== undefined ? shifted : 16;
}
