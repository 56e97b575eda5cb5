import type { CameraImage } from '../field/camera.ts';
import { tileBounds } from '../field/tile-bounds.ts';
import { tileMoments } from '../field/tile-moments.ts';
import { EDGE } from '../sideband/bandwidth.ts';
import { medianInPlace } from '../fit/median.ts';
import type { Kernels } from '../kernel/kernels.ts';
import type { RealPlane } from '../kernel/plane.ts';
import type { NoiseSettings } from './noise-settings.ts';
import { demodulate, fadeAt, nativeGrid } from '../demodulate/demodulate.ts';
import type { Frequency } from '../field/frequency.ts';
import type { PowerSpectrum } from '../spectrum/power-spectrum.ts';

/** Variance of the camera's noise as a function of the local mean: offset + slope · mean, (counts)². */
export interface CameraNoise {
  readonly offset: number;
  readonly slope: number;
  /** where in the spectrum it was measured, cycles/px */
  readonly at: Frequency;
  /** mean over the frame, (counts)² */
  readonly meanVariance: number;
}

/** A side of the frame is cut into: the noise follows the light, which varies smoothly. */
const TILES = 8;

/**
 * Measures the noise where the spectrum is empty, without knowing the camera's gain. How much there is says the level
 * of all places that carry neither sideband nor autocorrelation term. How it follows the light says one of them: the
 * frame demodulated there is nothing but noise, and its local power against the local mean tells read noise from shot
 * noise. The frame fades towards its edges, or the fringes' jump from one edge to the opposite one would drown the noise.
 */
export function measureCameraNoise(
  kernels: Kernels,
  spectrum: PowerSpectrum,
  image: CameraImage,
  settings: NoiseSettings,
): CameraNoise {
  const { radius } = settings;
  const { rows, cols } = image.plane;
  const { at, level } = emptyPlaces(spectrum, rows * cols, settings);
  const taper = Math.floor(Math.min(rows, cols) / 2);
  const filter = { passRadius: radius / (1 + EDGE), stopRadius: radius, taper };
  using scope = kernels.scope();
  const noise = demodulate(kernels, scope, image, at, filter, nativeGrid(rows, cols, radius));
  const { power } = tileMoments(kernels, noise.plane, noise.rows, noise.cols, TILES);
  const fadeX = fadePerTile(kernels, cols, taper, noise.cols, noise.stepX);
  const fadeY = fadePerTile(kernels, rows, taper, noise.rows, noise.stepY);
  const fade = power.map((_, t) => fadeX[t % TILES]! * fadeY[Math.floor(t / TILES)]!);
  const used = [...fade.keys()].filter((t) => fade[t]! >= settings.leastFade);
  const sum = (values: Float64Array) => used.reduce((total, t) => total + values[t]!, 0);
  const meanVariance = level / spectrum.windowEnergy;
  const scale = (meanVariance * sum(fade)) / (sum(power) + 1e-300);
  const means = tileMeans(kernels, image.plane, TILES);
  const line = fitLine(
    used.map((t) => means[t]!),
    used.map((t) => (scale * power[t]!) / fade[t]!),
    used.map((t) => fade[t]!),
    settings.evidence.clear,
  );
  return { ...line, at, meanVariance };
}

/** Mean of the squared fade of a side of `count` pixels over the samples in each of its tiles. */
function fadePerTile(
  kernels: Kernels,
  count: number,
  taper: number,
  samples: number,
  step: number,
): Float64Array {
  const fade = fadeAt(kernels, count, taper, samples, step);
  return Float64Array.from({ length: TILES }, (_, t) => {
    const { from, to } = tileBounds(t, TILES, samples - 1);
    let sum = 0;
    for (let k = from; k < to; k++) sum += fade[k]! * fade[k]!;
    return sum / (to - from);
  });
}

/** Neighbouring bins of a Hann-windowed spectrum hang together: this many hold one independent number, (35/18)². */
const BINS_PER_NUMBER = 3.78;

/**
 * Of a grid of places, the one whose disc holds the least power; and the median power per bin of all whose discs hold no
 * more than noise. (The least of many is below that by chance, in a small frame by a quarter.)
 */
function emptyPlaces(
  spectrum: PowerSpectrum,
  pixels: number,
  settings: NoiseSettings,
): { readonly at: Frequency; readonly level: number } {
  const { quiet } = quietPlaces(spectrum, pixels, settings);
  return { at: quiet[0]!.at, level: medianInPlace(Float64Array.from(quiet, ({ mean }) => mean)) };
}

