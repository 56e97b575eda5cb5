import { evidenceSettings } from '../evidence/evidence-settings.ts';
import { solveSymmetric } from '../fit/solve.ts';
import type { Kernels } from '../kernel/kernels.ts';
import type { RealPlane } from '../kernel/plane.ts';
import type { CameraImage } from './camera.ts';

/** px to either side of a pixel from which it is foretold. */
const REACH = 2;
const SIDE = 2 * REACH + 1;
const WINDOW = SIDE * SIDE;
const MIDDLE = WINDOW >> 1;
/** Places at which a frame's own covariance is taken: it is known to some hundredths. */
const PLACES = 2000;

interface Lattice {
  readonly samples: Float32Array;
  readonly pitch: number;
  /** of a pixel and those around it, row by row, in samples from it */
  readonly offsets: Int32Array;
}

/**
 * A frame without pixels that stand out alone, as hot and dead ones of a camera do: brighter or darker than all 24 around them by more
 * than those differ from each other, and by more than chance ever is from what they foretell. That takes their place: the best linear
 * prediction by the frame's own covariance, which knows its fringes (simple kriging). Nothing that passed optics stands out alone, and
 * what stands out by less costs no more than the fringes beside it are strong.
 * Where there are more than a frame is worth, they are something else and stay.
 * @param image its plane is changed
 */
export function withoutLonePixels(kernels: Kernels, image: CameraImage): CameraImage {
  const { plane, mean } = image;
  const { ptr, rows, cols, pitch } = plane;
  const offsets = Int32Array.from(
    { length: WINDOW },
    (_, k) => (Math.floor(k / SIDE) - REACH) * pitch + (k % SIDE) - REACH,
  );
  const found = standingOut(kernels, plane, Math.floor(evidenceSettings.spoilt * rows * cols));
  if (found.length === 0) return image;
  const of = { samples: kernels.floats(ptr, rows * pitch), pitch, offsets };
  const by = predictor(of, rows, cols, mean, found);
  if (!by) return image;
  const { samples } = of;
  let [count, full] = [0, 0];
  for (const at of found) {
    let foretold = mean;
    for (let k = 0; k < WINDOW; k++)
      if (k !== MIDDLE) foretold += by.weights[k]! * (samples[at + offsets[k]!]! - mean);
    if (Math.abs(samples[at]! - foretold) <= evidenceSettings.sure * by.sigma) continue;
    if (samples[at]! >= image.maximum) full++;
    samples[at] = foretold;
    count++;
  }
  if (count === 0) return image;
  return { ...image, fractionAtMaximum: image.fractionAtMaximum - full / (rows * cols), lonePixels: count };
}

/** Places of pixels beyond all around them by more than those span; none where there are more than `most`. */
function standingOut(kernels: Kernels, plane: RealPlane, most: number): Int32Array {
  using scope = kernels.scope();
  const out = scope.integers(most + 1);
  const count = kernels.wasm.standingOut(plane, out, most);
  return kernels.integers(out, count > most ? 0 : count).slice();
}

/** Weights of the pixels around one, and how far it lies from what they foretell. @returns null where the frame fixes none */
function predictor(
  { samples, pitch, offsets }: Lattice,
  rows: number,
  cols: number,
  mean: number,
  without: Int32Array,
): { readonly weights: Float64Array; readonly sigma: number } | null {
  const isOut = new Uint8Array(samples.length);
  for (const at of without) isOut[at] = 1;
  const covariance = new Float64Array(WINDOW * WINDOW);
  const off = new Float64Array(WINDOW);
  const inside = (rows - 2 * REACH) * (cols - 2 * REACH);
  const every = Math.max(1, Math.floor(inside / PLACES));
  let places = 0;
  for (let n = 0; n < inside; n += every) {
    const at = (REACH + Math.floor(n / (cols - 2 * REACH))) * pitch + REACH + (n % (cols - 2 * REACH));
    let isClear = true;
    for (let k = 0; k < WINDOW; k++) {
      off[k] = samples[at + offsets[k]!]! - mean;
      isClear &&= isOut[at + offsets[k]!] === 0;
    }
    if (!isClear) continue;
    addProducts(covariance, off);
    places++;
  }
  const around = Array.from({ length: WINDOW }, (_, k) => k).filter((k) => k !== MIDDLE);
  const of = (one: number, other: number) =>
    covariance[Math.max(one, other) * WINDOW + Math.min(one, other)]!;
  const matrix = Float64Array.from(around.flatMap((one) => around.map((other) => of(one, other))));
  const right = Float64Array.from(around, (one) => of(one, MIDDLE));
  const solved = solveSymmetric(matrix, right);
  if (!solved) return null;
  const weights = new Float64Array(WINDOW);
  around.forEach((k, n) => (weights[k] = solved[n]!));
  const left = of(MIDDLE, MIDDLE) - right.reduce((sum, c, n) => sum + c * solved[n]!, 0);
  return { weights, sigma: Math.sqrt(Math.max(0, left) / places) };
}

/** The lower half alone. */
function addProducts(sums: Float64Array, values: Float64Array): void {
  for (let i = 0; i < WINDOW; i++) {
    const own = values[i]!;
    for (let j = 0; j <= i; j++) sums[i * WINDOW + j]! += own * values[j]!;
  }
}

/** In words, for a flag. */
export function lonePixelWords(count: number): string {
  const those =
    count === 1
      ? '1 single pixel stands out from the 24 around it'
      : `${count} single pixels stand out from the 24 around each of them`;
  return `${those}, as hot and dead pixels of a camera do: what these foretell is in ${count === 1 ? 'its' : 'their'} place.`;
}
