import { legendreTerms } from '../../phase/legendre.ts';
import { HIGHEST_DEGREE } from '../model/light.ts';
import { emptyComplex, type Complex } from '../model/spectrum.ts';
import type { FrameWave, Sums, Terms } from './frame-wave.ts';
import { solvedFor } from './wave-sums.ts';

/** What is left, times the conjugate of the light: once for all waves. */
export function inThatLight(rest: Complex, { lit }: Sums): Complex {
  const out = emptyComplex(rest.re.length);
  for (let i = 0; i < out.re.length; i += 1) {
    const [a, b] = [rest.re[i]!, rest.im[i]!];
    const [c, d] = [lit.re[i]!, lit.im[i]!];
    out.re[i] = a * c + b * d;
    out.im[i] = b * c - a * d;
  }
  return out;
}

/**
 * The terms of the light that come nearest to what is left of a wave that nothing bends: each term is one of x by one of y, so sums along a row
 * are taken by five polynomials, and what they come to by the fifteen terms.
 * @param inLight what is left in the light of the waves
 */
export function shapeNearest(inLight: Complex, sums: Sums, wave: FrameWave): Terms {
  const { tables } = sums;
  const cols = wave.alongX.re.length;
  const rows = wave.alongY.re.length;
  const terms = legendreTerms(HIGHEST_DEGREE);
  // P_0 is 1 everywhere
  const ofX = terms.flatMap(({ a }, k) => (a === 0 ? [tables[k]!.subarray(0, cols)] : []));
  const ofY = terms.flatMap(({ b }, k) => (b === 0 ? [tables[k]!] : []));
  const out = { re: new Float64Array(terms.length), im: new Float64Array(terms.length) };
  const row = { re: new Float64Array(HIGHEST_DEGREE + 1), im: new Float64Array(HIGHEST_DEGREE + 1) };
  for (let m = 0; m < rows; m += 1) {
    sumRow(row, inLight, wave.alongX, ofX, m * cols);
    const [p, q] = [wave.alongY.re[m]!, wave.alongY.im[m]!];
    terms.forEach(({ a, b }, k) => {
      const own = ofY[a]![m * cols]!;
      out.re[k]! += own * (row.re[b]! * p + row.im[b]! * q);
      out.im[k]! += own * (row.im[b]! * p - row.re[b]! * q);
    });
  }
  return solvedFor(sums, out, terms.length);
}

/** Σ of a row times the conjugate of the wave along it, by each polynomial. */
function sumRow(
  to: Terms,
  { re, im }: Complex,
  along: Complex,
  tables: readonly Float32Array[],
  from: number,
): void {
  const [, first, second, third, fourth] = tables as [
    Float32Array,
    Float32Array,
    Float32Array,
    Float32Array,
    Float32Array,
  ];
  const { re: alongRe, im: alongIm } = along;
  let [a0, a1, a2, a3, a4] = [0, 0, 0, 0, 0];
  let [b0, b1, b2, b3, b4] = [0, 0, 0, 0, 0];
  for (let col = 0, i = from; col < alongRe.length; col += 1, i += 1) {
    const x = re[i]!;
    const y = im[i]!;
    const r = alongRe[col]!;
    const s = alongIm[col]!;
    const a = x * r + y * s;
    const b = y * r - x * s;
    const p1 = first[col]!;
    const p2 = second[col]!;
    const p3 = third[col]!;
    const p4 = fourth[col]!;
    a0 += a;
    b0 += b;
    a1 += a * p1;
    b1 += b * p1;
    a2 += a * p2;
    b2 += b * p2;
    a3 += a * p3;
    b3 += b * p3;
    a4 += a * p4;
    b4 += b * p4;
  }
  to.re.set([a0, a1, a2, a3, a4]);
  to.im.set([b0, b1, b2, b3, b4]);
}
