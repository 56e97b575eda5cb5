import { floatsPerRow, inRow, TO_IMAGINARY } from '../../kernel/complex-layout.ts';
import { withHolesFilled } from '../../field/holes.ts';
import { selectInPlace } from '../../fit/median.ts';
import type { Kernels } from '../../kernel/kernels.ts';
import { SURELY_FREE } from '../../light/evident-series.ts';
import { phaseBlindBelow } from '../background/phase-background.ts';
import { smoothed, within, type GridSize } from './couple/coupled-parts.ts';
import type { RetrievalLevel } from './retrieval-level.ts';
import type { LeftLightSettings } from './retrieval-settings.ts';
import { restAt } from './unexplained-rest.ts';

/** What of the light is left in amplitudes, over 1, at the samples of one resolution, row by row. */
export interface LightLeft extends GridSize {
  readonly over: Float32Array;
  /** root mean square of that, exceeded in three quarters of the parts of the frame: light is uneven all over, a sample is somewhere */
  readonly everywhere: number;
  /** the most of it where more than half of a place shows */
  readonly peak: number;
}

/** Share of a place that must be free of sample for its light to be seen rather than foretold. */
const SEEN = 0.5;
/** What the quantile of |z|² of the places that are surely free is for a complex normal z of variance 1. */
const ITS_QUANTILE = 0.2877;

/**
 * What of the light is left in frames that were divided by a smooth estimate of it: parasitic fringes, a stain, a fall-off that no series
 * follows. Once a sample is known, what it does to the beam goes out of the amplitude, A / |P x|; and what is left of that, where nothing
 * is in the beam and no broader than the phase that is hardly recorded, is light. A retrieval takes it for broad phase, of radians: what is
 * brighter than the beam can be nothing else to a sample that amplifies nothing.
 *
 * A sample is what stands out of all that is so broad, with what lies between: clouds don't. Of several frames it is what they have in common:
 * what changes from one to the next no sample makes, and it averages out in what they come to together.
 * @param level solved; its estimates are lost
 * @param distances µm, of each frame
 */
export function lightLeft(
  kernels: Kernels,
  level: RetrievalLevel,
  distances: readonly number[],
  { evidence, stands }: LeftLightSettings,
): LightLeft {
  const { optics, x, grid } = level;
  const pitch = Math.min(optics.sampling.pitchX, optics.sampling.pitchY);
  // three means over so many samples are as wide as a Gaussian that passes the blind frequency by exp(−½)
  const sigma = 1 / (2 * Math.PI * phaseBlindBelow(optics.wavelength, distances) * pitch);
  const reach = Math.max(1, Math.round(Math.sqrt(sigma * sigma + 0.25) - 0.5));
  const broad = (size: GridSize, values: ArrayLike<number>) =>
    [1, 2, 3].reduce((of: ArrayLike<number>) => smoothed(size, of, reach), values);
  const farthest = Math.max(...distances.map(Math.abs));
  const fringe = Math.sqrt(optics.wavelength * farthest) / pitch;
  const sample = sampleOf(kernels, level, (values) => broad(grid, values), fringe, { evidence, stands });
  const before = putBeam(kernels, level, sample);
  level.begin();
  level.residual(0);
  kernels.floats(x.ptr, before.length).set(before);
  level.begin();
  const hides = within(grid, sample, Math.round(fringe / 2));
  const { rows, cols } = optics;
  const [sum, weight] = [new Float32Array(rows * cols), new Float32Array(rows * cols)];
  const rests = level.sensor.matched.map((frame) => restAt(kernels, frame));
  for (let y = 0; y < rows; y += 1)
    for (let col = 0; col < cols; col += 1) {
      if (hides[(grid.firstRow + y) * grid.cols + grid.firstCol + col]) continue;
      for (const rest of rests) {
        const missed = rest(y, col);
        if (Number.isNaN(missed)) continue;
        sum[y * cols + col]! += missed / rests.length;
        weight[y * cols + col]! += 1 / rests.length;
      }
    }
  const [over, seen] = [broad(optics, sum), broad(optics, weight)];
  // as much of a place as light is known to
  const left = Float32Array.from(over, (value, i) => value / (seen[i]! + evidence.slack));
  const everywhere = unevenEverywhere({ rows, cols }, left, weight, evidence.parts);
  const peak = left.reduce((all, value, i) => (seen[i]! > SEEN ? Math.max(all, Math.abs(value)) : all), 0);
  return { rows, cols, over: left, everywhere, peak };
}

