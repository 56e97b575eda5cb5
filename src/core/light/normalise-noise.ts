import type { CameraImage } from '../field/camera.ts';
import { MAD, medianInPlace } from '../fit/median.ts';
import type { RealPlane } from '../kernel/plane.ts';
import type { Kernels } from '../kernel/kernels.ts';
import type { FrameNoiseSettings } from './light-settings.ts';
import { lossyNoise } from './lossy-noise.ts';

/** Noise of a frame, (counts)², as a function of the local mean in counts: offset + slope · mean. */
export interface FrameNoise {
  readonly offset: number;
  readonly slope: number;
  /** what of the offset a lossy file's rounding added; absent: nothing, or nobody knows */
  readonly rounding?: number;
}

/** Sixth difference, Σ of its squares 924: what passes lies within 0.1 cycles/px of the corner of the spectrum. */
const DIFFERENCE = [1, -6, 15, -20, 15, -6, 1] as const;
const ENERGY = 924;
const REACH = 3;
const MOST_TILES = 16;
/** Pixels a side that a tile should have. */
const LEAST_TILE = 24;
/** Places the noise is read at, about: spread evenly over the frame. */
const PLACES = 40_000;
/** A sample rounded to whole counts has at least this much, (counts)². */
const ROUNDING = 1 / 12;

/**
 * The noise of a frame: the camera's, and of a lossy file what rounding added. Where such a file took noise away, as much is
 * stated as there was before, all of it as shot noise.
 * @param broken pixels, as places among the plane's floats: nothing that sees one is looked at
 */
export function frameNoise(
  kernels: Kernels,
  image: Pick<CameraImage, 'plane' | 'crop' | 'mean' | 'quantisation'>,
  settings: FrameNoiseSettings,
  broken: readonly number[] = [],
): FrameNoise {
  const { plane, mean, quantisation } = image;
  const lossy = quantisation && lossyNoise(kernels, image, quantisation);
  if (!lossy || !(mean > 0)) return measureFrameNoise(kernels, plane, settings, broken);
  return { offset: lossy.rounding, slope: lossy.before / mean, rounding: lossy.rounding };
}

/**
 * Measures the camera's noise from the frame itself, assuming that it is white and that neither light nor fringes
 * reach the corner of the spectrum (about 0.4 to 0.5 cycles/px along x and y at once) in most places: the sixth
 * difference along x of the sixth difference along y sees nothing else. Places of like brightness are read together,
 * and the median of the modulus passes over the few edges that do reach there. Against the brightness this gives read
 * noise and shot noise without knowing the camera's gain; a class that fringes fill is too noisy, never too quiet,
 * and the line forgets it. A frame that was smoothed or upscaled is not white: its noise comes out too low.
 */
function measureFrameNoise(
  kernels: Kernels,
  plane: RealPlane,
  settings: FrameNoiseSettings,
  broken: readonly number[],
): FrameNoise {
  const samples = kernels.floats(plane.ptr, plane.rows * plane.pitch);
  const least = areWhole(samples) ? ROUNDING : 0;
  const { mean, modulus } = readPlaces(samples, plane, broken);
  const order = Uint32Array.from(mean.keys()).sort((a, b) => mean[a]! - mean[b]!);
  const size = Math.max(32, Math.ceil(order.length / settings.classes));
  const means: number[] = [];
  const variances: number[] = [];
  for (let from = 0; from + size / 2 < order.length; from += size) {
    const places = order.subarray(from, from + size);
    const sigma = (MAD * medianInPlace(Float64Array.from(places, (k) => modulus[k]!))) / ENERGY;
    means.push(places.reduce((sum, k) => sum + mean[k]!, 0) / places.length);
    variances.push(Math.max(sigma * sigma, least));
  }
  // with a broken pixel near every place all places are read, as if none were: noise is never nothing
  if (means.length === 0 && broken.length > 0) return measureFrameNoise(kernels, plane, settings, []);
  return lowerLine(means, variances, settings);
}

/** Whether most counts are whole: others may stand for pixels that measured nothing. */
function areWhole(samples: Float32Array): boolean {
  let broken = 0;
  for (let k = 0; k < samples.length; k += 1) if (!Number.isInteger(samples[k]!)) broken += 1;
  return 2 * broken < samples.length;
}

