import { betweenSamples, type Between, type Outermost } from '../../demodulate/between-samples.ts';
import { filteredFade } from '../../demodulate/demodulate.ts';
import { settledSamples } from '../../demodulate/settle-edges.ts';
import type { Kernels } from '../../kernel/kernels.ts';
import {
  noiseAlike,
  passedNoise,
  ringOfWaves,
  slopesOfWaves,
  touchedPixels,
  type EdgeFilter,
  type EdgeSide,
} from './edge-noise.ts';

/** Share of the light that counts as none. */
const NOTHING = 1e-3;

/** What a field has along a side, by what it has far from its edges. */
export interface EdgeGains {
  /** of noise, root mean square */
  readonly noise: Float32Array;
  /** of structure: what it is off by, root mean square, where native samples differ by 1 from the next */
  readonly ringing: Float32Array;
  /** share of outermost samples that are made of those next to them: of them the other edge tells nothing */
  readonly continued: Float32Array;
}

/**
 * How much noisier a field is along a side than far from its edges, and what of structure rings there. White noise of the camera fades with the frame and is spread by the filter, σ² Σ w²(x) h²(p − x), and is raised where the fade
 * is undone. That gives back what is even: of a wave of frequency f it makes h ∗ (w e^{2πifx}) of (h ∗ w) e^{2πifx}. Samples of which the
 * fade leaves too little, and pixels beyond the last sample, are made of those next to them.
 * @param raw of {@link rawGains}
 */
export function edgeGains(kernels: Kernels, side: EdgeSide, filter: EdgeFilter, raw: RawGains): EdgeGains {
  const { count, full, native, samples, step } = side;
  const coarse = full / native;
  const onSensor = Math.min(native, Math.floor((count - 1) / coarse) + 1);
  const { outermost } = settledSamples(kernels, side, onSensor, filter);
  const isSettled = new Map(outermost.map((one) => [one.at, one]));
  const at = placed(raw, count);
  const spanned = betweenSamples(kernels, onSensor);
  const alike = noiseAlike(kernels, filter, coarse);
  const slopes = slopesOfWaves(kernels, filter, coarse);
  const gains = {
    noise: new Float32Array(samples).fill(1),
    ringing: new Float32Array(samples),
    continued: new Float32Array(samples),
  };
  for (let k = 0; k < samples; k++) {
    const place = Math.min(count - 1, k * step);
    if (!at.isTouched(place)) continue;
    const across = spanned(place / coarse);
    const made = madeOf(across, isSettled);
    if (!made) {
      const { noise, re, im } = at.gain(place);
      gains.noise[k] = noise;
      gains.ringing[k] = rootMean(re, im, slopes);
      continue;
    }
    const near = Array.from(made, ([own, weight]) => ({
      ...{ weight, own, away: own * coarse - place },
      ...at.gain(own * coarse),
    }));
    // between samples nothing is lost
    const isBetween = place <= (onSensor - 1) * coarse;
    const meant = isBetween
      ? Array.from(across.weights, (weight, i) => ({ weight, away: (across.first + i) * coarse - place }))
      : [{ weight: 1, away: 0 }];
    let variance = 0;
    for (const one of near)
      for (const other of near)
        variance +=
          one.weight * one.noise * other.weight * other.noise * (alike[Math.abs(one.own - other.own)] ?? 0);
    gains.noise[k] = Math.sqrt(Math.max(0, variance));
    const { re, im } = offBy(kernels, at.turns, near, meant);
    gains.ringing[k] = rootMean(re, im, slopes);
    gains.continued[k] = shareOf(across, isSettled);
  }
  return gains;
}

function shareOf({ first, weights }: Between, settled: ReadonlyMap<number, Outermost>): number {
  let [all, some] = [0, 0];
  weights.forEach((weight, k) => {
    all += weight * weight;
    if (settled.has(first + k)) some += weight * weight;
  });
  return some / all;
}

/** What samples a place is made of and how much of each; null: of none that were made of others. */
function madeOf(
  { first, weights }: Between,
  settled: ReadonlyMap<number, Outermost>,
): Map<number, number> | null {
  if (!weights.some((_, k) => settled.has(first + k))) return null;
  const made = new Map<number, number>();
  const add = (at: number, weight: number) => made.set(at, (made.get(at) ?? 0) + weight);
  weights.forEach((weight, k) => {
    const own = settled.get(first + k);
    if (own) own.weights.forEach((share, i) => add(own.first + i, weight * share));
    else add(first + k, weight);
  });
  return made;
}