/** The lower quartile over the parts of a frame of what the light's root mean square is where it shows. */
function unevenEverywhere(
  { rows, cols }: GridSize,
  light: Float32Array,
  shows: Float32Array,
  parts: number,
): number {
  const [sums, counts] = [new Float64Array(parts * parts), new Float64Array(parts * parts)];
  for (let y = 0; y < rows; y += 1)
    for (let x = 0; x < cols; x += 1) {
      if (!shows[y * cols + x]) continue;
      const part = Math.floor((parts * y) / rows) * parts + Math.floor((parts * x) / cols);
      sums[part]! += light[y * cols + x]! * light[y * cols + x]!;
      counts[part]! += 1;
    }
  const seen = sums.map((sum, part) => sum / counts[part]!).filter((square) => !Number.isNaN(square));
  return seen.length > 0 ? Math.sqrt(selectInPlace(seen, Math.floor(seen.length / 4))) : 0;
}

/** 1 on the level's grid where the sample is: what stands out of all that is broad, and what it encloses. */
function sampleOf(
  kernels: Kernels,
  { x, grid, optics }: RetrievalLevel,
  broad: (values: ArrayLike<number>) => ArrayLike<number>,
  fringe: number,
  { evidence: { proven }, stands }: LeftLightSettings,
): Uint8Array {
  const samples = kernels.floats(x.ptr, x.rows * floatsPerRow(x));
  const squares = new Float32Array(grid.rows * grid.cols);
  for (const part of [0, TO_IMAGINARY]) {
    const values = new Float32Array(grid.rows * grid.cols);
    for (let y = 0; y < grid.rows; y += 1)
      for (let col = 0; col < grid.cols; col += 1)
        values[y * grid.cols + col] =
          samples[y * floatsPerRow(x) + inRow(col) + part]! - (part === 0 ? 1 : 0);
    const once = less(values, broad(values));
    less(once, broad(once)).forEach((value, i) => (squares[i]! += value * value));
  }
  const over = new Float32Array(optics.rows * optics.cols);
  for (let y = 0; y < optics.rows; y += 1) {
    const from = (grid.firstRow + y) * grid.cols + grid.firstCol;
    over.set(squares.subarray(from, from + optics.cols), y * optics.cols);
  }
  const noise =
    selectInPlace(over as unknown as Float64Array, Math.floor(SURELY_FREE * over.length)) / ITS_QUANTILE;
  const least = Math.max(stands * stands, proven * proven * noise);
  const marks = squares.map((square) => (square > least ? 1 : 0));
  return closed(grid, marks, Math.round(fringe / 2));
}

function less(values: Float32Array, by: ArrayLike<number>): Float32Array {
  return values.map((value, i) => value - by[i]!);
}

/** Marks with what lies between them within twice `reach` samples, and what they enclose. */
function closed(size: GridSize, marks: ArrayLike<number>, reach: number): Uint8Array {
  const whole = withHolesFilled({ ...size, marks: within(size, marks, reach) });
  const outside = whole.map((mark) => 1 - mark);
  return within(size, outside, reach).map((mark) => 1 - mark);
}

/** The beam where there is no sample. @returns what was there, all floats of the iterate */
function putBeam(kernels: Kernels, { x, grid }: RetrievalLevel, sample: Uint8Array): Float32Array {
  const samples = kernels.floats(x.ptr, x.rows * floatsPerRow(x));
  const before = samples.slice();
  for (let y = 0; y < grid.rows; y += 1)
    for (let col = 0; col < grid.cols; col += 1) {
      if (sample[y * grid.cols + col]) continue;
      const at = y * floatsPerRow(x) + inRow(col);
      samples[at] = 1;
      samples[at + TO_IMAGINARY] = 0;
    }
  return before;
}
