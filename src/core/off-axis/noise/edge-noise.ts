import { fadeAt, filteredFade, inverseFade, type NativeField } from '../../demodulate/demodulate.ts';
import type { Kernels } from '../../kernel/kernels.ts';

/** Frequencies from 0 to the filter's rim at which it is summed. */
const FREQUENCIES = 48;
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

/** A radial low-pass as the field was demodulated with it, and over how many camera pixels the frame was faded. */
interface Filter {
  readonly passRadius: number;
  readonly stopRadius: number;
  readonly taper: number;
}

/**
 * How much noisier a field is along a side than far from its edges. White noise of the camera fades with the frame and is
 * spread by the filter, σ² Σ w²(x) h²(p − x), and is raised where the fade is undone.
 * @param undone whether that was undone on the native grid, not the camera's
 */
export function edgeNoise(
  kernels: Kernels,
  side: Side,
  filter: Filter,
  undone: 'native' | 'camera',
): Float32Array {
  const { count, full, native, samples, step } = side;
  const spread = spreadOf(kernels, filter);
  const reach = Math.min(spread.length, full) - 1;
  const fade = fadeAt(kernels, count, filter.taper, count, 1);
  const whole = 2 * spread.reduce((a, b) => a + b, 0) - spread[0]!;
  const last = Math.min(count - 1, filter.taper + reach);
  // the fade is the same at both edges
  const passed = Float64Array.from({ length: Math.max(0, last + 1) }, (_, p) => {
    let sum = 0;
    for (let away = -reach; away <= reach; away++) {
      // the transform is periodic: what passes one edge comes in at the other
      const w = fade[(p + away + full) % full] ?? 0;
      sum += w * w * spread[Math.abs(away)]!;
    }
    return Math.sqrt(sum / whole);
  });
  const at = (place: number): number => {
    const low = Math.floor(place);
    const of = (p: number) => passed[Math.min(p, count - 1 - p)] ?? 1;
    return of(low) + (place - low) * (of(Math.min(count - 1, low + 1)) - of(low));
  };
  const left = undone === 'native' ? filteredFade(kernels, count, full, native, filter) : fade;
  const raised = inverseFade(left.subarray(0, samples));
  return raised.map((by, k) => by * at(Math.min(count - 1, k * step)));
}

/**
 * The same as if the noise had not faded with the frame. What a sample is near the edges rings, which undoing the fade does
 * not take out, and no more is known of that: this much is taken for both. (With the noise alone, errors of simulated
 * cells, steps and stars were 1.2 to 11 times what is stated at the two outermost samples.)
 */
export function edgeDoubt(kernels: Kernels, { count, samples, step }: Side, taper: number): Float32Array {
  return inverseFade(fadeAt(kernels, count, taper, samples, step));
}

/** Σ over y of the filter's squared response to a pixel, so many columns away. Not normalised. */
function spreadOf({ wasm }: Kernels, { passRadius, stopRadius }: Filter): Float64Array {
  const length = Math.ceil(CYCLES / stopRadius) + 1;
  const stepOf = stopRadius / FREQUENCIES;
  const frequencies = Array.from({ length: FREQUENCIES }, (_, i) => (i + 0.5) * stepOf);
  const passes = (radius: number): number => {
    if (radius <= passRadius) return 1;
    if (radius >= stopRadius) return 0;
    return 0.5 + 0.5 * wasm.cos((Math.PI * (radius - passRadius)) / (stopRadius - passRadius));
  };
  const filter = frequencies.map((fy) => frequencies.map((fx) => passes(Math.sqrt(fx * fx + fy * fy))));
  return Float64Array.from({ length }, (_, x) => {
    const waves = frequencies.map((fx) => wasm.cos(2 * Math.PI * fx * x));
    return filter.reduce((sum, row) => {
      const response = row.reduce((total, passed, i) => total + passed * waves[i]!, 0);
      return sum + response * response;
    }, 0);
  });
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
