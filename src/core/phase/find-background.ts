import type { ComplexPlane } from '../kernel/plane.ts';
import type { Kernels } from '../kernel/kernels.ts';
import type { BackgroundRegion } from './background-region.ts';
import type { BackgroundSettings } from './background-settings.ts';
import { brightTiles, hasDimTiles, litAllOver, type LitTiles } from './bright-tiles.ts';
import { carriedDegrees, degreesThatReach } from './carried-degrees.ts';
import { chooseDegree, type ChosenPhase, type PhaseOfTiles } from './choose-degree.ts';
import { areSmall, coherenceAround } from './coherence-around.ts';
import { fitBroadly } from './fit-broadly.ts';
import { flatOrLevel } from './flat-or-level.ts';
import { legendreDesign } from './legendre.ts';
import { chanceOfLevel, levelStandsOut } from './light-of-tiles.ts';
import { quietTiles } from './quiet-tiles.ts';
import { divide } from './smooth-series.ts';
import {
  meanSlopes,
  plusSurface,
  slopesAmong,
  tiltOfMost,
  withSurface,
  type Over,
} from './surface-slopes.ts';
import { tilesOf, type Slopes, type Tiles } from './tiles.ts';

/** A field on a plane. */
export interface Sampled {
  readonly plane: ComplexPlane;
  /** used part of the plane */
  readonly rows: number;
  readonly cols: number;
}

export interface BackgroundOptions extends Pick<PhaseOfTiles, 'isRest'> {
  /** degrees of the phase to choose from, ascending */
  readonly degrees: readonly number[];
  /** degrees to choose from instead where the first leave a surface, ascending; absent: none */
  readonly bent?: readonly number[];
  /** degrees of the amplitude to choose from, ascending */
  readonly amplitudeDegrees: readonly number[];
  /** samples at each edge that the fit leaves out */
  readonly margin: number;
  /** what holds no sample, where a person has said it: the fit uses nothing else */
  readonly region?: BackgroundRegion | null;
  /**
   * Where no person has given a region: `in-focus` bends a surface no further than those parts of the frame carry it that are bright;
   * `out-of-focus` besides takes none at all that holds no more of it than chance does: what bright parts of a sample send past
   * themselves is no background. Absent: all of the frame is taken to be lit.
   */
  readonly lit?: 'in-focus' | 'out-of-focus';
  /** E|n|² of the camera's noise in the field; absent: none */
  readonly noise?: number;
  /** a sample is known to fill the frame: no level is looked for, and all of it counts alike; absent: it is not known */
  readonly isFilled?: boolean | undefined;
}

/** rad: tile phases are not known better, and rounding errors of a frame without noise choose no degree. */
const LEAST_SCALE = 2e-4;

/** A surface that was found, the field's plane already divided by its slopes. */
export interface FoundBackground {
  /** of the field so divided */
  readonly tiles: Tiles;
  /** rad, Legendre coefficients of the highest degree */
  readonly slopes: Float64Array;
  readonly highest: number;
  /** those degrees that the tiles carry */
  readonly carried: (degrees: readonly number[]) => readonly number[];
  readonly level: Level;
}

interface Level extends ChosenPhase {
  /** no level stands out: a sample fills the frame, and all of it counts alike */
  readonly isBroad: boolean;
  /** shares of the light, and of the frame, that lie in tiles that the surface rests on */
  readonly light: number;
  readonly share: number;
  /** how many tiles that is, and how many phases drawn at random would put there */
  readonly used: number;
  readonly byChance: number;
}

/**
 * The surface that the background's tiles lie on. Out of focus it has to hold much of the light and of the frame. In focus it is
 * also looked for among those tiles alone that are bright beside where most of the light is, where these are fewer.
 * @param field changed: divided by the slopes of what is found
 * @throws Problem INVALID_INPUT where the region given is too small for the degree
 * @returns null where there is none; the field is then unchanged
 */
