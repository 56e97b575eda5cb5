import { NEAREST } from '../../demodulate/between-samples.ts';
import { fadeAt, type NativeField } from '../../demodulate/demodulate.ts';
import type { Kernels } from '../../kernel/kernels.ts';

/** Frequencies from 0 to the filter's rim at which it is summed. */
const FREQUENCIES = 48;
/** Waves from 0 to the filter's rim of which structure is made. */
const WAVES = 12;
/** Cycles of the filter's rim to which a pixel's noise is followed: what arrives farther away is less than a thousandth. */
const CYCLES = 6;

export interface EdgeSide {
  /** camera pixels */
  readonly count: number;
  /** of the transform, and native samples of that */
  readonly full: number;
  readonly native: number;
  /** places at which it is asked for, and camera pixels from one to the next */
  readonly samples: number;
  readonly step: number;
}

/** A radial low-pass as the field was demodulated with it, and over how many camera pixels the frame was faded. */
export interface EdgeFilter {
  readonly passRadius: number;
  readonly stopRadius: number;
  readonly taper: number;
}

/** Camera pixels from an edge on that feel it. */
export function touchedPixels({ taper, stopRadius }: EdgeFilter): number {
  return taper + Math.ceil(CYCLES / stopRadius) + 1;
}

/** Noise that passes the fade and the filter at pixels from an edge on, by what passes far from it. */
export function passedNoise(
  kernels: Kernels,
  side: EdgeSide,
  filter: EdgeFilter,
  spread: Float64Array,
): Float64Array {
  const { reach, touched, faded } = fadeOfSide(kernels, side, filter, spread.length);
  const whole = 2 * spread.reduce((a, b) => a + b, 0) - spread[0]!;
  const passed = new Float64Array(touched);
  for (let p = 0; p < touched; p++) {
    let sum = 0;
    for (let away = -reach; away <= reach; away++) {
      const w = faded[p + reach + away]!;
      sum += w * w * spread[Math.abs(away)]!;
    }
    passed[p] = Math.sqrt(sum / whole);
  }
  return passed;
}

/** What the fade makes of waves within the filter at pixels from an edge on, beside what it makes of what is even. */
export function ringOfWaves(kernels: Kernels, side: EdgeSide, filter: EdgeFilter) {
  const response = responseOf(kernels, filter);
  const { reach, touched, faded } = fadeOfSide(kernels, side, filter, response.length);
  return Array.from({ length: WAVES }, (_, k) => {
    const turn = (2 * Math.PI * filter.passRadius * (k + 0.5)) / WAVES;
    const even = response.map((h, away) => h * (kernels.wasm.cos(turn * away) - 1));
    const odd = response.map((h, away) => h * kernels.wasm.sin(turn * away));
    const wave = { turn, re: new Float64Array(touched), im: new Float64Array(touched) };
    for (let p = 0; p < touched; p++) putRing(wave, p, faded.subarray(p, p + 2 * reach + 1), even, odd);
    return wave;
  });
}

/** @param around a place as far as the filter reaches, the place in the middle */
function putRing(
  { re, im }: { readonly re: Float64Array; readonly im: Float64Array },
  place: number,
  around: Float32Array,
  even: Float64Array,
  odd: Float64Array,
): void {
  const reach = around.length >> 1;
  let x = 0;
  let y = 0;
  for (let away = 1; away <= reach; away++) {
    const before = around[reach - away]!;
    const after = around[reach + away]!;
    x += even[away]! * (after + before);
    y += odd[away]! * (after - before);
  }
  re[place] = x;
  im[place] = y;
}

/** By how much waves within the filter differ from one native sample to the next, to the square. */
export function slopesOfWaves({ wasm }: Kernels, filter: EdgeFilter, coarse: number): Float64Array {
  return Float64Array.from(
    { length: WAVES },
    (_, k) => 2 - 2 * wasm.cos((2 * Math.PI * filter.passRadius * (k + 0.5) * coarse) / WAVES),
  );
}

