import type { KernelExports } from '../../kernel/exports.ts';
import type { Kernels } from '../../kernel/kernels.ts';
import { lightField, type Light } from '../model/light.ts';
import type { Complex } from '../model/spectrum.ts';
import type { CarriedField } from '../prepare/carried-field.ts';
import { inTheLight, takeLitOff, type LitRest, OWN_TERMS } from './lit-waves.ts';
import {
  litStep,
  nearest,
  nothing,
  relative,
  strengthOf,
  sumOf,
  sumsOf,
  tablesOf,
  waveOf,
  windowed,
  type Pair,
} from './wave-sums.ts';
import type { FrameWave, Sums, Terms } from './frame-wave.ts';
import { inThatLight, shapeNearest } from './wave-shape.ts';

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
/** Waves of a frame of 1 megapixel that take a tenth of a second. */
const PACE = 16;

interface LatticeWave extends FrameWave, Order {}

/** Waves as rounds left them: further rounds begin there. */
export interface SettledWaves {
  readonly waves: readonly LatticeWave[];
  readonly others: readonly LatticeWave[];
  readonly light: Light;
  /** what is found of those that are there */
  readonly found: readonly ShapedOrder[];
}

/**
 * The waves of a lattice in a field, each with an amplitude and a slope of its own, in light that all of them share.
 * What else there is of waves is taken off along with them: `beats` have one amplitude over the frame.
 */
export function orderWaves(
  kernels: Kernels,
  carried: CarriedField,
  orders: readonly Order[],
  beats: readonly Pair[],
  light: Light,
  onStep = () => {},
): SettledWaves {
  const asWave = (order: Order): LatticeWave => {
    return { ...order, ...waveOf(kernels.wasm, carried, order.f), own: nothing(OWN_TERMS) };
  };
  const waves = orders.map(asWave);
  const others = beats.map((f) => asWave({ f, shell: 0 }));
  return settled(kernels, carried, { waves, others, light }, 0, onStep);
}

/**
 * The same of another field of the same frame, from where rounds left them: one in which things lie where they belong.
 * The weak beats lie aside there, which nobody minds.
 */
export function wavesAnew(
  kernels: Kernels,
  carried: CarriedField,
  { waves, others, light }: SettledWaves,
  onStep = () => {},
): SettledWaves {
  const copied = (wave: LatticeWave) => ({ ...wave, own: sumOf(nothing(OWN_TERMS), wave.own) });
  return settled(
    kernels,
    carried,
    { light, waves: waves.map(copied), others: others.map(copied) },
    1,
    onStep,
  );
}

function settled(
  kernels: Kernels,
  carried: CarriedField,
  { waves, others, light }: Omit<SettledWaves, 'found'>,
  first: number,
  onStep: () => void,
): SettledWaves {
  const { wasm } = kernels;
  const tables = tablesOf(carried);
  const window: Complex = { re: carried.window, im: new Float32Array(carried.window.length) };
  const even = sumsOf(window, tables.slice(0, OWN_TERMS));
  const strongestOf = () => waves.reduce((a, b) => (strengthOf(b) > strengthOf(a) ? b : a));
  let strongest = first === 0 ? waves[0]! : strongestOf();
  let last = Infinity;
  let found: FoundOrder[] = [];
  let shaped: () => ShapedOrder[] = () => [];
  for (let round = first; round < ROUNDS; round += 1) {
    const sums = sumsOf(windowed(lightField(light, tables, wasm), carried.window), tables);
    const rest: Complex = { re: carried.field.re.slice(), im: carried.field.im.slice() };
    const isBegun = round > 0;
    const { count: cols } = carried.across;
    if (isBegun)
      inTheLight(kernels, rest, even, cols, (lit) => others.forEach((one) => takeLitOff(lit, one, one.own)));
    const counts = waves.map((wave) => (wave === strongest || !isBegun ? 1 : OWN_TERMS));
    inTheLight(kernels, rest, sums, cols, (lit) => oneRound(lit, sums, { waves, counts, isBegun }, onStep));
    inTheLight(kernels, rest, even, cols, (lit) => others.forEach((one) => litStep(lit, even, one, 1)));
    if (round === 0) strongest = strongestOf();
    light = relit(rest, sums, strongest, light);
    const noise = noiseOf(rest, carried);
    const before = found;
    const own = waves;
    found = own.map((wave) => foundOf(wave, sums, noise, wasm));
    let lit: Complex | null = null;
    const moreOf = (wave: LatticeWave) => shapeNearest((lit ??= inThatLight(rest, sums)), sums, wave);
    shaped = () =>
      own.map((wave, k) => shapedWhenAsked(found[k]!, () => shapeOf(wave, moreOf(wave), sums, noise)));
    // until the light is found, most of what is left is not noise
    const isLit = Math.abs(noise - last) < ENOUGH * last;
    last = noise;
    if (!isLit) continue;
    if (isSettled(before, found)) break;
    waves = waves.filter((wave) => isThere(wave, sums, noise));
    others = others.filter((wave) => isThere(wave, even, noise));
  }
  return { waves, others, light, found: shaped() };
}

