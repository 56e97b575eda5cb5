import { solveSymmetric } from '../../fit/solve.ts';
import type { KernelExports } from '../../kernel/exports.ts';
import { legendreTerms, legendreValues } from '../../phase/legendre.ts';
import { HIGHEST_DEGREE } from '../model/light.ts';
import type { Complex } from '../model/spectrum.ts';
import type { Along, CarriedField } from '../prepare/carried-field.ts';

export type Pair = readonly [x: number, y: number];
type Trigonometry = Pick<KernelExports, 'sin' | 'cos'>;

/** A wave over the samples of a frame, and how much of it there is. */
export interface FrameWave {
  readonly alongX: Complex;
  readonly alongY: Complex;
  /** what it is multiplied by where a lens moves things; null: nothing */
  readonly bent: Complex | null;
  /** real and imaginary part of each term */
  readonly own: { readonly re: Float64Array; readonly im: Float64Array };
}

export type Terms = FrameWave['own'];

/** By how many camera pixels what is seen at each sample lies off from where it belongs. */
export interface Moves {
  readonly x: Float64Array;
  readonly y: Float64Array;
}

/** What stays the same from one wave to the next. */
export interface Sums {
  readonly tables: readonly Float32Array[];
  /** light over the frame, and Σ |light|² P P of all terms */
  readonly lit: Complex;
  readonly moments: Float64Array;
}

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

/** What a wave is multiplied by where things lie off from where they belong. */
export function bentBy({ sin, cos }: Trigonometry, [fx, fy]: Pair, { x, y }: Moves): Complex {
  const turns = x.map((move, i) => fx * move + fy * y[i]!);
  const angles = turns.map((t) => 2 * Math.PI * (Math.floor(t) - t));
  return { re: Float32Array.from(angles, cos), im: Float32Array.from(angles, sin) };
}

export function windowed({ re, im }: Complex, window: Float32Array): Complex {
  return { re: re.map((v, i) => v * window[i]!), im: im.map((v, i) => v * window[i]!) };
}

export function sumsOf(lit: Complex, tables: readonly Float32Array[]): Sums {
  const count = tables.length;
  const moments = new Float64Array(count * count);
  for (let i = 0; i < lit.re.length; i += 1) {
    const w = lit.re[i]! * lit.re[i]! + lit.im[i]! * lit.im[i]!;
    for (let k = 0; k < count; k += 1) {
      const own = w * tables[k]![i]!;
      for (let l = 0; l <= k; l += 1) moments[k * count + l]! += own * tables[l]![i]!;
    }
  }
  for (let k = 0; k < count; k += 1)
    for (let l = 0; l < k; l += 1) moments[l * count + k] = moments[k * count + l]!;
  return { tables, lit, moments };
}

/** Takes (Σ by P) · light · wave off what is left: its own terms at most. */
export function takeOff(rest: Complex, { lit, tables }: Sums, wave: FrameWave, own: Terms): void {
  const { alongX, alongY, bent } = wave;
  const [a0, a1, a2] = [own.re[0]!, own.re[1] ?? 0, own.re[2] ?? 0];
  const [b0, b1, b2] = [own.im[0]!, own.im[1] ?? 0, own.im[2] ?? 0];
  const [first, second] = [tables[1]!, tables[2]!];
  const [cols, rows] = [alongX.re.length, alongY.re.length];
  for (let row = 0, i = 0; row < rows; row += 1) {
    const [p, q] = [alongY.re[row]!, alongY.im[row]!];
    for (let col = 0; col < cols; col += 1, i += 1) {
      const r = alongX.re[col]!;
      const s = alongX.im[col]!;
      let c = p * r - q * s;
      let d = p * s + q * r;
      if (bent) {
        const straight = c;
        c = straight * bent.re[i]! - d * bent.im[i]!;
        d = straight * bent.im[i]! + d * bent.re[i]!;
      }
      const x = lit.re[i]!;
      const y = lit.im[i]!;
      const re = c * x - d * y;
      const im = c * y + d * x;
      const a = a0 + a1 * first[i]! + a2 * second[i]!;
      const b = b0 + b1 * first[i]! + b2 * second[i]!;
      rest.re[i]! -= re * a - im * b;
      rest.im[i]! -= re * b + im * a;
    }
  }
}

/** rest · conj(light · wave) at every sample. */
function beside(rest: Complex, { lit }: Sums, wave: FrameWave): Terms {
  const { alongX, alongY, bent } = wave;
  const out = nothing(rest.re.length);
  const [cols, rows] = [alongX.re.length, alongY.re.length];
  for (let row = 0, i = 0; row < rows; row += 1) {
    const [p, q] = [alongY.re[row]!, alongY.im[row]!];
    for (let col = 0; col < cols; col += 1, i += 1) {
      const r = alongX.re[col]!;
      const s = alongX.im[col]!;
      let c = p * r - q * s;
      let d = p * s + q * r;
      if (bent) {
        const straight = c;
        c = straight * bent.re[i]! - d * bent.im[i]!;
        d = straight * bent.im[i]! + d * bent.re[i]!;
      }
      const re = c * lit.re[i]! - d * lit.im[i]!;
      const im = c * lit.im[i]! + d * lit.re[i]!;
      out.re[i] = rest.re[i]! * re + rest.im[i]! * im;
      out.im[i] = rest.im[i]! * re - rest.re[i]! * im;
    }
  }
  return out;
}

function dot(values: Float64Array, table: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < values.length; i += 1) sum += values[i]! * table[i]!;
  return sum;
}

/** So many terms of what is left that come nearest to a wave in this light. */
export function nearest(rest: Complex, sums: Sums, wave: FrameWave, count: number): Terms {
  const { tables, moments } = sums;
  const along = beside(rest, sums, wave);
  const matrix = () =>
    Float64Array.from({ length: count * count }, (_, i) => {
      return moments[Math.floor(i / count) * tables.length + (i % count)]!;
    });
  const solved = (part: Float64Array) =>
    solveSymmetric(
      matrix(),
      Float64Array.from({ length: count }, (_, k) => dot(part, tables[k]!)),
    );
  const [re, im] = [solved(along.re), solved(along.im)];
  return re && im ? { re, im } : nothing(count);
}

/** Takes of a wave what is left of it. */
export function step(rest: Complex, sums: Sums, wave: FrameWave, count: number): void {
  const more = nearest(rest, sums, wave, count);
  for (let k = 0; k < count; k += 1) {
    wave.own.re[k]! += more.re[k]!;
    wave.own.im[k]! += more.im[k]!;
  }
  takeOff(rest, sums, wave, more);
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
