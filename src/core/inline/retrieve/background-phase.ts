import { floatsIn, floatsPerRow, inRow, TO_IMAGINARY } from '../../kernel/complex-layout.ts';
import type { ComplexPlane } from '../../kernel/plane.ts';
import type { Kernels } from '../../kernel/kernels.ts';

/** The phase of the light that passed beside the sample, in rad. */
export interface BackgroundPhase {
  readonly centre: number;
  /** standard deviation: with nothing there to delay the light, all of it is error */
  readonly spread: number;
}

/** So many samples settle the mean to a hundredth of the spread, at no cost. */
const MOST_SAMPLES = 40_000;
/** A normal distribution has half of itself within ±0.6745 standard deviations. */
export const HALF_WIDTH = 0.6745;
const CLIP = 3;
const ROUNDS = 10;
/** The standard deviation of a normal distribution cut off at ±3 is smaller by this. */
const CLIPPED = 0.9865;

/**
 * Where most phases of a field lie: the shortest interval that holds half of them, then mean and spread of what lies
 * within three standard deviations. Right as long as the sample covers less than half of the frame.
 * @param field its commonest phase is not near ±π
 */
export function backgroundPhase(kernels: Kernels, field: ComplexPlane): BackgroundPhase {
  const phases = sampledPhases(kernels, field).sort();
  const half = phases.length >> 1;
  let start = 0;
  for (let i = 0; i + half < phases.length; i += 1) {
    if (phases[i + half]! - phases[i]! < phases[start + half]! - phases[start]!) start = i;
  }
  const width = phases[start + half]! - phases[start]!;
  let found = { centre: phases[start]! + width / 2, spread: width / 2 / HALF_WIDTH };
  for (let round = 0; round < ROUNDS; round += 1) found = clipped(phases, found);
  return found;
}

function clipped(phases: Float64Array, { centre, spread }: BackgroundPhase): BackgroundPhase {
  const isWithin = (phase: number) => Math.abs(phase - centre) <= CLIP * spread;
  let [count, sum, squares] = [0, 0, 0];
  for (const phase of phases) {
    if (!isWithin(phase)) continue;
    count += 1;
    sum += phase;
  }
  if (count === 0) return { centre, spread };
  const mean = sum / count;
  for (const phase of phases) if (isWithin(phase)) squares += (phase - mean) * (phase - mean);
  return { centre: mean, spread: Math.sqrt(squares / count) / CLIPPED };
}

function sampledPhases(kernels: Kernels, plane: ComplexPlane): Float64Array {
  const { rows, cols } = plane;
  const pitch = floatsPerRow(plane);
  const samples = kernels.floats(plane.ptr, floatsIn(plane));
  const step = Math.max(1, Math.ceil(Math.sqrt((rows * cols) / MOST_SAMPLES)));
  const phases = new Float64Array(Math.ceil(rows / step) * Math.ceil(cols / step));
  let count = 0;
  for (let y = 0; y < rows; y += step) {
    for (let x = 0; x < cols; x += step) {
      const at = y * pitch + inRow(x);
      phases[count] = kernels.wasm.atan2(samples[at + TO_IMAGINARY]!, samples[at]!);
      count += 1;
    }
  }
  return phases;
}

/** From the mean phase to its nearest peak; each pass brings it closer by far more than half. */
const PASSES = 5;

/**
 * Turns a field so that its commonest phase, that of the undisturbed beam, is 0. Intensities do not tell the phase of
 * the whole, so a retrieval may end anywhere.
 * @returns how far the phases of the undisturbed beam spread about 0: one standard deviation, rad
 */
export function turnBackground(kernels: Kernels, field: ComplexPlane): number {
  const { wasm } = kernels;
  using scope = kernels.scope();
  const out = scope.doubles(2);
  let [re, im] = [1, 0];
  for (let pass = 0; pass < PASSES; pass += 1) {
    wasm.sumNearPhase(field, out, { ur: re, ui: im });
    const [sumRe, sumIm] = kernels.doubles(out, 2) as unknown as [number, number];
    const length = Math.sqrt(sumRe * sumRe + sumIm * sumIm);
    if (length === 0) return 0;
    [re, im] = [sumRe / length, sumIm / length];
  }
  wasm.multiplyField(field, { ur: re, ui: -im });
  // that peak is broad, and phase objects pull it to their side
  const { centre, spread } = backgroundPhase(kernels, field);
  wasm.multiplyField(field, { ur: wasm.cos(centre), ui: -wasm.sin(centre) });
  return spread;
}
