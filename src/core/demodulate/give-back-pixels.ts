import type { Frequency } from '../field/frequency.ts';
import { seenByPixel } from '../field/pixel-area.ts';
import { solveSymmetric } from '../fit/solve.ts';
import type { FloatsAt } from '../kernel/addresses.ts';
import type { KernelExports } from '../kernel/exports.ts';
import type { Kernels, Scope } from '../kernel/kernels.ts';
import { corner } from '../kernel/plane.ts';
import type { NativeField } from './demodulate.ts';

/** A sideband: where it lies, and as far from there as a field holds anything. */
type Band = { readonly carrier: Frequency; readonly stopRadius: number };

/** Samples to either side that a sample is made of: kernels/short-filter.ts. */
const REACH = 3;
/** Real parts of its taps, and one of no meaning. */
const PARTS = 2 * REACH + 2;
/** Frequencies to either side of the carrier at which the taps are fitted, and steps along a radius in which noise is summed up. */
const STEPS = 16;

/**
 * Gives a demodulated field back what the area of pixels took from its finer detail. The sideband lies aside of 0, so pixels
 * weigh its detail unevenly: as seen, phase ramps change the modulus, and edges of what absorbs tilt the phase. A curved
 * carrier is taken for the straight one.
 * @param field its frame's fade undone; changed
 */
export function giveBackPixels(kernels: Kernels, field: NativeField, { carrier, stopRadius }: Band): void {
  const { wasm } = kernels;
  const { rows, cols, stepX, stepY } = field;
  const used = corner(field.plane, rows, cols);
  using scratch = kernels.scope();
  const across = tapsFor(carrier.x, stepX, stopRadius, wasm);
  const down = tapsFor(carrier.y, stepY, stopRadius, wasm);
  const line = scratch.scratch(
    Math.max(wasm.shortFilterRowsScratchBytes(cols), wasm.shortFilterColumnsScratchBytes(rows)),
  );
  const at = (values: Float32Array) => placed(kernels, scratch, values);
  wasm.shortFilterRows(used, at(across), at(endsOf(across, cols, 4 * Math.ceil(cols / 4))), line);
  wasm.shortFilterColumns(used, at(down), at(endsOf(down, rows, rows)), line);
}

/** By how much white noise of the camera within a sideband's filter grows where pixels are given back. */
export function grownNoise({ carrier, stopRadius }: Band, sin: KernelExports['sin']): number {
  let [sum, count] = [0, 0];
  const seen = (along: number, k: number) => seenByPixel(along, (k * stopRadius) / STEPS, stopRadius, sin);
  for (let j = -STEPS; j <= STEPS; j++)
    for (let i = -STEPS; i <= STEPS; i++) {
      if (i * i + j * j > STEPS * STEPS) continue;
      const share = seen(carrier.x, i) * seen(carrier.y, j);
      sum += 1 / (share * share);
      count++;
    }
  return sum / count;
}

/**
 * The short filter whose response within the band comes closest to the reciprocal of what pixels see there, the carrier as it is.
 * @param step camera pixels from one sample to the next
 * @returns real parts of tap −3 … 3, one of no meaning, imaginary parts
 */
function tapsFor(
  carrier: number,
  step: number,
  stopRadius: number,
  { sin, cos }: Pick<KernelExports, 'sin' | 'cos'>,
): Float32Array {
  const size = 2 * REACH + 1;
  const [matrix, right] = [new Float64Array(size * size), new Float64Array(size)];
  // tap(−n) is tap(n)*: what they make together is real at each frequency
  const terms = (frequency: number) =>
    Float64Array.from({ length: size }, (_, k) => {
      const turn = 2 * Math.PI * frequency * step * ((k + 1) >> 1);
      return k === 0 ? 1 : 2 * (k % 2 === 1 ? cos(turn) : sin(turn));
    });
  for (let k = -STEPS; k <= STEPS; k++) {
    const frequency = (k * stopRadius) / STEPS;
    const wanted = 1 / seenByPixel(carrier, frequency, stopRadius, sin);
    const row = terms(frequency);
    for (let i = 0; i < size; i++) {
      right[i]! += row[i]! * wanted;
      for (let j = 0; j < size; j++) matrix[i * size + j]! += row[i]! * row[j]!;
    }
  }
  const found = solveSymmetric(matrix, right)!;
  const atCarrier = terms(0).reduce((sum, term, k) => sum + term * found[k]!, 0);
  const taps = new Float32Array(2 * PARTS);
  for (let n = -REACH; n <= REACH; n++) {
    const k = 2 * Math.abs(n);
    taps[n + REACH] = found[Math.max(0, k - 1)]! / atCarrier;
    taps[PARTS + n + REACH] = n === 0 ? 0 : (Math.sign(n) * found[k]!) / atCarrier;
  }
  return taps;
}

/** What each sample of a line is multiplied by after the filter, so that what is even stays so up to the ends. */
function endsOf(taps: Float32Array, count: number, padded: number): Float32Array {
  const ends = new Float32Array(2 * padded);
  for (let i = 0; i < count; i++) {
    let [re, im] = [0, 0];
    for (let n = Math.max(-REACH, i - count + 1); n <= Math.min(REACH, i); n++) {
      re += taps[n + REACH]!;
      im += taps[PARTS + n + REACH]!;
    }
    const over = 1 / (re * re + im * im);
    ends[i] = re * over;
    ends[padded + i] = -im * over;
  }
  return ends;
}

function placed(kernels: Kernels, scratch: Scope, values: Float32Array): FloatsAt {
  const block = scratch.floats(values.length);
  kernels.floats(block, values.length).set(values);
  return block;
}