export function findBackground(
  kernels: Kernels,
  field: Sampled,
  options: BackgroundOptions,
  settings: BackgroundSettings,
): FoundBackground | null {
  const { noise = 0, region = null } = options;
  const lit = region ? undefined : options.lit;
  const find = (light: LitTiles) => findSurface(kernels, field, options, light, settings);
  // a region was said to hold no sample
  if (!lit) return find(region ? litAllOver : { ...litAllOver, noise });
  const light = { noise, isUneven: true, isBrightOnly: false, isFocused: lit === 'in-focus' };
  const all = find(light);
  if (all && lit === 'in-focus' && !hasDimTiles(all.tiles, light, settings)) return all;
  if (all && lit === 'out-of-focus' && isBeam(all.level, settings)) return all;
  if (all) putBack(kernels, field, all);
  if (lit === 'out-of-focus') return null;
  const bright = find({ ...light, isBrightOnly: true });
  if (!all || (bright && beyondChance(bright.level) > beyondChance(all.level))) return bright;
  if (bright) putBack(kernels, field, bright);
  divideBySlopes(kernels, field, all.highest, all.slopes);
  return all;
}

/** Whether a level holds much of the light and of the frame, and more of it than chance would give it. */
export function isBeam(
  { light, share, used, byChance }: Pick<Level, 'light' | 'share' | 'used' | 'byChance'>,
  settings: BackgroundSettings,
): boolean {
  const isMore = used >= settings.overChance * byChance;
  return isMore && Math.min(light, share) > settings.much;
}

function beyondChance({ used, byChance }: Level): number {
  return used - byChance;
}

/** Undoes what {@link findBackground} did to a field. */
export function putBack(
  kernels: Kernels,
  field: Sampled,
  { highest, slopes }: Pick<FoundBackground, 'highest' | 'slopes'>,
): void {
  divideBySlopes(
    kernels,
    field,
    highest,
    slopes.map((c) => -c),
  );
}

function divideBySlopes(
  kernels: Kernels,
  { plane, rows, cols }: Sampled,
  degree: number,
  slopes: Float64Array,
): void {
  divide(kernels, plane, rows, cols, degree, slopes, 0, new Float64Array([1]));
}

function findSurface(
  kernels: Kernels,
  field: Sampled,
  options: BackgroundOptions,
  light: LitTiles,
  settings: BackgroundSettings,
): FoundBackground | null {
  const { plane, rows, cols } = field;
  const { margin, region = null } = options;
  const look = () => tilesOf(kernels, plane, rows, cols, margin, region);
  const first = look();
  const inside = Uint8Array.from(brightTiles(first, light, settings));
  const most = Math.max(...options.degrees, ...options.amplitudeDegrees);
  const reached = degreesThatReach(first, inside, most, settings.mostReach);
  const carried = (degrees: readonly number[]) => {
    if (region) return carriedDegrees(first, degrees, settings, region);
    return light.isUneven ? reached(degrees) : degrees;
  };
  const degrees = carried(options.degrees);
  const highest = Math.max(...degrees);
  const over = { rows, cols, degree: highest };
  const rough = fitSlopes(kernels, first, first.near, over, light, settings);
  if (!rough) return null;
  divideBySlopes(kernels, field, highest, rough);
  const second = look();
  const rest =
    fitSlopes(kernels, second, second.far, over, light, settings) ?? new Float64Array(rough.length);
  divideBySlopes(kernels, field, highest, rest);
  const slopes = rough.map((c, k) => c + rest[k]!);
  const tiles = look();
  const level = refinePhase(
    kernels,
    tiles,
    { ...over, slopes, isRest: options.isRest, isFilled: options.isFilled },
    degrees,
    light,
    settings,
  );
  if (level) return { tiles, slopes, highest, carried, level };
  putBack(kernels, field, { highest, slopes });
  return null;
}

/** Legendre coefficients (rad) of the phase whose gradient the slopes follow; the constant is 0. */
export function fitSlopes(
  kernels: Kernels,
  tiles: Tiles,
  slopes: Slopes,
  over: Over,
  light: LitTiles,
  settings: BackgroundSettings,
): Float64Array | null {
  return slopesAmong(kernels, tiles, slopes, over, brightTiles(tiles, light, settings));
}

