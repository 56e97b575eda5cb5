import type { Complex } from '../model/spectrum.ts';
import type { FrameWave } from './frame-wave.ts';

/** Light · wave, a row of samples at a time. */
interface WaveRows {
  readonly re: Float64Array;
  readonly im: Float64Array;
  readonly fill: (row: number) => void;
}

export function rowsOf({ re: litRe, im: litIm }: Complex, { alongX, alongY }: FrameWave): WaveRows {
  const { re: xRe, im: xIm } = alongX;
  const cols = xRe.length;
  const [re, im] = [new Float64Array(cols), new Float64Array(cols)];
  const fill = (row: number) => {
    const p = alongY.re[row]!;
    const q = alongY.im[row]!;
    for (let col = 0, i = row * cols; col < cols; col += 1, i += 1) {
      const r = xRe[col]!;
      const s = xIm[col]!;
      const c = p * r - q * s;
      const d = p * s + q * r;
      re[col] = c * litRe[i]! - d * litIm[i]!;
      im[col] = c * litIm[i]! + d * litRe[i]!;
    }
  };
  return { re, im, fill };
}
