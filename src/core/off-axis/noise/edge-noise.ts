import {
  fadeAt,
  filteredFade,
  inverseFade,
  LEAST_FADE,
  type NativeField,
} from '../../demodulate/demodulate.ts';
import { tileBounds } from '../../field/tile-bounds.ts';
import { floatsIn, floatsPerRow, inRow, TO_IMAGINARY } from '../../kernel/complex-layout.ts';
import type { Kernels } from '../../kernel/kernels.ts';
import type { Ringing } from '../../uncertainty/phase-sigma.ts';

/** Frequencies from 0 to the filter's rim at which it is summed. */
const FREQUENCIES = 48;
/** Waves from 0 to the filter's rim of which structure is made. */
const WAVES = 12;
/** Share of the light that counts as none. */
const NOTHING = 1e-6;
/** Cycles of the filter's rim to which a pixel's noise is followed: what arrives farther away is less than a thousandth. */
const CYCLES = 6;

interface Side {
  /** camera pixels */
  readonly count: number;
  /** of the transform, and native samples of that */
  readonly full: number;
  readonly native: number;
  /** places at which it is asked for, and camera pixels from one to the next */
  readonly samples: number;
  readonly step: number;
}

/**
 * Where the fade was undone: on the native grid, on the camera's, or on the native one by the division by a background frame, which
 * faded alike: that gives back all light, however little of it is left.
 */
export type FadeUndone = 'native' | 'camera' | 'divided';

/** With how much noisier columns and rows are where the fade was undone no further than structure was measured. */
export interface RingingOverNoise extends Ringing {
  readonly noisier: { readonly x: Float32Array; readonly y: Float32Array };
}

/** A radial low-pass as the field was demodulated with it, and over how many camera pixels the frame was faded. */
interface Filter {
  readonly passRadius: number;
  readonly stopRadius: number;
  readonly taper: number;
}

/**
 * How much noisier a field is along a side than far from its edges. White noise of the camera fades with the frame and is
 * spread by the filter, σ² Σ w²(x) h²(p − x), and is raised where the fade is undone.
 * @param spread h² of {@link filterSpread}
 */
export function edgeNoise(
  kernels: Kernels,
  side: Side,
  filter: Filter,
  spread: Float64Array,
  undone: FadeUndone,
): Float32Array {
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
  return undoneAlong(kernels, side, filter, undone, (p) => passed[p] ?? 1);
}

/**
 * What the fade leaves of structure near a side's edges, for structure of power 1 that fills the filter. Undoing the fade gives back
 * what is even there; of a wave of frequency f it makes h ∗ (w e^{2πifx}) of (h ∗ w) e^{2πifx}. Root mean square over the filter's
 * frequencies. At camera pixels it is given back no further than {@link LEAST_FADE}, and what differs from the beam comes out as so much less. Infinite
 * at those where less than a tenth of that comes back: what rings there is the light itself.
 */
export function edgeRinging(kernels: Kernels, side: Side, filter: Filter, undone: FadeUndone): Float32Array {
  const response = responseOf(kernels, filter);
  const { fade, reach, touched, faded } = fadeOfSide(kernels, side, filter, response.length);
  const squares = new Float64Array(touched);
  for (let k = 0; k < WAVES; k++) {
    const turn = (2 * Math.PI * filter.passRadius * (k + 0.5)) / WAVES;
    const even = response.map((h, away) => h * (kernels.wasm.cos(turn * away) - 1));
    const odd = response.map((h, away) => h * kernels.wasm.sin(turn * away));
    for (let p = 0; p < touched; p++) {
      let re = 0;
      let im = 0;
      for (let away = 1; away <= reach; away++) {
        const before = faded[p + reach - away]!;
        const after = faded[p + reach + away]!;
        re += even[away]! * (after + before);
        im += odd[away]! * (after - before);
      }
      squares[p]! += (re * re + im * im) / WAVES;
    }
  }
  const lost = (p: number) => undone === 'camera' && (fade[p] ?? 0) < LEAST_FADE * LEAST_FADE;
  const rings = undoneAlong(kernels, side, filter, undone, (p) =>
    lost(p) ? Infinity : Math.sqrt(squares[p] ?? 0),
  );
  if (undone !== 'camera') return rings;
  return rings.map((ring, p) => {
    const drawn = 1 - Math.min(1, fade[Math.min(p, side.count - 1 - p)]! / LEAST_FADE);
    return Math.sqrt(ring * ring + drawn * drawn);
  });
}

/**
 * The fade of a side at how many pixels from either edge on, both alike, a filter of some reach brings it in, with as many
 * before and behind them as it reaches.
 */
