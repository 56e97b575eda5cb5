import type { Complex } from './spectrum.ts';

/** A canvas, and how far from its rim what is drawn on it fades: cells. */
export interface Around {
  readonly rows: number;
  readonly cols: number;
  /** no more than lies around a frame; 0: not at all */
  readonly fade: number;
}

/**
 * Lets what is drawn go over into its mean at the rim, smoothly: a canvas repeats itself,
 * and at the seam a pattern has a step that rings through the whole frame (0.5 % of the light a hundred pixels away).
 * In place.
 */
export function soften(wave: Complex, around: Around, cos: (angle: number) => number): Complex {
  const { rows, cols, fade } = around;
  if (fade === 0) return wave;
  const across = fading(cols, fade, cos);
  const down = fading(rows, fade, cos);
  // of what is kept nothing is lost
  const [inner, outer] = [across.indexOf(1), across.lastIndexOf(1) + 1];
  const [all, sides] = [
    [{ from: 0, to: cols }],
    [
      { from: 0, to: inner },
      { from: outer, to: cols },
    ],
  ];
  const fadingOf = (row: number) => (down[row] === 1 && inner >= 0 ? sides : all);
  // where nearly nothing is kept
  let [re, im, total] = [0, 0, 0];
  for (let row = 0; row < rows; row += 1) {
    for (const { from, to } of fadingOf(row)) {
      for (let col = from, i = row * cols + from; col < to; col += 1, i += 1) {
        const lost = 1 - across[col]! * down[row]!;
        re += lost * wave.re[i]!;
        im += lost * wave.im[i]!;
        total += lost;
      }
    }
  }
  if (total === 0) return wave;
  const [meanRe, meanIm] = [re / total, im / total];
  for (let row = 0; row < rows; row += 1) {
    for (const { from, to } of fadingOf(row)) {
      for (let col = from, i = row * cols + from; col < to; col += 1, i += 1) {
        const kept = across[col]! * down[row]!;
        if (kept === 1) continue;
        wave.re[i] = meanRe + kept * (wave.re[i]! - meanRe);
        wave.im[i] = meanIm + kept * (wave.im[i]! - meanIm);
      }
    }
  }
  return wave;
}

/** 1 over the inner cells of a line, falling to 0 over `fade` of them at either end. */
export function fading(count: number, fade: number, cos: (angle: number) => number): Float64Array {
  return Float64Array.from({ length: count }, (_, k) => {
    const kept = Math.min(k + 0.5, count - k - 0.5) / fade;
    return kept < 1 ? 0.5 - 0.5 * cos(Math.PI * kept) : 1;
  });
}