interface Round {
  readonly waves: readonly LatticeWave[];
  /** how many terms of each are looked for */
  readonly counts: readonly number[];
  /** what was found of them is not yet off */
  readonly isBegun: boolean;
}

function oneRound(lit: LitRest, sums: Sums, { waves, counts, isBegun }: Round, onStep: () => void): void {
  if (isBegun) for (const wave of waves) takeLitOff(lit, wave, wave.own);
  waves.forEach((wave, k) => {
    if (k % PACE === 0) onStep();
    litStep(lit, sums, wave, counts[k]!);
  });
}

function isThere(wave: FrameWave, { moments }: Sums, noise: number): boolean {
  return strengthOf(wave) * moments[0]! > NOTHING * noise;
}

/** Of those that are still there. */
function isSettled(before: readonly FoundOrder[], after: readonly FoundOrder[]): boolean {
  const known = new Map(before.map((own) => [own.f, own.phase]));
  const isNear = (a: Pair, b: Pair | undefined, far: number) =>
    b !== undefined && Math.abs(a[0] - b[0]) < far && Math.abs(a[1] - b[1]) < far;
  return after.every(({ f, phase, noise }) => isNear(phase, known.get(f), ENOUGH * noise));
}

/** The light as the strongest order has it. */
function relit(rest: Complex, sums: Sums, wave: FrameWave, light: Light): Light {
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

function foundOf(
  wave: LatticeWave,
  { moments, tables }: Sums,
  noise: number,
  { atan2 }: Pick<Wasm, 'atan2'>,
): FoundOrder {
  const { re, im } = relative(wave, wave.own);
  const count = tables.length;
  const known = Math.min(moments[count + 1]!, moments[2 * count + 2]!);
  return {
    ...{ f: wave.f, shell: wave.shell },
    ...{ amplitude: [re[1]!, re[2]!], phase: [im[1]!, im[2]!] },
    noise: Math.sqrt(noise / (strengthOf(wave) * known)),
    angle: atan2(wave.own.im[0]!, wave.own.re[0]!),
    angleNoise: Math.sqrt(noise / (strengthOf(wave) * moments[0]!)),
  };
}

/** Most orders are too weak for anybody to ask. */
function shapedWhenAsked(
  found: FoundOrder,
  make: () => Pick<ShapedOrder, 'shape' | 'shapeNoise'>,
): ShapedOrder {
  let known: ReturnType<typeof make> | null = null;
  const made = () => (known ??= make());
  return {
    ...found,
    get shape() {
      return made().shape;
    },
    get shapeNoise() {
      return made().shapeNoise;
    },
  };
}

/** With what is left of it beyond its own terms. */
function shapeOf(
  wave: LatticeWave,
  more: Terms,
  { tables, moments }: Sums,
  noise: number,
): Pick<ShapedOrder, 'shape' | 'shapeNoise'> {
  return {
    shape: relative(wave, sumOf(more, wave.own)),
    shapeNoise: Float64Array.from(tables, (_, k) => {
      return Math.sqrt(noise / (strengthOf(wave) * moments[k * (tables.length + 1)]!));
    }),
  };
}