function fadeOfSide(kernels: Kernels, { count, full }: Side, { taper }: Filter, length: number) {
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

/** What is known at camera pixels from an edge on, the same at both, where the fade was undone. */
function undoneAlong(
  kernels: Kernels,
  { count, full, native, samples, step }: Side,
  filter: Filter,
  undone: FadeUndone,
  of: (p: number) => number,
): Float32Array {
  const at = (place: number): number => {
    const low = Math.floor(place);
    const known = (p: number) => of(Math.min(p, count - 1 - p));
    // beside an infinite one, nothing of it would not be a number
    if (place === low) return known(low);
    return known(low) + (place - low) * (known(Math.min(count - 1, low + 1)) - known(low));
  };
  const fade =
    undone === 'camera'
      ? fadeAt(kernels, count, filter.taper, count, 1)
      : filteredFade(kernels, count, full, native, filter);
  const left = fade.subarray(0, samples);
  // what rings through the filter may leave nothing
  const raised =
    undone === 'divided' ? left.map((l) => 1 / Math.max(NOTHING, Math.abs(l))) : inverseFade(left);
  return raised.map((by, k) => by * at(Math.min(count - 1, k * step)));
}

/** The filter's response to a line of pixels, by how far from it. Its sum over both sides is 1. */
function responseOf({ wasm }: Kernels, filter: Filter): Float64Array {
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

function passes(wasm: Kernels['wasm'], { passRadius, stopRadius }: Filter, radius: number): number {
  if (radius <= passRadius) return 1;
  if (radius >= stopRadius) return 0;
  return 0.5 + 0.5 * wasm.cos((Math.PI * (radius - passRadius)) / (stopRadius - passRadius));
}

/** Σ over y of the filter's squared response to a pixel, so many columns away. Not normalised. */
export function filterSpread({ wasm }: Kernels, filter: Filter): Float64Array {
  const length = Math.ceil(CYCLES / filter.stopRadius) + 1;
  const frequencies = frequenciesOf(filter);
  const passed = new Float64Array(FREQUENCIES * FREQUENCIES);
  frequencies.forEach((fy, j) =>
    frequencies.forEach((fx, i) => {
      passed[j * FREQUENCIES + i] = passes(wasm, filter, Math.sqrt(fx * fx + fy * fy));
    }),
  );
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
function frequenciesOf({ stopRadius }: Filter): Float64Array {
  return Float64Array.from({ length: FREQUENCIES }, (_, i) => (i + 0.5) * (stopRadius / FREQUENCIES));
}

/** Native samples along the side of a place whose structure is measured: the fade touches about half as many. */
const SAMPLES = 8;

/**
 * Power of the structure of a field, E|u − ū|² per place of a square grid over it, for places at its edges; 0 elsewhere. Samples at
 * which the fade is not undone wholly tell nothing of it.
 * @param beam that the field was drawn towards as it was faded; null: its mean stands for ū
 */
export function structureAtEdges(
  kernels: Kernels,
  { plane, rows, cols }: Pick<NativeField, 'plane' | 'rows' | 'cols'>,
  { x: wholeX, y: wholeY }: { readonly x: Whole; readonly y: Whole },
  beam: { readonly re: number; readonly im: number } | null,
): { readonly places: number; readonly power: Float64Array } {
  const places = Math.max(1, Math.floor(Math.min(rows, cols) / SAMPLES));
  const values = kernels.floats(plane.ptr, floatsIn(plane));
  const pitch = floatsPerRow(plane);
  const power = new Float64Array(places * places);
  for (let t = 0; t < power.length; t++) {
    const [j, i] = [Math.floor(t / places), t % places];
    if (j > 0 && j < places - 1 && i > 0 && i < places - 1) continue;
    const y = within(tileBounds(j, places, rows), wholeY);
    const x = within(tileBounds(i, places, cols), wholeX);
    let [re, im, squares] = [0, 0, 0];
    for (let row = y.from; row < y.to; row++)
      for (let col = x.from; col < x.to; col++) {
        const at = row * pitch + inRow(col);
        const [a, b] = [values[at]!, values[at + TO_IMAGINARY]!];
        re += a;
        im += b;
        squares += a * a + b * b;
      }
    const count = Math.max(1, (y.to - y.from) * (x.to - x.from));
    const about = beam ?? { re: re / count, im: im / count };
    const inStep = (re * about.re + im * about.im) / count;
    power[t] = Math.max(0, squares / count - 2 * inStep + about.re * about.re + about.im * about.im);
  }
  return { places, power };
}

/** The samples of a side at which undoing the fade is not held to {@link LEAST_FADE}: `to` is exclusive. */
interface Whole {
  readonly from: number;
  readonly to: number;
}

export function wholeSamples(
  kernels: Kernels,
  { count, full, native }: Side,
  samples: number,
  filter: Filter,
): Whole {
  const held = filteredFade(kernels, count, full, native, filter)
    .subarray(0, samples)
    .map((fade) => (fade > LEAST_FADE ? 1 : 0));
  return { from: Math.max(0, held.indexOf(1)), to: held.lastIndexOf(1) + 1 };
}

function within(part: Whole, whole: Whole): Whole {
  const from = Math.max(part.from, whole.from);
  return { from, to: Math.max(from, Math.min(part.to, whole.to)) };
}

/** The sides of a field. */
export function sidesOf(
  { plane, fullRows, fullCols, stepX, stepY }: NativeField,
  frame: { readonly rows: number; readonly cols: number },
  output: { readonly rows: number; readonly cols: number },
  native: boolean,
): { readonly x: Side; readonly y: Side } {
  const side = (count: number, full: number, coarse: number, samples: number, step: number): Side => ({
    ...{ count, full, native: coarse, samples, step: native ? step : 1 },
  });
  return {
    x: side(frame.cols, fullCols, plane.cols, output.cols, stepX),
    y: side(frame.rows, fullRows, plane.rows, output.rows, stepY),
  };
}
