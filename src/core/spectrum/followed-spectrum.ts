import { floatsIn, floatsPerRow, inRow, TO_IMAGINARY } from '../kernel/complex-layout.ts';
import type { Kernels } from '../kernel/kernels.ts';
import type { ComplexPlane } from '../kernel/plane.ts';

/** Frequencies of fewer Fourier pixels belong to uneven light: the lobes of its slowest terms reach two far. */
const LEAST_BINS = 2.5;

interface Followed {
  readonly slope: number;
  /** how well it is known from what is left */
  readonly error: number;
  /** Σ|other|² */
  readonly own: number;
}

/** Whether frequencies are left between those of uneven light and `most`, cycles/px. */
export function leastFrequency(full: { readonly fullRows: number; readonly fullCols: number }): number {
  return LEAST_BINS / Math.min(full.fullRows, full.fullCols);
}

/**
 * By how much of another plane's spectrum that of a first one follows it, between the frequencies of uneven light and `most` (cycles/px).
 * The error is what is left, as it is (White, Econometrica 48, 817 (1980), doi:10.2307/1912934: a few loud frequencies count as those).
 * @param both the transform of the first plane, real, and of the other one, imaginary: the even and the odd part of it
 */
export function followedSpectrum(
  kernels: Kernels,
  both: ComplexPlane,
  { fullRows, fullCols }: { readonly fullRows: number; readonly fullCols: number },
  most: number,
): Followed {
  const least = leastFrequency({ fullRows, fullCols });
  const { rows, cols } = both;
  const pitch = floatsPerRow(both);
  const spectrum = kernels.floats(both.ptr, floatsIn(both));
  const pairs: number[] = [];
  let [across, own] = [0, 0];
  for (let v = -Math.floor(most * fullRows); v <= most * fullRows; v++)
    for (let u = 0; u <= most * fullCols; u++) {
      const [fy, fx] = [v / fullRows, u / fullCols];
      const f2 = fx * fx + fy * fy;
      if (f2 > most * most || f2 < least * least) continue;
      const at = (v < 0 ? v + rows : v) * pitch + inRow(u);
      const back = (v > 0 ? rows - v : -v) * pitch + inRow(u === 0 ? 0 : cols - u);
      const [pr, pi] = [spectrum[at]!, spectrum[at + TO_IMAGINARY]!];
      const [qr, qi] = [spectrum[back]!, spectrum[back + TO_IMAGINARY]!];
      const [ar, ai, br, bi] = [(pr + qr) / 2, (pi - qi) / 2, (pi + qi) / 2, (qr - pr) / 2];
      pairs.push(ar, ai, br, bi);
      across += ar * br + ai * bi;
      own += br * br + bi * bi;
    }
  const slope = across / own;
  let left = 0;
  for (let k = 0; k < pairs.length; k += 4) {
    const [ar, ai, br, bi] = [pairs[k]!, pairs[k + 1]!, pairs[k + 2]!, pairs[k + 3]!];
    const along = (ar - slope * br) * br + (ai - slope * bi) * bi;
    left += along * along;
  }
  return { slope, error: Math.sqrt(left) / own, own };
}