/** Tiles a side to state the noise over, fewer for small frames. */
export function noiseTiles({ rows, cols }: RealPlane): number {
  return Math.max(2, Math.min(MOST_TILES, Math.floor(Math.min(rows, cols) / LEAST_TILE)));
}

export function varianceAt(noise: FrameNoise, mean: number): number {
  return Math.max(0, noise.offset + noise.slope * Math.max(0, mean));
}

/** Mean over the 7 × 7 samples around each place, and modulus of the difference there. */
function readPlaces(samples: Float32Array, { rows, cols, pitch }: RealPlane, broken: readonly number[]) {
  const sees = aboutBroken({ rows, pitch }, broken);
  const step = Math.max(1, Math.floor(Math.sqrt((rows * cols) / PLACES)));
  const mean: number[] = [];
  const modulus: number[] = [];
  for (let row = REACH; row < rows - REACH; row += step)
    for (let col = REACH; col < cols - REACH; col += step) {
      if (sees?.[row * pitch + col]) continue;
      let difference = 0;
      let sum = 0;
      for (let dy = -REACH; dy <= REACH; dy++) {
        const at = (row + dy) * pitch + col;
        const one = samples[at - 1]! + samples[at + 1]!;
        const two = samples[at - 2]! + samples[at + 2]!;
        const three = samples[at - 3]! + samples[at + 3]!;
        sum += samples[at]! + one + two + three;
        difference += DIFFERENCE[dy + REACH]! * (three - 6 * two + 15 * one - 20 * samples[at]!);
      }
      mean.push(sum / ((2 * REACH + 1) * (2 * REACH + 1)));
      modulus.push(Math.abs(difference));
    }
  return { mean: Float64Array.from(mean), modulus: Float64Array.from(modulus) };
}

/** The places that have a broken pixel within reach; null: none has. */
function aboutBroken({ rows, pitch }: Pick<RealPlane, 'rows' | 'pitch'>, broken: readonly number[]) {
  if (broken.length === 0) return null;
  const sees = new Uint8Array(rows * pitch);
  for (const at of broken)
    for (let dy = -REACH; dy <= REACH; dy += 1) {
      const from = at + dy * pitch - REACH;
      sees.fill(1, Math.max(0, from), Math.max(0, from + 2 * REACH + 1));
    }
  return sees;
}

/** The classes kept settle within a few; they might also take turns. */
const ROUNDS = 12;

/** Line through (mean, variance) with neither term negative, refitted without the classes that lie well above it. */
export function lowerLine(
  mean: readonly number[],
  variance: readonly number[],
  { leastSpread, above }: FrameNoiseSettings,
): FrameNoise {
  let used = mean.map(() => true);
  let line = fitLine(mean, variance, used, leastSpread);
  for (let round = 0; round < ROUNDS; round++) {
    const next = mean.map((m, t) => variance[t]! <= (1 + above) * varianceAt(line, m));
    if (next.every((keep, t) => keep === used[t])) break;
    // a line through next to nothing says nothing
    if (next.filter(Boolean).length < mean.length / 8) break;
    used = next;
    line = fitLine(mean, variance, used, leastSpread);
  }
  return line;
}

function fitLine(
  mean: readonly number[],
  variance: readonly number[],
  used: readonly boolean[],
  leastSpread: number,
): FrameNoise {
  const places = mean.map((_, t) => t).filter((t) => used[t]);
  const n = places.length;
  const mx = places.reduce((sum, t) => sum + mean[t]!, 0) / n;
  const my = places.reduce((sum, t) => sum + variance[t]!, 0) / n;
  if (!(mx > 0)) return { offset: my, slope: 0 };
  const proportional = { offset: 0, slope: my / mx };
  let sxx = 0;
  let sxy = 0;
  for (const t of places) {
    sxx += (mean[t]! - mx) * (mean[t]! - mx);
    sxy += (mean[t]! - mx) * (variance[t]! - my);
  }
  if (Math.sqrt(sxx / n) < leastSpread * mx) return proportional;
  const slope = sxy / sxx;
  const offset = my - slope * mx;
  if (slope < 0) return { offset: my, slope: 0 };
  return offset < 0 ? proportional : { offset, slope };
}
