import { solveSymmetric } from '../../fit/solve.ts';
import type { KernelExports } from '../../kernel/exports.ts';
import { legendreTerms, legendreValues } from '../../phase/legendre.ts';
import { HIGHEST_DEGREE, lightField, type Light } from '../model/light.ts';
import type { Complex } from '../model/spectrum.ts';
import type { Along, CarriedField } from '../prepare/carried-field.ts';

export type Pair = readonly [x: number, y: number];
type Wasm = Pick<KernelExports, 'sin' | 'cos' | 'exp' | 'atan2'>;

/** A wave that a lattice sends: cycles per camera pixel, and which others go as far aside. */
export interface Order {
  readonly f: Pair;
  readonly shell: number;
}

/** What is found of an order over a frame, x and y from −1 to 1 over it, beside the light that all orders share. */
export interface FoundOrder extends Order {
  /** share by which its amplitude rises, and rad by which its phase does, per unit of x and of y */
  readonly amplitude: Pair;
  readonly phase: Pair;
  /** one σ of each by noise */
  readonly noise: number;
  /** rad, at the frame's middle beside 2π f · x from the first pixel's on, and one σ of it by noise */
  readonly angle: number;
  readonly angleNoise: number;
}

/** With its own shape. */
export interface ShapedOrder extends FoundOrder {
  /** all that is seen of it beside that light, by each of the light's terms, the first being 1; and one σ of each part by noise */
  readonly shape: { readonly re: Float64Array; readonly im: Float64Array };
  readonly shapeNoise: Float64Array;
}

/** Each leaves a tenth or less of what orders take of each other; at most. */
const ROUNDS = 6;
/** Of what noise makes of an order's slope: a round that moves none by more is the last. */
const ENOUGH = 0.1;
/** Variances of noise in the strength of a wave below which it takes nothing of others. */
const NOTHING = 1;
/** An order's own terms: 1, x and y. */
const OWN = 3;

interface Wave extends Order {
  readonly alongX: Complex;
  readonly alongY: Complex;
  /** real and imaginary part of each term */
  readonly own: { readonly re: Float64Array; readonly im: Float64Array };
}

type Terms = Wave['own'];

/** What stays the same from one wave to the next. */
interface Sums {
  readonly tables: readonly Float32Array[];
  /** light over the frame, and Σ |light|² P P of all terms */
  readonly lit: Complex;
  readonly moments: Float64Array;
}

/**
 * The waves of a lattice in a field, each with an amplitude and a slope of its own, in light that all of them share.
 * What else there is of waves is taken off along with them: `beats` have one amplitude over the frame.
 */
export function orderWaves(
  wasm: Wasm,
  carried: CarriedField,
  orders: readonly Order[],
  beats: readonly Pair[],
  from: Light,
): ShapedOrder[] {
  const tables = tablesOf(carried);
  const asWave = (order: Order): Wave => ({ ...order, ...waveOf(wasm, carried, order.f), own: nothing(OWN) });
  let waves = orders.map(asWave);
  let others = beats.map((f) => asWave({ f, shell: 0 }));
  const even = sumsOf({ re: carried.window, im: new Float32Array(carried.window.length) }, tables);
  let light = from;
  let strongest = waves[0]!;
  let found: ShapedOrder[] = [];
  let last = Infinity;
  for (let round = 0; round < ROUNDS; round += 1) {
    const sums = sumsOf(windowed(lightField(light, tables, wasm), carried.window), tables);
    const rest: Complex = { re: carried.field.re.slice(), im: carried.field.im.slice() };
    if (round > 0) {
      for (const wave of waves) takeOff(rest, sums, wave, wave.own);
      for (const wave of others) takeOff(rest, even, wave, wave.own);
    }
    for (const wave of waves) step(rest, sums, wave, wave === strongest || round === 0 ? 1 : OWN);
    for (const wave of others) step(rest, even, wave, 1);
    if (round === 0) strongest = waves.reduce((a, b) => (strengthOf(b) > strengthOf(a) ? b : a));
    light = relit(rest, sums, strongest, light);
    const noise = noiseOf(rest, carried);
    const before = found;
    found = waves.map((wave) => foundOf(wave, nearest(rest, sums, wave, tables.length), sums, noise, wasm));
    // until the light is found, most of what is left is not noise
    const isLit = Math.abs(noise - last) < ENOUGH * last;
    last = noise;
    if (!isLit) continue;
    if (isSettled(before, found)) break;
    waves = waves.filter((wave) => isThere(wave, sums, noise));
    others = others.filter((wave) => isThere(wave, even, noise));
  }
  return found;
}

function isThere(wave: Wave, { moments }: Sums, noise: number): boolean {
  return strengthOf(wave) * moments[0]! > NOTHING * noise;
}

function isSettled(before: readonly FoundOrder[], after: readonly FoundOrder[]): boolean {
  if (before.length !== after.length) return false;
  const isNear = (a: Pair, b: Pair, far: number) =>
    Math.abs(a[0] - b[0]) < far && Math.abs(a[1] - b[1]) < far;
  return after.every(({ phase, noise }, k) => isNear(phase, before[k]!.phase, ENOUGH * noise));
}

function nothing(count: number): Terms {
  return { re: new Float64Array(count), im: new Float64Array(count) };
}

