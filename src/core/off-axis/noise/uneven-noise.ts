import type { EvidenceSettings } from '../../evidence/evidence-settings.ts';
import { burntIn } from '../../field/burnt-in.ts';
import type { Frame } from '../../field/frame.ts';
import type { Kernels } from '../../kernel/kernels.ts';
import type { RealPlane } from '../../kernel/plane.ts';
import { countsStep, type MeasuredFrame } from '../../sideband/measure-frame.ts';
import { quietPlaces, tileMeans } from '../../uncertainty/camera-noise.ts';
import type { NoiseSettings } from '../../uncertainty/noise-settings.ts';
import {
  discsApart,
  LEAST_EXPECTED,
  LEAST_QUIET_TILES,
  powersAround,
  QUIET_TILE,
} from '../../uncertainty/quiet-powers.ts';
import { middleOfFrame } from './middle-of-frame.ts';

/** Places of the spectrum that are looked at. */
const MOST_PLACES = 12;

/**
 * What a camera's noise is at a place follows the light there, and is the same at all frequencies. Programs that take it away leave the
 * more of it the less they knew a pattern again: of frequencies nearer to the fringes', and of one place more than of another. Then most
 * of the spectrum holds more than its emptiest places do, and the powers of these rise and fall together over the frame, by more than
 * chance and light make of them. Dust on a camera's window does either in few places, at all frequencies.
 * @returns how many times as much as by chance (standard deviations); null: no more than that, or it can't be told
 */
export function unevenNoise(
  kernels: Kernels,
  { image, spectrum }: MeasuredFrame,
  settings: NoiseSettings,
): number | null {
  const { evidence, radius } = settings;
  // rounding in a file with losses follows the pattern, too, and clipping takes what noise bright places have
  if (image.quantisation || image.fractionAtMaximum > evidence.saturated) return null;
  const { rows, cols } = image.plane;
  const { quiet, share } = quietPlaces(spectrum, rows * cols, settings);
  if (share > 1 / 2) return null;
  const places = discsApart(quiet, 2 * radius, MOST_PLACES);
  using scope = kernels.scope();
  const plane = middleOfFrame(kernels, scope, image.plane);
  const tiles = Math.floor(Math.min(plane.rows, plane.cols) / QUIET_TILE);
  if (places.length < 2 || tiles < LEAST_QUIET_TILES || burntIn(kernels, plane)) return null;
  const open = openTiles(kernels, plane, tiles, image.maximum);
  const used = (map: Float64Array) => insideOnly(map, tiles).filter((_, k) => open[k] === 1);
  const light = used(tileMeans(kernels, plane, tiles));
  if (light.length < open.length / 2) return null;
  const powers = places.map((at) =>
    used(powersAround(kernels, { plane, mean: image.mean }, at, radius, tiles).power),
  );
  const { spread, chance } = besideLight(powers, light);
  const excess = spread / chance - 1;
  // of so many tiles, and places, chance itself is known no better
  const error = Math.sqrt((2 / light.length) * (1 + 1 / (places.length - 1)));
  return excess > Math.max(evidence.clear, evidence.proven * error) ? Math.sqrt(spread / chance) : null;
}

/**
 * A camera's noise over what rounding to whole counts makes, both variances.
 * @param samples as they were sent
 * @param variance of the frame's noise, counts²
 * @returns null where rounding is not most of it
 */
export function noiseOverRounding(
  { quantisation, blur, fractionAtMaximum }: MeasuredFrame['image'],
  samples: Frame['samples'],
  variance: number,
  { saturated }: EvidenceSettings,
): number | null {
  // what rounds in a file with losses is known, and a blur that was undone took its share of noise back
  if (quantisation || blur || fractionAtMaximum > saturated) return null;
  const step = countsStep(samples);
  const times = (12 * variance) / (step * step);
  return times < 2 ? times : null;
}

/** Less the outermost tiles, where the frame fades. */
function insideOnly<T extends Float64Array | Uint8Array>(map: T, tiles: number): T {
  const isInside = (k: number) => k > 0 && k < tiles - 1;
  return map.filter((_, t) => isInside(t % tiles) && isInside(Math.floor(t / tiles))) as T;
}

/** 1 for inner tiles without the brightest of all samples, as their neighbours: a full pixel has every frequency. */
function openTiles(kernels: Kernels, plane: RealPlane, tiles: number, maximum: number): Uint8Array {
  const values = kernels.floats(plane.ptr, plane.rows * plane.pitch);
  const closed = new Uint8Array(tiles * tiles);
  for (let y = 0; y < plane.rows; y++)
    for (let x = 0; x < plane.cols; x++) {
      if (values[y * plane.pitch + x]! < maximum) continue;
      const [row, col] = [Math.floor((y * tiles) / plane.rows), Math.floor((x * tiles) / plane.cols)];
      for (let j = Math.max(0, row - 1); j <= Math.min(tiles - 1, row + 1); j++)
        closed.fill(1, j * tiles + Math.max(0, col - 1), j * tiles + Math.min(tiles, col + 2));
    }
  return insideOnly(closed, tiles).map((is) => 1 - is);
}

/**
 * Variance over the tiles of what the places' powers have in common, as shares of a straight line over the light, and what chance makes of
 * it, by what they differ among each other.
 */
function besideLight(powers: readonly Float64Array[], light: Float64Array) {
  const relative = powers.map((power) => {
    const mean = meanOf(power);
    return power.map((p) => p / mean);
  });
  const common = light.map((_, t) => meanOf(relative.map((power) => power[t]!)));
  const middle = meanOf(light);
  const along = light.map((l) => l - middle);
  const slope = sumOf(along, (l, t) => l * (common[t]! - 1)) / (sumOf(along, (l) => l * l) + 1e-300);
  // noise is nowhere less than a share of what it is on the whole
  const expected = along.map((l) => Math.max(LEAST_EXPECTED, 1 + slope * l));
  const shared = common.map((c, t) => c / expected[t]!);
  const mean = meanOf(shared);
  const spread = sumOf(shared, (s) => (s - mean) * (s - mean)) / (shared.length - 2);
  const own = relative.map((power) =>
    sumOf(power, (p, t) => {
      const off = p / expected[t]! - shared[t]!;
      return off * off;
    }),
  );
  const chance = sumOf(own, (o) => o) / (shared.length * (powers.length - 1) * powers.length);
  return { spread, chance };
}

function sumOf(values: ArrayLike<number>, of: (value: number, t: number) => number): number {
  let sum = 0;
  for (let t = 0; t < values.length; t++) sum += of(values[t]!, t);
  return sum;
}

function meanOf(values: ArrayLike<number>): number {
  return sumOf(values, (v) => v) / values.length;
}
