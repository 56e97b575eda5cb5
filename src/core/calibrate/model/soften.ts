import type { Complex } from './spectrum.ts';

/** A canvas, and how much of it lies before a frame and after it, cells. */
export interface Around {
  readonly rows: number;
  readonly cols: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Share of a margin, from the frame on, that stays as it is drawn. */
const KEPT = 0.5;

/**
 * Lets what is drawn go over into its mean at the rim, smoothly, over the outer half of its margin: a canvas repeats itself,
 * and at the seam a pattern has a step that rings through the whole frame (0.5 % of the light a hundred pixels away).
 * In place.
 */
export function soften(wave: Complex, around: Around, cos: (angle: number) => number): Complex {
  const { rows, cols, left, right, top, bottom } = around;
  const across = fade(cols, left, right, cos);
  const down = fade(rows, top, bottom, cos);
  // where nearly nothing is kept
  let [re, im, total] = [0, 0, 0];
  for (let row = 0, i = 0; row < rows; row += 1) {
    for (let col = 0; col < cols; col += 1, i += 1) {
      const lost = 1 - across[col]! * down[row]!;
      re += lost * wave.re[i]!;
      im += lost * wave.im[i]!;
      total += lost;
    }
  }
  if (total === 0) return wave;
  const [meanRe, meanIm] = [re / total, im / total];
  for (let row = 0, i = 0; row < rows; row += 1) {
    for (let col = 0; col < cols; col += 1, i += 1) {
      const kept = across[col]! * down[row]!;
      if (kept === 1) continue;
      wave.re[i] = meanRe + kept * (wave.re[i]! - meanRe);
      wave.im[i] = meanIm + kept * (wave.im[i]! - meanIm);
    }
  }
  return wave;
}

/** 1 over the frame and the inner part of its margin, falling to 0 at either end. */
function fade(count: number, before: number, after: number, cos: (angle: number) => number): Float64Array {
  return Float64Array.from({ length: count }, (_, k) => {
    const out = Math.max((before - k - 0.5) / before, (k + 0.5 - (count - after)) / after);
    const share = (out - KEPT) / (1 - KEPT);
    return share > 0 ? 0.5 + 0.5 * cos(Math.PI * Math.min(1, share)) : 1;
  });
}
