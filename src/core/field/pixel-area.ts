import type { KernelExports } from '../kernel/exports.ts';

/**
 * What a pixel sees of a fringe, along one axis: it collects light over its whole side, and so weighs a frequency f (cycles per
 * pixel) with sin(πf)/(πf) (Boreman, Modulation Transfer Function in Optical and Electro-Optical Systems, 2001, 2.2), here
 * over what it sees of the carrier's own.
 * @param offset from the carrier; what lies farther than `within` is weighed as there
 */
export function seenByPixel(
  carrier: number,
  offset: number,
  within: number,
  sin: KernelExports['sin'],
): number {
  const frequency = carrier + Math.min(within, Math.max(-within, offset));
  return sinc(frequency, sin) / sinc(carrier, sin);
}

/** What pixels see of each frequency of a spectrum along one axis, over what they see of the carrier's. */
export function seenAlong(
  carrier: number,
  count: number,
  full: number,
  sin: KernelExports['sin'],
): Float64Array {
  return Float64Array.from({ length: count }, (_, k) => {
    const frequency = (k > count >> 1 ? k - count : k) / full;
    return sinc(frequency, sin) / sinc(carrier, sin);
  });
}

function sinc(t: number, sin: KernelExports['sin']): number {
  return t === 0 ? 1 : sin(Math.PI * t) / (Math.PI * t);
}