/** How alike noise that passed the filter is, by native samples apart. */
export function noiseAlike({ wasm }: Kernels, filter: EdgeFilter, coarse: number): Float64Array {
  const frequencies = frequenciesOf(filter);
  const sums = new Float64Array(2 * NEAREST);
  for (const fx of frequencies) {
    let power = 0;
    for (const fy of frequencies) {
      const share = passes(wasm, filter, Math.sqrt(fx * fx + fy * fy));
      power += share * share;
    }
    for (let k = 0; k < sums.length; k++) sums[k]! += power * wasm.cos(2 * Math.PI * fx * coarse * k);
  }
  return sums.map((sum) => sum / sums[0]!);
}

/**
 * The fade of a side at how many pixels from either edge on, both alike, a filter of some reach brings it in, with as many
 * before and behind them as it reaches.
 */
function fadeOfSide(kernels: Kernels, { count, full }: EdgeSide, { taper }: EdgeFilter, length: number) {
  const fade = fadeAt(kernels, count, taper, count, 1);
  const reach = Math.min(length, full) - 1;
  const touched = Math.min(count, taper + reach + 1);
  // the transform is periodic: what passes one edge comes in at the other
  const faded = Float32Array.from(
    { length: touched + 2 * reach },
    (_, p) => fade[(p - reach + full) % full] ?? 0,
  );
  return { fade, reach, touched, faded };
}

/** The filter's response to a line of pixels, by how far from it. Its sum over both sides is 1. */
function responseOf({ wasm }: Kernels, filter: EdgeFilter): Float64Array {
  const length = Math.ceil(CYCLES / filter.stopRadius) + 1;
  const frequencies = frequenciesOf(filter);
  const passed = frequencies.map((frequency) => passes(wasm, filter, frequency));
  const response = Float64Array.from({ length }, (_, x) => {
    let sum = 0;
    for (let k = 0; k < FREQUENCIES; k++) sum += passed[k]! * wasm.cos(2 * Math.PI * frequencies[k]! * x);
    return sum;
  });
  const whole = 2 * response.reduce((a, b) => a + b, 0) - response[0]!;
  return response.map((h) => h / whole);
}

function passes(wasm: Kernels['wasm'], { passRadius, stopRadius }: EdgeFilter, radius: number): number {
  if (radius <= passRadius) return 1;
  if (radius >= stopRadius) return 0;
  return 0.5 + 0.5 * wasm.cos((Math.PI * (radius - passRadius)) / (stopRadius - passRadius));
}

/** Σ over y of the filter's squared response to a pixel, so many columns away. Not normalised. */
export function filterSpread({ wasm }: Kernels, filter: EdgeFilter): Float64Array {
  const length = Math.ceil(CYCLES / filter.stopRadius) + 1;
  const frequencies = frequenciesOf(filter);
  const passed = new Float64Array(FREQUENCIES * FREQUENCIES);
  for (let t = 0; t < passed.length; t++) {
    const [fx, fy] = [frequencies[t % FREQUENCIES]!, frequencies[Math.floor(t / FREQUENCIES)]!];
    passed[t] = passes(wasm, filter, Math.sqrt(fx * fx + fy * fy));
  }
  const spread = new Float64Array(length);
  for (let x = 0; x < length; x++) {
    const waves = frequencies.map((fx) => wasm.cos(2 * Math.PI * fx * x));
    let sum = 0;
    for (let j = 0; j < FREQUENCIES; j++) {
      let response = 0;
      for (let i = 0; i < FREQUENCIES; i++) response += passed[j * FREQUENCIES + i]! * waves[i]!;
      sum += response * response;
    }
    spread[x] = sum;
  }
  return spread;
}

/** From 0 to the filter's rim, cycles/px. */
function frequenciesOf({ stopRadius }: EdgeFilter): Float64Array {
  return Float64Array.from({ length: FREQUENCIES }, (_, i) => (i + 0.5) * (stopRadius / FREQUENCIES));
}

/** The sides of a field. */
export function sidesOf(
  { plane, fullRows, fullCols, stepX, stepY }: NativeField,
  frame: { readonly rows: number; readonly cols: number },
  output: { readonly rows: number; readonly cols: number },
  native: boolean,
): { readonly x: EdgeSide; readonly y: EdgeSide } {
  const side = (count: number, full: number, coarse: number, samples: number, step: number): EdgeSide => ({
    ...{ count, full, native: coarse, samples, step: native ? step : 1 },
  });
  return {
    x: side(frame.cols, fullCols, plane.cols, output.cols, stepX),
    y: side(frame.rows, fullRows, plane.rows, output.rows, stepY),
  };
}
