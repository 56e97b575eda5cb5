import type { CameraImage } from '../field/camera.ts';
import type { Kernels } from '../kernel/kernels.ts';
import { demodulate, nativeGrid } from '../off-axis/demodulate.ts';
import type { PowerSpectrum } from '../off-axis/power-spectrum.ts';
import type { Frequency } from '../off-axis/sideband.ts';

/** Variance of the camera's noise as a function of the local mean: offset + slope · mean, (counts)². */
export interface CameraNoise {
  readonly offset: number;
  readonly slope: number;
  /** where in the spectrum it was measured, cycles/px */
  readonly at: Frequency;
  /** mean over the frame, (counts)² */
  readonly meanVariance: number;
}

/** cycles/px: wide enough for a good mean, narrow enough to fit between sidebands */
const RADIUS = 0.05;
const TILES = 8;
/** Below this relative spread of the tiles' means, offset and slope can't be told apart: all noise is taken as shot noise. */
const LEAST_SPREAD = 0.08;

/** Tiles whose squared fade is below this on average hold too little of the noise. */
const LEAST_FADE = 0.1;

/**
 * Measures the noise where the spectrum is emptiest: the frame, demodulated at a frequency that carries neither
 * sideband nor autocorrelation term, is nothing but the camera's noise in that band, and its local power is the local
 * variance. Against the local mean this gives read noise and shot noise without knowing the camera's gain. The frame
 * fades towards its edges, or the fringes' jump from one edge to the opposite one would drown the noise.
 */
export function measureCameraNoise(
  kernels: Kernels,
  spectrum: PowerSpectrum,
  image: CameraImage,
): CameraNoise {
  const { rows, cols } = image.plane;
  const at = emptiest(spectrum);
  const taper = Math.floor(Math.min(rows, cols) / 2);
  const filter = { passRadius: RADIUS / 1.15, stopRadius: RADIUS, taper };
  using scope = kernels.scope();
  const noise = demodulate(kernels, scope, image, at, filter, nativeGrid(rows, cols, RADIUS));
  const power = tilePower(kernels, noise.plane, noise.rows, noise.cols);
  const fadeX = fadePerTile(kernels, cols, taper);
  const fadeY = fadePerTile(kernels, rows, taper);
  const allMeans = tileMeans(kernels, image, TILES);
  const mean: number[] = [];
  const variance: number[] = [];
  for (let t = 0; t < power.length; t++) {
    const fade = fadeX[t % TILES]! * fadeY[Math.floor(t / TILES)]!;
    if (fade < LEAST_FADE) continue;
    mean.push(allMeans[t]!);
    variance.push(power[t]! / (fade * noise.noiseGain * luck));
  }
  return {
    ...fitLine(mean, variance),
    at,
    meanVariance: variance.reduce((a, b) => a + b, 0) / variance.length,
  };
}

/** Mean of the squared fade over each of the tiles along a side of `count` pixels. */
function fadePerTile(kernels: Kernels, count: number, taper: number): Float64Array {
  using scratch = kernels.scope();
  const window = scratch.block((count + 4) * 4);
  kernels.run.taperWindow(window, count, taper);
  const values = kernels.floats(window, count);
  const size = Math.floor(count / TILES);
  return Float64Array.from({ length: TILES }, (_, t) => {
    let sum = 0;
    for (let k = t * size; k < (t + 1) * size; k++) sum += values[k]! * values[k]!;
    return sum / size;
  });
}

/** Neighbouring bins of a Hann-windowed spectrum hang together: this many hold one independent number, (35/18)². */
const BINS_PER_NUMBER = 3.78;
/** Standard errors within which a disc may exceed the emptiest one and still hold nothing but the same noise. */
const SAME_NOISE = 6;

interface EmptiestPlace {
  readonly at: Frequency;
  /** its power over the mean of all places that hold no more than noise: below 1, since it is the least of many */
  readonly luck: number;
}

/** Of a grid of places, the one whose disc holds the least power, and by how much it does so by chance. */
function emptiest(kernels: Kernels, spectrum: PowerSpectrum): EmptiestPlace {
  const places: { at: Frequency; mean: number; bins: number }[] = [];
  for (let j = -7; j <= 7; j++) {
    for (let i = 1; i <= 7; i++) {
      const at = { x: i * 0.0625, y: j * 0.0625 };
      if (j === 0 || Math.abs(at.y) > 0.44 || at.x > 0.44) continue;
      const { mean, bins } = ringProfile(kernels, spectrum, at, { step: RADIUS, rings: 1 });
      if (bins[0]! > 0) places.push({ at, mean: mean[0]!, bins: bins[0]! });
    }
  }
  const least = places.reduce((a, b) => (b.mean < a.mean ? b : a));
  const most = least.mean * (1 + SAME_NOISE * Math.sqrt(BINS_PER_NUMBER / least.bins));
  const quiet = places.filter((p) => p.mean <= most);
  const level = quiet.reduce((sum, p) => sum + p.mean, 0) / quiet.length;
  return { at: least.at, luck: level > 0 ? least.mean / level : 1 };
}

function tilePower(
  kernels: Kernels,
  plane: { readonly ptr: number; readonly pitchBytes: number },
  rows: number,
  cols: number,
): Float64Array {
  const blockRows = Math.floor((rows - 1) / TILES);
  const blockCols = Math.floor((cols - 1) / TILES);
  using scratch = kernels.scope();
  const out = scratch.block(TILES * TILES * 64);
  kernels.run.blockMoments(plane.ptr, plane.pitchBytes, 0, 0, blockRows, blockCols, TILES, TILES, out);
  const moments = kernels.doubles(out, TILES * TILES * 8);
  return Float64Array.from({ length: TILES * TILES }, (_, t) => moments[t * 8 + 7]!);
}

/** Local means of the camera image over `tiles × tiles` tiles, row by row, counts. */
export function tileMeans(kernels: Kernels, image: CameraImage, tiles: number): Float64Array {
  const { plane } = image;
  using scratch = kernels.scope();
  const out = scratch.block(tiles * tiles * 8);
  const blockRows = Math.floor(plane.rows / tiles);
  const blockCols = Math.floor(plane.cols / tiles);
  kernels.run.blockMeans(plane.ptr, plane.pitch, 0, 0, blockRows, blockCols, tiles, tiles, out);
  return kernels.doubles(out, tiles * tiles).slice();
}

/** Least squares line through (mean, variance) with neither term negative. */
function fitLine(mean: readonly number[], variance: readonly number[]): { offset: number; slope: number } {
  const n = mean.length;
  const mx = mean.reduce((a, b) => a + b, 0) / n;
  const my = variance.reduce((a, b) => a + b, 0) / n;
  let sxx = 0;
  let sxy = 0;
  for (let t = 0; t < n; t++) {
    sxx += (mean[t]! - mx) * (mean[t]! - mx);
    sxy += (mean[t]! - mx) * (variance[t]! - my);
  }
  const proportional = { offset: 0, slope: mx > 0 ? my / mx : 0 };
  if (!(mx > 0)) return { offset: my, slope: 0 };
  if (Math.sqrt(sxx / n) < LEAST_SPREAD * mx) return proportional;
  const slope = sxy / sxx;
  const offset = my - slope * mx;
  if (slope < 0) return { offset: my, slope: 0 };
  return offset < 0 ? proportional : { offset, slope };
}