interface Near {
  readonly weight: number;
  /** camera pixels from the place */
  readonly away: number;
}

/** Of a sample: noise, and of each wave what rings. */
interface Gain {
  readonly noise: number;
  readonly re: Float64Array;
  readonly im: Float64Array;
}

/** What waves are off by at a place that is made of some samples, where it was meant to be made of some without a fault. */
function offBy(
  { wasm }: Kernels,
  turns: Float64Array,
  near: readonly (Near & Gain)[],
  meant: readonly Near[],
) {
  const off = { re: new Float64Array(turns.length), im: new Float64Array(turns.length) };
  const add = (weight: number, away: number, rings: Gain | null) => {
    // turns are (k + 1/2) of the same: one after the other
    const [c, s] = [wasm.cos(2 * turns[0]! * away), wasm.sin(2 * turns[0]! * away)];
    const [x, y] = [weight * wasm.cos(turns[0]! * away), weight * wasm.sin(turns[0]! * away)];
    addWaves(off, x, y, c, s, rings);
  };
  for (const one of near) add(one.weight, one.away, one);
  for (const { weight, away } of meant) add(-weight, away, null);
  return off;
}

/** Adds waves, of which each is the one before times c + is, as a sample rings of them. */
function addWaves(
  { re, im }: { readonly re: Float64Array; readonly im: Float64Array },
  firstRe: number,
  firstIm: number,
  c: number,
  s: number,
  rings: Gain | null,
): void {
  let x = firstRe;
  let y = firstIm;
  for (let k = 0; k < re.length; k++) {
    const ringsRe = rings ? 1 + rings.re[k]! : 1;
    const ringsIm = rings ? rings.im[k]! : 0;
    re[k]! += x * ringsRe - y * ringsIm;
    im[k]! += x * ringsIm + y * ringsRe;
    const next = x * c - y * s;
    y = x * s + y * c;
    x = next;
  }
}

/** Where the fade is undone by itself, at pixels from an edge on: what is left of the fade, noise that passed it, and what waves ring. */
export interface RawGains {
  readonly left: Float32Array;
  readonly passed: Float64Array;
  readonly waves: ReturnType<typeof ringOfWaves>;
  readonly touched: number;
}

/** The same for all sides that the transform exceeds by as much. */
export function rawGains(
  kernels: Kernels,
  side: EdgeSide,
  filter: EdgeFilter,
  spread: Float64Array,
): RawGains {
  return {
    left: filteredFade(kernels, side.count, side.full, side.full, filter),
    passed: passedNoise(kernels, side, filter, spread),
    waves: ringOfWaves(kernels, side, filter),
    touched: touchedPixels(filter),
  };
}

/** At places of a side of so many pixels. */
function placed({ left, passed, waves, touched }: RawGains, count: number) {
  // the same at both edges
  const inset = (place: number) => Math.max(0, Math.min(place, count - 1 - place));
  const known = new Map<number, Gain>();
  const measured = (place: number): Gain => {
    const at = inset(place);
    const share = Math.max(NOTHING, between(left, at, 1));
    return { noise: between(passed, at, 1) / share, ...ringsAt(waves, at, share) };
  };
  const gain = (place: number): Gain => {
    const found = known.get(place) ?? measured(place);
    known.set(place, found);
    return found;
  };
  const turns = Float64Array.from(waves, ({ turn }) => turn);
  return { gain, turns, isTouched: (place: number) => inset(place) < touched };
}

/** Over the share of the light that is left. */
function ringsAt(waves: RawGains['waves'], place: number, share: number): Pick<Gain, 're' | 'im'> {
  const [re, im] = [new Float64Array(waves.length), new Float64Array(waves.length)];
  for (let k = 0; k < waves.length; k++) {
    re[k] = between(waves[k]!.re, place, 0) / share;
    im[k] = between(waves[k]!.im, place, 0) / share;
  }
  return { re, im };
}

/** What waves are off by where each differs by 1 from one native sample to the next, root mean square. */
function rootMean(re: Float64Array, im: Float64Array, slopes: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < slopes.length; k++) sum += (re[k]! * re[k]! + im[k]! * im[k]!) / slopes[k]!;
  return Math.sqrt(sum / slopes.length);
}

/** Values at whole places on straight lines between them. */
function between(values: ArrayLike<number>, place: number, beyond: number): number {
  const low = Math.floor(place);
  const [one, other] = [values[low] ?? beyond, values[low + 1] ?? beyond];
  return one + (place - low) * (other - one);
}