/** P P of every term of the light at every sample. */
function tablesOf({ across, down }: CarriedField): Float32Array[] {
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
function waveOf({ sin, cos }: Wasm, { across, down }: CarriedField, [fx, fy]: Pair) {
  const along = ({ count, step: apart }: Along, f: number): Complex => {
    const turns = Float64Array.from({ length: count }, (_, k) => f * k * apart);
    const angles = turns.map((t) => 2 * Math.PI * (t - Math.floor(t)));
    return { re: Float32Array.from(angles, cos), im: Float32Array.from(angles, sin) };
  };
  return { alongX: along(across, fx), alongY: along(down, fy) };
}

function windowed({ re, im }: Complex, window: Float32Array): Complex {
  return { re: re.map((v, i) => v * window[i]!), im: im.map((v, i) => v * window[i]!) };
}

function sumsOf(lit: Complex, tables: readonly Float32Array[]): Sums {
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
function takeOff(rest: Complex, { lit, tables }: Sums, { alongX, alongY }: Wave, own: Terms): void {
  const [a0, a1, a2] = [own.re[0]!, own.re[1] ?? 0, own.re[2] ?? 0];
  const [b0, b1, b2] = [own.im[0]!, own.im[1] ?? 0, own.im[2] ?? 0];
  const [first, second] = [tables[1]!, tables[2]!];
  const [cols, rows] = [alongX.re.length, alongY.re.length];
  for (let row = 0, i = 0; row < rows; row += 1) {
    const [p, q] = [alongY.re[row]!, alongY.im[row]!];
    for (let col = 0; col < cols; col += 1, i += 1) {
      const r = alongX.re[col]!;
      const s = alongX.im[col]!;
      const c = p * r - q * s;
      const d = p * s + q * r;
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
function beside(rest: Complex, { lit }: Sums, { alongX, alongY }: Wave): Terms {
  const out = nothing(rest.re.length);
  const [cols, rows] = [alongX.re.length, alongY.re.length];
  for (let row = 0, i = 0; row < rows; row += 1) {
    const [p, q] = [alongY.re[row]!, alongY.im[row]!];
    for (let col = 0; col < cols; col += 1, i += 1) {
      const r = alongX.re[col]!;
      const s = alongX.im[col]!;
      const c = p * r - q * s;
      const d = p * s + q * r;
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
function nearest(rest: Complex, sums: Sums, wave: Wave, count: number): Terms {
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
function step(rest: Complex, sums: Sums, wave: Wave, count: number): void {
  const more = nearest(rest, sums, wave, count);
  for (let k = 0; k < count; k += 1) {
    wave.own.re[k]! += more.re[k]!;
    wave.own.im[k]! += more.im[k]!;
  }
  takeOff(rest, sums, wave, more);
}

function strengthOf({ own: { re, im } }: Wave): number {
  return re[0]! * re[0]! + im[0]! * im[0]!;
}

/** Of a wave's terms over its first one: the real part is a share of the amplitude, the imaginary one an angle. */
function relative(wave: Wave, { re, im }: Terms): Terms {
  const [c, d] = [wave.own.re[0]!, wave.own.im[0]!];
  const square = strengthOf(wave);
  return {
    re: re.map((v, k) => (v * c + im[k]! * d) / square),
    im: im.map((v, k) => (v * c - re[k]! * d) / square),
  };
}

function sumOf({ re, im }: Terms, own: Terms): Terms {
  return { re: re.map((v, k) => v + (own.re[k] ?? 0)), im: im.map((v, k) => v + (own.im[k] ?? 0)) };
}

/** The light as the strongest order has it. */
function relit(rest: Complex, sums: Sums, wave: Wave, light: Light): Light {
  const { re, im } = relative(wave, nearest(rest, sums, wave, sums.tables.length));
  return {
    ...light,
    amplitude: light.amplitude.map((v, k) => (k === 0 ? v : v + re[k]!)),
    phase: light.phase.map((v, k) => (k === 0 ? v : v + im[k]!)),
  };
}

/** Variance of each part of what is left, per sample that would be independent of its neighbours. */
function noiseOf({ re, im }: Complex, { window, passed, across, down }: CarriedField): number {
  let [sum, all] = [0, 0];
  for (let i = 0; i < window.length; i += 1) {
    sum += re[i]! * re[i]! + im[i]! * im[i]!;
    all += window[i]! * window[i]!;
  }
  return sum / all / 2 / (Math.PI * passed * passed * across.step * down.step);
}

/** @param more what is left of it beyond its own terms */
function foundOf(
  wave: Wave,
  more: Terms,
  { moments, tables }: Sums,
  noise: number,
  { atan2 }: Pick<Wasm, 'atan2'>,
): ShapedOrder {
  const { re, im } = relative(wave, wave.own);
  const count = tables.length;
  const byNoise = (k: number) => Math.sqrt(noise / (strengthOf(wave) * moments[k * (count + 1)]!));
  const known = Math.min(moments[count + 1]!, moments[2 * count + 2]!);
  return {
    ...{ f: wave.f, shell: wave.shell },
    ...{ amplitude: [re[1]!, re[2]!], phase: [im[1]!, im[2]!] },
    noise: Math.sqrt(noise / (strengthOf(wave) * known)),
    angle: atan2(wave.own.im[0]!, wave.own.re[0]!),
    angleNoise: byNoise(0),
    shape: relative(wave, sumOf(more, wave.own)),
    shapeNoise: Float64Array.from(tables, (_, k) => byNoise(k)),
  };
}
