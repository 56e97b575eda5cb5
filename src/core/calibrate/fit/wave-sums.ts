import { solveSymmetric } from '../../fit/solve.ts';
import type { KernelExports } from '../../kernel/exports.ts';
import { legendreTerms, legendreValues } from '../../phase/legendre.ts';
import { HIGHEST_DEGREE } from '../model/light.ts';
import type { Complex } from '../model/spectrum.ts';
import type { Along, CarriedField } from '../prepare/carried-field.ts';
import { dots } from './dots.ts';
import type { FrameWave, Sums, Terms } from './frame-wave.ts';
import { rowsOf } from './wave-rows.ts';
import { besideLit, takeLitOff, type LitRest } from './lit-waves.ts';

export type Pair = readonly [x: number, y: number];
type Trigonometry = Pick<KernelExports, 'sin' | 'cos'>;

export function nothing(count: number): Terms {
  return { re: new Float64Array(count), im: new Float64Array(count) };
}

/** P P of every term of the light at every sample. */
export function tablesOf({ across, down }: CarriedField): Float32Array[] {
  const along = ({ count, step: apart, pixels }: Along) =>
    Array.from({ length: count }, (_, k) => legendreValues((2 * k * apart + 1) / pixels - 1, HIGHEST_DEGREE));
  const [px, py] = [along(across), along(down)];
  return legendreTerms(HIGHEST_DEGREE).map(({ a, b }) => {
    return Float32Array.from({ length: across.count * down.count }, (_, i) => {
      return py[Math.floor(i / across.count)]![a]! * px[i % across.count]![b]!;
    });
  });
}

/** exp(2πi f · x) along a row and along a column of samples. */
export function waveOf({ sin, cos }: Trigonometry, { across, down }: CarriedField, [fx, fy]: Pair) {
  const along = ({ count, step: apart }: Along, f: number): Complex => {
    const turns = Float64Array.from({ length: count }, (_, k) => f * k * apart);
    const angles = turns.map((t) => 2 * Math.PI * (t - Math.floor(t)));
    return { re: Float32Array.from(angles, cos), im: Float32Array.from(angles, sin) };
  };
  return { alongX: along(across, fx), alongY: along(down, fy) };
}

export function windowed({ re, im }: Complex, window: Float32Array): Complex {
  return { re: re.map((v, i) => v * window[i]!), im: im.map((v, i) => v * window[i]!) };
}

export function sumsOf(lit: Complex, tables: readonly Float32Array[]): Sums {
  const count = tables.length;
  const moments = new Float64Array(count * count);
  const square = Float64Array.from(lit.re, (re, i) => re * re + lit.im[i]! * lit.im[i]!);
  const own = new Float64Array(square.length);
  for (let k = 0; k < count; k += 1) {
    timesTable(own, square, tables[k]!);
    dots(own, tables.slice(0, k + 1)).forEach((sum, l) => {
      moments[k * count + l] = moments[l * count + k] = sum;
    });
  }
  return { tables, lit, moments };
}

function timesTable(out: Float64Array, values: Float64Array, table: Float32Array): void {
  for (let i = 0; i < values.length; i += 1) out[i] = values[i]! * table[i]!;
}

/** Σ rest · conj(light · wave) · P P of so many terms. */
function beside(rest: Complex, sums: Sums, wave: FrameWave, count: number): Terms {
  const { lit, tables } = sums;
  const out = nothing(count);
  // the first three, which most waves have, are summed along the way; P P of the first is 1
  const more = tables.slice(3, count);
  const hasMore = more.length > 0;
  const all = nothing(hasMore ? rest.re.length : 0);
  const three = nothing(3);
  const { re, im, fill } = rowsOf(lit, wave);
  const cols = re.length;
  for (let from = 0, row = 0; from < rest.re.length; from += cols, row += 1) {
    fill(row);
    if (count === 1) addEvenRow(three, rest, { re, im }, from);
    else addRow(three, rest, { re, im }, tables, from);
    if (hasMore) besideRow(rest, { re, im }, from, all);
  }
  out.re.set(three.re.subarray(0, count));
  out.im.set(three.im.subarray(0, count));
  out.re.set(dots(all.re, more), Math.min(3, count));
  out.im.set(dots(all.im, more), Math.min(3, count));
  return out;
}

