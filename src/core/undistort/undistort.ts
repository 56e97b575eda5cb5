import type { NativeField } from '../demodulate/demodulate.ts';
import { tileBounds } from '../field/tile-bounds.ts';
import { floatsIn, floatsPerRow, inRow, TO_IMAGINARY } from '../kernel/complex-layout.ts';
import type { Kernels } from '../kernel/kernels.ts';
import { corner, type ComplexPlane, type RealPlane } from '../kernel/plane.ts';
import type { DistortionToCorrect } from '../rig/rig-correction.ts';
import { displacementDoubt, displacementOf } from './displacement.ts';
import { resampled, resamplingWeights } from './resample.ts';

/** Samples of the camera's frame: column i and row j lie at pixel (i · stepX, j · stepY). */
interface Grid {
  readonly rows: number;
  readonly cols: number;
  readonly stepX: number;
  readonly stepY: number;
}

/**
 * Puts what a field holds where it would be without the distortion of the lens: each sample takes the value of the place
 * where the lens shows it. The field is that at the sensor, less its carrier and the background frame: it is the object's
 * wave that passed the lens. Fringes are made behind it, straight, so that resampling the hologram itself would bend them.
 */
export function undistortField(
  kernels: Kernels,
  { plane, rows, cols, stepX, stepY }: NativeField,
  distortion: DistortionToCorrect,
): void {
  const used = corner(plane, rows, cols);
  const count = rows * cols;
  using scratch = kernels.scope();
  const [re, im] = [scratch.floats(count + 4), scratch.floats(count + 4)];
  kernels.wasm.splitParts(used, re, im);
  const parts = [re, im].map((part) => kernels.floats(part, count).slice());
  const from = placesOf({ rows, cols, stepX, stepY }, distortion);
  const moved = resampled({ rows, cols, parts }, resamplingWeights(kernels.wasm), from);
  kernels.floats(re, count).set(moved[0]!);
  kernels.floats(im, count).set(moved[1]!);
  kernels.wasm.joinParts(re, im, used);
}

/** The same of what each pixel of a camera saw: in-line the lens passes both waves, and what they make of each other. */
export function undistortPlane(
  kernels: Kernels,
  { ptr, rows, cols, pitch }: RealPlane,
  distortion: DistortionToCorrect,
): void {
  const values = kernels.floats(ptr, rows * pitch);
  const part = new Float32Array(rows * cols);
  for (let row = 0; row < rows; row += 1)
    part.set(values.subarray(row * pitch, row * pitch + cols), row * cols);
  const from = placesOf({ rows, cols, stepX: 1, stepY: 1 }, distortion);
  const [moved] = resampled({ rows, cols, parts: [part] }, resamplingWeights(kernels.wasm), from);
  for (let row = 0; row < rows; row += 1)
    values.set(moved!.subarray(row * cols, (row + 1) * cols), row * pitch);
}

/** Where each sample is seen, in samples. */
function placesOf({ stepX, stepY }: Grid, distortion: DistortionToCorrect) {
  const displaced = displacementOf(distortion);
  return (col: number, row: number, at: Float64Array): void => {
    const [x, y] = [col * stepX, row * stepY];
    const [dx, dy] = displaced(x, y);
    at[0] = (x + dx) / stepX;
    at[1] = (y + dy) / stepY;
  };
}

/** Pixels: what lies less than half of one beyond the outermost sample is as good as on it. */
const HARDLY = 0.5;

/** What a field is known by where its distortion was undone. */
export interface Undone {
  /** 1 for each sample that the camera saw nothing of, row by row; null: it saw all */
  readonly beyond: Uint8Array | null;
  /** rad² per tile, of the phase: what the places leave in doubt */
  readonly variance: Float64Array;
}

/** @param tiles a side of the grid that is averaged over */
export function undone(
  kernels: Kernels,
  field: Grid & { readonly plane: ComplexPlane },
  tiles: number,
  distortion: DistortionToCorrect | null,
): Undone | null {
  if (!distortion) return null;
  const variance = distortionDoubt(kernels, field, tiles, distortion);
  return { beyond: beyondTheFrame(field, distortion), variance };
}

function beyondTheFrame(grid: Grid, distortion: DistortionToCorrect): Uint8Array | null {
  const { rows, cols, stepX, stepY } = grid;
  const displaced = displacementOf(distortion);
  const [right, bottom] = [(cols - 1) * stepX + HARDLY, (rows - 1) * stepY + HARDLY];
  let some = false;
  const beyond = Uint8Array.from({ length: rows * cols }, (_, i) => {
    const [x, y] = [(i % cols) * stepX, Math.floor(i / cols) * stepY];
    const [dx, dy] = displaced(x, y);
    const isBeyond = x + dx < -HARDLY || y + dy < -HARDLY || x + dx > right || y + dy > bottom;
    some ||= isBeyond;
    return isBeyond ? 1 : 0;
  });
  return some ? beyond : null;
}

/**
 * What the distortion leaves in doubt of the phase, rad² per tile: by how much it changes, to the square, where things lie
 * off by what is not known of their places; bright places count as they carry phase.
 * @param field in focus; distortion is smooth, so what is off at the sensor is off by as much where the sample lies
 */
function distortionDoubt(
  kernels: Kernels,
  { plane, rows, cols, stepX, stepY }: Grid & { readonly plane: ComplexPlane },
  tiles: number,
  distortion: DistortionToCorrect,
): Float64Array {
  const doubt = displacementDoubt(distortion);
  const values = kernels.floats(plane.ptr, floatsIn(plane));
  const pitch = floatsPerRow(plane);
  const turned = (a: number, b: number) =>
    values[b + TO_IMAGINARY]! * values[a]! - values[b]! * values[a + TO_IMAGINARY]!;
  return Float64Array.from({ length: tiles * tiles }, (_, t) => {
    const y = tileBounds(Math.floor(t / tiles), tiles, rows - 1);
    const x = tileBounds(t % tiles, tiles, cols - 1);
    let [across, along] = [0, 0];
    for (let row = y.from; row < y.to; row += 1) {
      for (let col = x.from; col < x.to; col += 1) {
        const k = row * pitch + inRow(col);
        const px = turned(k, row * pitch + inRow(col + 1)) / stepX;
        const py = turned(k, k + pitch) / stepY;
        const [xx, xy, yy] = doubt(col * stepX, row * stepY);
        const power = values[k]! * values[k]! + values[k + TO_IMAGINARY]! * values[k + TO_IMAGINARY]!;
        across += xx * px * px + 2 * xy * px * py + yy * py * py;
        along += power * power;
      }
    }
    return across / (along + 1e-300);
  });
}
