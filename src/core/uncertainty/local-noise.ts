import { fadeAt } from '../demodulate/demodulate.ts';
import type { CameraImage } from '../field/camera.ts';
import type { Frequency } from '../field/frequency.ts';
import { tileBounds } from '../field/tile-bounds.ts';
import { medianInPlace } from '../fit/median.ts';
import type { Kernels } from '../kernel/kernels.ts';
import type { PowerSpectrum } from '../spectrum/power-spectrum.ts';
import { quietPlaces, tileMeans, type CameraNoise } from './camera-noise.ts';
import type { NoiseSettings } from './noise-settings.ts';
import { discsApart, LEAST_EXPECTED, LEAST_QUIET_TILES, powersAround, QUIET_TILE } from './quiet-powers.ts';

/** Along a side. */
const MOST_TILES = 64;
/** Places of the spectrum that are looked at. */
const MOST_PLACES = 2;

/** By how much, in shares of it, a frame holds more than the camera's noise, on a square grid of tiles over the frame. */
export interface LocalNoise {
  readonly tiles: number;
  readonly excess: Float64Array;
}

/**
 * Tiles that hold more where the spectrum is empty than a camera's noise in such light: what no lens drew, as text and bars that were
 * drawn into a frame, dust and broken lines on a sensor, the edge of a stop before it. It reaches into the sideband as well, whose
 * rim makes it ring about.
 * @returns null where none is clear of chance, or it can't be told
 */
export function localNoise(
  kernels: Kernels,
  spectrum: PowerSpectrum,
  image: CameraImage,
  noise: CameraNoise,
  settings: NoiseSettings,
): LocalNoise | null {
  const { radius, evidence } = settings;
  const { rows, cols } = image.plane;
  const tiles = Math.min(MOST_TILES, Math.floor(Math.min(rows, cols) / QUIET_TILE));
  // what a file with losses rounds follows the pattern, and is stated by itself
  if (tiles < LEAST_QUIET_TILES || image.quantisation) return null;
  const { quiet } = quietPlaces(spectrum, rows * cols, settings);
  // from the middle one of those that are empty on: what was drawn misses the emptiest, and into the fullest the sample reaches
  const fuller = quiet.slice(0, Math.ceil(quiet.length / 2)).reverse();
  const places = discsApart(fuller, 2 * radius, MOST_PLACES);
  const means = tileMeans(kernels, image.plane, tiles);
  const least = LEAST_EXPECTED * noise.meanVariance;
  const over = new Float64Array(tiles * tiles);
  for (const at of places) {
    const power = evenPowers(kernels, image, at, radius, tiles);
    for (let t = 0; t < over.length; t++)
      over[t]! += power[t]! / Math.max(least, noise.offset + noise.slope * means[t]!);
  }
  const usual = medianInPlace(over.slice());
  const numbers = (places.length * Math.PI * radius * radius * rows * cols) / (tiles * tiles);
  const chance = 1 + evidence.sure / Math.sqrt(numbers);
  const excess = over.map((v) => (v > chance * usual ? v / usual - 1 : 0));
  return usual > 0 && excess.some((v) => v > 0) ? { tiles, excess } : null;
}

/** Mean squared modulus per tile of what lies around a frequency, as if the frame did not fade at its edges. */
function evenPowers(
  kernels: Kernels,
  image: CameraImage,
  at: Frequency,
  radius: number,
  tiles: number,
): Float64Array {
  const { rows, cols } = image.plane;
  const { power, samples } = powersAround(kernels, image, at, radius, tiles);
  const across = meanFade(fadeAt(kernels, cols, QUIET_TILE, samples.cols, samples.stepX), tiles);
  const down = meanFade(fadeAt(kernels, rows, QUIET_TILE, samples.rows, samples.stepY), tiles);
  return power.map((p, t) => p / (across[t % tiles]! * down[Math.floor(t / tiles)]!));
}

/** Mean of the squared fade of a side in each of its tiles. */
function meanFade(fade: Float32Array, tiles: number): Float64Array {
  return Float64Array.from({ length: tiles }, (_, t) => {
    const { from, to } = tileBounds(t, tiles, fade.length - 1);
    let sum = 0;
    for (let k = from; k < to; k++) sum += fade[k]! * fade[k]!;
    return sum / (to - from);
  });
}
