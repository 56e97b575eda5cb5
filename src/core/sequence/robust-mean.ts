import { floatsIn } from '../kernel/complex-layout.ts';
import type { Kernels } from '../kernel/kernels.ts';
import type { ComplexPlane } from '../kernel/plane.ts';

/** Variance of the median of n normal deviates over that of one (Hodges & Lehmann 1967, by quadrature). */
const MEDIAN_VARIANCE: Readonly<Record<number, number>> = {
  1: 1,
  3: 0.4487,
  5: 0.2868,
  7: 0.2104,
  9: 0.1661,
};

/**
 * The median of each sample's real and of its imaginary part, into the first of the planes: what moves in fewer than half
 * of them leaves no trace.
 * @param planes an odd number of one shape
 * @returns the noise's variance over that of one plane
 */
export function robustMean(kernels: Kernels, planes: readonly ComplexPlane[]): number {
  const share = MEDIAN_VARIANCE[planes.length];
  if (share === undefined) throw new RangeError('a median is of an odd number of planes, 9 at most');
  const values = planes.map((plane) => kernels.floats(plane.ptr, floatsIn(plane)));
  const [into] = values as [Float32Array];
  const sorted = new Float64Array(planes.length);
  const middle = planes.length >> 1;
  for (let i = 0; i < into.length; i++) {
    for (let k = 0; k < sorted.length; k++) {
      const value = values[k]![i]!;
      let at = k;
      for (; at > 0 && sorted[at - 1]! > value; at--) sorted[at] = sorted[at - 1]!;
      sorted[at] = value;
    }
    into[i] = sorted[middle]!;
  }
  return share;
}