type Wanted = Pick<BackgroundOptions, 'isRest' | 'isFilled'>;

/** Chooses degree and surface for the tiles' phases, their field already divided by the slopes. */
function refinePhase(
  kernels: Kernels,
  tiles: Tiles,
  { slopes, isRest, isFilled = false, ...over }: Over & Pick<FoundBackground, 'slopes'> & Wanted,
  degrees: readonly number[],
  light: LitTiles,
  settings: BackgroundSettings,
): Level | null {
  const lit = brightTiles(tiles, light, settings);
  const weight = quietTiles(tiles, lit, light.isUneven ? lit : tiles.inside, light.noise, settings);
  const candidates = sumOfWeights(weight);
  if (candidates < settings.leastTiles) return null;
  const model = legendreDesign(tiles, Math.max(...degrees));
  const phases = plusSurface(tiles.phase, model, slopes);
  const whole = withSurface(tiles, tiles.near, slopes, over);
  const tiltOf = (some: Float64Array) => tiltOfMost(whole, over, some, settings.degree.coarse[0]!);
  const startOf = (some: Float64Array) => slopesAmong(kernels, tiles, whole, over, some) ?? slopes;
  const startOfMeans = (some: Float64Array) => {
    const means = meanSlopes(tiles, tiles.near, some, settings.degree.patches);
    return slopesAmong(kernels, tiles, withSurface(tiles, means, slopes, over), over, some) ?? slopes;
  };
  const of = { tiles, phases, weight, start: slopes, startOf, startOfMeans, tiltOf, isRest };
  const byLevels = chooseDegree(kernels, of, degrees, LEAST_SCALE, settings.degree);
  if (!byLevels) return null;
  const isLevel = !isFilled && levelStandsOut(byLevels.fit, candidates, settings.overChance);
  const broadly = { leastScale: LEAST_SCALE, isFilled };
  const broad = isLevel ? null : fitBroadly(kernels, of, byLevels, degrees, broadly, settings.degree);
  const chosen =
    isFilled && broad ? broad : amidRegions(kernels, of, broad ?? byLevels, degrees, light, settings);
  const isBroad = chosen === broad;
  const { weight: taken, scale } = isBroad ? byLevels.fit : chosen.fit;
  const used = countUsed(taken);
  return {
    ...{ ...chosen, isBroad },
    light: lightIn(tiles, taken) / lightIn(tiles, tiles.inside),
    share: used / countInside(tiles),
    used,
    byChance: chanceOfLevel(scale) * candidates,
  };
}

/** The surface that was chosen by levels, or, in focus, the one that leaves regions of quiet tiles flat: small ones are quiet with their neighbours. */
function amidRegions(
  kernels: Kernels,
  of: PhaseOfTiles,
  byLevels: ChosenPhase,
  degrees: readonly number[],
  { noise, isFocused }: LitTiles,
  settings: BackgroundSettings,
): ChosenPhase {
  const { tiles, weight } = of;
  if (noise === 0 || !isFocused) return byLevels;
  const around = () => ({ ...tiles, coherence: coherenceAround(kernels, tiles) });
  const quiet = areSmall(tiles) ? quietTiles(around(), weight, weight, noise, settings) : weight;
  if (countUsed(quiet) < settings.leastTiles) return byLevels;
  return flatOrLevel(kernels, { ...of, quiet }, byLevels, degrees, LEAST_SCALE, settings);
}

function lightIn({ modulus }: Tiles, some: ArrayLike<number>): number {
  let sum = 0;
  for (let t = 0; t < modulus.length; t++) if (some[t]! > 0) sum += modulus[t]! * modulus[t]!;
  return sum;
}

function countUsed(weight: Float64Array): number {
  let used = 0;
  for (const w of weight) if (w > 0) used += 1;
  return used;
}

export function countInside({ inside }: Tiles): number {
  return sumOfWeights(inside);
}

function sumOfWeights(weights: Float64Array | Uint8Array): number {
  let sum = 0;
  for (const one of weights) sum += one;
  return sum;
}