/** Of such a grid the places that hold no more than noise, the emptiest one first, and which share of all that is. */
export function quietPlaces(
  spectrum: PowerSpectrum,
  pixels: number,
  { radius, evidence }: NoiseSettings,
): { readonly quiet: readonly { readonly at: Frequency; readonly mean: number }[]; readonly share: number } {
  const places: { readonly at: Frequency; readonly mean: number }[] = [];
  for (let j = -7; j <= 7; j++) {
    for (let i = 1; i <= 7; i++) {
      if (j === 0) continue;
      const at = { x: i * 0.0625, y: j * 0.0625 };
      places.push({ at, mean: discMean(spectrum, at, radius) });
    }
  }
  places.sort((a, b) => a.mean - b.mean);
  const error = Math.sqrt(BINS_PER_NUMBER / (Math.PI * radius * radius * pixels));
  const most = places[0]!.mean * (1 + evidence.proven * error);
  const quiet = places.filter(({ mean }) => mean <= most);
  return { quiet, share: quiet.length / places.length };
}

/** Mean power per bin over the cells whose centres lie within the filter around a frequency. */
function discMean({ cells, rows, cols }: PowerSpectrum, centre: Frequency, radius: number): number {
  let sum = 0;
  let count = 0;
  // columns and rows that may lie within it
  const perCell = cells.fx(1) - cells.fx(0);
  const column = (x: number) => Math.round((x - cells.fx(0)) / perCell);
  const first = Math.max(0, column(centre.x - radius) - 1);
  const end = Math.min(cells.cols, column(centre.x + radius) + 2);
  const perRow = cells.fy(1) - cells.fy(0);
  const row = (y: number) => Math.round((y - cells.fy(0)) / perRow);
  const bottom = Math.min(cells.rows, row(centre.y + radius) + 2);
  for (let j = Math.max(0, row(centre.y - radius) - 1); j < bottom; j++) {
    const dy = cells.fy(j) - centre.y;
    if (Math.abs(dy) > radius) continue;
    for (let i = first; i < end; i++) {
      const dx = cells.fx(i) - centre.x;
      if (dx * dx + dy * dy > radius * radius) continue;
      sum += cells.power[j * cells.cols + i]!;
      count++;
    }
  }
  const binsPerCell = (cells.fx(1) - cells.fx(0)) * cols * (cells.fy(1) - cells.fy(0)) * rows;
  return count > 0 ? sum / (count * binsPerCell) : Infinity;
}

/** Local means of a frame over `tiles × tiles` tiles, row by row, counts. */
export function tileMeans(kernels: Kernels, plane: RealPlane, tiles: number): Float64Array {
  using scratch = kernels.scope();
  const out = scratch.doubles(tiles * tiles);
  kernels.wasm.shareMeans(plane, tiles, out);
  return kernels.doubles(out, tiles * tiles).slice();
}

/**
 * Weighted least squares line through (mean, variance), neither term negative. Where an offset does not stand out by
 * `proven` standard errors, all noise is taken as shot noise.
 */
function fitLine(
  mean: readonly number[],
  variance: readonly number[],
  weight: readonly number[],
  proven: number,
): { offset: number; slope: number } {
  const sum = (term: (t: number) => number) => weight.reduce((total, w, t) => total + w * term(t), 0);
  const total = sum(() => 1);
  const mx = sum((t) => mean[t]!) / total;
  const my = sum((t) => variance[t]!) / total;
  if (!(mx > 0)) return { offset: my, slope: 0 };
  const sxx = sum((t) => (mean[t]! - mx) * (mean[t]! - mx));
  const slope = sxx > 0 ? sum((t) => (mean[t]! - mx) * (variance[t]! - my)) / sxx : 0;
  const offset = my - slope * mx;
  const rest = (t: number) => variance[t]! - offset - slope * mean[t]!;
  const scatter = sum((t) => rest(t) * rest(t)) / Math.max(1, mean.length - 2);
  const error = Math.sqrt(scatter * (1 / total + (mx * mx) / sxx));
  if (!(offset > proven * error)) return { offset: 0, slope: my / mx };
  return slope < 0 ? { offset: my, slope: 0 } : { offset, slope };
}

/**
 * E|n|² of a demodulated field per tile (`tiles` a side), in (counts)²: the camera's variance at the local mean, times the share
 * of it that the filter passes.
 */
export function fieldVariance(
  kernels: Kernels,
  image: CameraImage,
  noise: CameraNoise,
  noiseGain: number,
  tiles: number,
): Float64Array {
  const means = tileMeans(kernels, image.plane, tiles);
  return means.map((mean) => noiseGain * Math.max(0, noise.offset + noise.slope * mean));
}
