import type { Complex } from '../model/spectrum.ts';
import type { FrameWave, Sums, Terms } from './frame-wave.ts';

/*
 * Sums over a frame with a wave that nothing bends, in one go: there are hundreds of waves in a frame, and each is summed in every round. By
 * rows, as where a wave is bent, a grid of a megapixel takes a tenth longer. What is summed in which order is the same.
 */

/** Takes (Σ by P) · light · wave off what is left, of up to three terms. */
export function takeStraightOff(
  rest: Complex,
  { lit, tables }: Sums,
  { alongX, alongY }: FrameWave,
  own: Terms,
): void {
  const { re: xRe, im: xIm } = alongX;
  const { re: litRe, im: litIm } = lit;
  const { re: restRe, im: restIm } = rest;
  const [first, second] = [tables[1]!, tables[2]!];
  const [a0, a1, a2] = [own.re[0]!, own.re[1] ?? 0, own.re[2] ?? 0];
  const [b0, b1, b2] = [own.im[0]!, own.im[1] ?? 0, own.im[2] ?? 0];
  const cols = xRe.length;
  for (let row = 0, i = 0; row < alongY.re.length; row += 1) {
    const p = alongY.re[row]!;
    const q = alongY.im[row]!;
    for (let col = 0; col < cols; col += 1, i += 1) {
      const r = xRe[col]!;
      const s = xIm[col]!;
      const k = litRe[i]!;
      const l = litIm[i]!;
      const x = p * r - q * s;
      const y = p * s + q * r;
      const c = x * k - y * l;
      const d = x * l + y * k;
      const u = first[i]!;
      const v = second[i]!;
      const a = a0 + a1 * u + a2 * v;
      const b = b0 + b1 * u + b2 * v;
      restRe[i]! -= c * a - d * b;
      restIm[i]! -= c * b + d * a;
    }
  }
}

/** Σ rest · conj(light · wave) times 1, x and y: so many of these. */
export function besideStraight(
  rest: Complex,
  { lit, tables }: Sums,
  { alongX, alongY }: FrameWave,
  count: number,
): Terms {
  const { re: xRe, im: xIm } = alongX;
  const { re: litRe, im: litIm } = lit;
  const { re: restRe, im: restIm } = rest;
  const [first, second] = [tables[1]!, tables[2]!];
  const cols = xRe.length;
  let [a0, a1, a2] = [0, 0, 0];
  let [b0, b1, b2] = [0, 0, 0];
  for (let row = 0, i = 0; row < alongY.re.length; row += 1) {
    const p = alongY.re[row]!;
    const q = alongY.im[row]!;
    for (let col = 0; col < cols; col += 1, i += 1) {
      const r = xRe[col]!;
      const s = xIm[col]!;
      const k = litRe[i]!;
      const l = litIm[i]!;
      const m = p * r - q * s;
      const n = p * s + q * r;
      const c = m * k - n * l;
      const d = m * l + n * k;
      const x = restRe[i]!;
      const y = restIm[i]!;
      const a = x * c + y * d;
      const b = y * c - x * d;
      const u = first[i]!;
      const v = second[i]!;
      a0 += a;
      b0 += b;
      a1 += a * u;
      b1 += b * u;
      a2 += a * v;
      b2 += b * v;
    }
  }
  return { re: Float64Array.of(a0, a1, a2).slice(0, count), im: Float64Array.of(b0, b1, b2).slice(0, count) };
}