/** Adds a row's part of the first three sums. */
function addRow(sums: Terms, rest: Complex, lit: Terms, tables: Sums['tables'], from: number): void {
  const [first, second] = [tables[1]!, tables[2]!];
  const { re: restRe, im: restIm } = rest;
  const { re, im } = lit;
  let [a0, a1, a2] = [sums.re[0]!, sums.re[1]!, sums.re[2]!];
  let [b0, b1, b2] = [sums.im[0]!, sums.im[1]!, sums.im[2]!];
  for (let col = 0, i = from; col < re.length; col += 1, i += 1) {
    const c = re[col]!;
    const d = im[col]!;
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
  sums.re[0] = a0;
  sums.re[1] = a1;
  sums.re[2] = a2;
  sums.im[0] = b0;
  sums.im[1] = b1;
  sums.im[2] = b2;
}

/** The same of the first sum alone. */
function addEvenRow(sums: Terms, { re: restRe, im: restIm }: Complex, { re, im }: Terms, from: number): void {
  let [a0, b0] = [sums.re[0]!, sums.im[0]!];
  for (let col = 0, i = from; col < re.length; col += 1, i += 1) {
    const c = re[col]!;
    const d = im[col]!;
    const x = restRe[i]!;
    const y = restIm[i]!;
    a0 += x * c + y * d;
    b0 += y * c - x * d;
  }
  sums.re[0] = a0;
  sums.im[0] = b0;
}

/** rest · conj(light · wave) of a row of samples. */
function besideRow({ re: restRe, im: restIm }: Complex, { re, im }: Terms, from: number, to: Terms): void {
  for (let col = 0, i = from; col < re.length; col += 1, i += 1) {
    const c = re[col]!;
    const d = im[col]!;
    const x = restRe[i]!;
    const y = restIm[i]!;
    to.re[i] = x * c + y * d;
    to.im[i] = y * c - x * d;
  }
}

/** So many terms of what is left that come nearest to a wave in this light: 1, 3 or all. */
export function nearest(rest: Complex, sums: Sums, wave: FrameWave, count: number): Terms {
  return solvedFor(sums, beside(rest, sums, wave, count), count);
}

export function solvedFor({ tables, moments }: Sums, along: Terms, count: number): Terms {
  const matrix = () =>
    Float64Array.from({ length: count * count }, (_, i) => {
      return moments[Math.floor(i / count) * tables.length + (i % count)]!;
    });
  const [re, im] = [solveSymmetric(matrix(), along.re), solveSymmetric(matrix(), along.im)];
  return re && im ? { re, im } : nothing(count);
}

/** Takes of a wave what is left of it, of up to three terms. */
export function litStep(lit: LitRest, sums: Sums, wave: FrameWave, count: number): void {
  const more = solvedFor(sums, besideLit(lit, wave, count), count);
  grow(wave, more);
  takeLitOff(lit, wave, more);
}

function grow({ own }: FrameWave, more: Terms): void {
  more.re.forEach((v, k) => {
    own.re[k]! += v;
    own.im[k]! += more.im[k]!;
  });
}

export function strengthOf({ own: { re, im } }: FrameWave): number {
  return re[0]! * re[0]! + im[0]! * im[0]!;
}

/** Of a wave's terms over its first one: the real part is a share of the amplitude, the imaginary one an angle. */
export function relative(wave: FrameWave, { re, im }: Terms): Terms {
  const [c, d] = [wave.own.re[0]!, wave.own.im[0]!];
  const square = strengthOf(wave);
  return {
    re: re.map((v, k) => (v * c + im[k]! * d) / square),
    im: im.map((v, k) => (v * c - re[k]! * d) / square),
  };
}

export function sumOf({ re, im }: Terms, own: Terms): Terms {
  return { re: re.map((v, k) => v + (own.re[k] ?? 0)), im: im.map((v, k) => v + (own.im[k] ?? 0)) };
}
