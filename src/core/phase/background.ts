import { medianInPlace } from '../fit/median.ts';
import { fitRobustly } from '../fit/robust.ts';
import type { ComplexPlane } from '../kernel/plane.ts';
import { copyOf, copyPlane } from '../kernel/copy-plane.ts';
import type { Kernels } from '../kernel/kernels.ts';
import { fitBeam, seriesOfBeam } from './fit-beam.ts';
import { backgroundSettings, type BackgroundSettings } from './background-settings.ts';
import { litAllOver } from './bright-tiles.ts';
import type { ChosenPhase } from './choose-degree.ts';
import {
  countInside,
  findBackground,
  fitSlopes,
  putBack,
  type BackgroundOptions,
  type FoundBackground,
  type Sampled,
} from './find-background.ts';
import { leftBent } from './left-bent.ts';
import { legendreDesign, legendreTerms } from './legendre.ts';
import type { SmoothPhase } from './smooth-phase.ts';
import { divide, evaluateSeries, leastOfSeries, subtractSeries } from './smooth-series.ts';
import { tilesOf, wrapAngle, type Tiles } from './tiles.ts';

/** A smooth phase and amplitude, as Legendre series over the field's rectangle ([−1, 1] from first to last sample). */
export interface SmoothBackground {
  /** highest total degree of the phase */
  readonly degree: number;
  /** rad, in the order of {@link legendreTerms} */
  readonly phase: Float64Array;
  readonly amplitudeDegree: number;
  readonly amplitude: Float64Array;
  /** robust standard deviation of the tiles' phases about the fit, rad */
  readonly residual: number;
  /** share of the tiles (of those in the region, where there is one) that the fit rests on; small where little background is left */
  readonly backgroundShare: number;
  /** by how much each degree that was tried predicts left-out tiles better than the lowest one, nats per tile */
  readonly heldOutByDegree: readonly number[];
  /** other surfaces that the data allow: see {@link ChosenPhase} */
  readonly others: ChosenPhase['others'];
  /** tiles of the region that a person gave; null: there was none */
  readonly regionTiles: number | null;
}

/** Share of its mean below which the amplitude is never taken to be: in corners without background a series runs wild. */
export const LEAST_AMPLITUDE = 0.2;

/**
 * Fits the smooth phase and amplitude of the background, and takes them out of the field. The phase is first fitted
 * to its wrapped gradient (products of conjugate neighbours need no unwrapping) with an L1, then a redescending
 * loss, so a sample that covers less than about half the frame does not pull it; then refined on the tiles' phases,
 * where the degree is chosen that predicts left-out tiles best.
 * Least squares on unwrapped phase instead was wrong by radians in methods tried before (Colomb et al.,
 * doi:10.1364/AO.45.000851, describe the polynomial model).
 * @param plane changed: divided by the fitted background
 * @param isLevel tells of a plane so divided whether any of it lies level; where nothing does, a sample is all over the frame: all of it
 * counts alike, and no degree is looked for beyond the first that were given. Absent: it is not asked, nor where a person gave a region
 * @throws Problem INVALID_INPUT where the region given is too small for the degree
 * @returns null where too little of the field carries phase; the field is then unchanged
 */
export function removeSmoothBackground(
  kernels: Kernels,
  plane: ComplexPlane,
  rows: number,
  cols: number,
  {
    isLevel,
    ...options
  }: BackgroundOptions & { readonly isLevel?: ((left: ComplexPlane) => boolean) | undefined },
  settings: BackgroundSettings = backgroundSettings,
): SmoothBackground | null {
  if (!isLevel || options.region) return removeSurface(kernels, { plane, rows, cols }, options, settings);
  using scratch = kernels.scope();
  const before = copyOf(kernels, scratch, plane);
  const fit = removeSurface(kernels, { plane, rows, cols }, options, settings);
  if (!fit || isLevel(plane)) return fit;
  copyPlane(kernels, before, plane);
  const filled = { ...options, bent: [], isFilled: true };
  return removeSurface(kernels, { plane, rows, cols }, filled, settings);
}

function removeSurface(
  kernels: Kernels,
  { plane, rows, cols }: Sampled,
  options: BackgroundOptions,
  settings: BackgroundSettings,
): SmoothBackground | null {
  const { region = null } = options;
  const found = findBackground(kernels, { plane, rows, cols }, options, settings);
  if (!found) return null;
  const { tiles, slopes, highest, carried, level } = found;
  const { degree, coefficients: phase } = level;
  const correction = subtractSeries(phase, degree, slopes, highest);
  const { bent = [] } = options;
  if (
    bent.length > 0 &&
    leftBent(tiles, leftOf(tiles, correction, highest), level.fit.weight, bent, settings.degree)
  ) {
    putBack(kernels, { plane, rows, cols }, found);
    return removeBent(kernels, { plane, rows, cols }, options, level, settings);
  }
  const { degree: amplitudeDegree, amplitude } = fitAmplitude(
    kernels,
    tiles,
    level.fit.weight,
    carried(options.amplitudeDegrees),
    settings,
  );
  divide(kernels, plane, rows, cols, highest, correction, amplitudeDegree, amplitude, LEAST_AMPLITUDE);
  const { fit, heldOutByDegree, others } = level;
  const backgroundShare = level.isBroad ? 0 : level.share;
  const regionTiles = region ? countInside(tiles) : null;
  const said = { regionTiles, residual: fit.scale, backgroundShare, heldOutByDegree, others };
  return { degree, phase, amplitudeDegree, amplitude, ...said };
}

/**
 * The same by the degrees that a rig may bend by. A sample that fills the frame bends as it likes: where no level stands out either way, the
 * tilt is all that is taken.
 */
function removeBent(
  kernels: Kernels,
  { plane, rows, cols }: Sampled,
  options: BackgroundOptions,
  { isBroad }: FoundBackground['level'],
  settings: BackgroundSettings,
): SmoothBackground | null {
  using scratch = kernels.scope();
  const before = isBroad ? copyOf(kernels, scratch, plane) : null;
  const bent = { ...options, degrees: options.bent ?? [], bent: [] };
  const curved = removeSurface(kernels, { plane, rows, cols }, bent, settings);
  if (!before || !curved || curved.backgroundShare > 0) return curved;
  copyPlane(kernels, before, plane);
  return removeSurface(kernels, { plane, rows, cols }, { ...options, bent: [] }, settings);
}

/**
 * The slopes of a field's smooth phase alone, as a surface: what {@link removeSmoothBackground} begins with, right to a
 * fraction of a radian where hardly anything but background is.
 * @param plane changed: divided by the surface
 * @returns null where too little of the field carries phase; the field is then unchanged
 */
export function removeSlopes(
  kernels: Kernels,
  plane: ComplexPlane,
  rows: number,
  cols: number,
  { degree, margin }: { readonly degree: number; readonly margin: number },
  settings: BackgroundSettings = backgroundSettings,
): SmoothPhase | null {
  const slopesOf = (which: 'near' | 'far') => {
    const tiles = tilesOf(kernels, plane, rows, cols, margin, null);
    const slopes = fitSlopes(kernels, tiles, tiles[which], { rows, cols, degree }, litAllOver, settings);
    if (slopes) divide(kernels, plane, rows, cols, degree, slopes, 0, new Float64Array([1]));
    return slopes;
  };
  const rough = slopesOf('near');
  if (!rough) return null;
  const rest = slopesOf('far');
  return { degree, coefficients: rest ? rough.map((c, k) => c + rest[k]!) : rough };
}

/** Takes out of another field what {@link removeSmoothBackground} took out of one of its rig. */
export function divideBySmooth(
  kernels: Kernels,
  { plane, rows, cols }: Sampled,
  { degree, phase, amplitudeDegree, amplitude }: SmoothSurface,
): void {
  divide(kernels, plane, rows, cols, degree, phase, amplitudeDegree, amplitude, LEAST_AMPLITUDE);
}

/** What the field was divided by at one place of its rectangle. */
export function smoothAmplitude({ amplitude, amplitudeDegree }: SmoothSurface, x: number, y: number): number {
  const least = LEAST_AMPLITUDE * Math.abs(amplitude[0]!);
  return Math.max(least, evaluateSeries(amplitude, amplitudeDegree, x, y));
}

type SmoothSurface = Pick<SmoothBackground, 'degree' | 'phase' | 'amplitudeDegree' | 'amplitude'>;

/** What a surface leaves of the tiles' phases, rad. */
function leftOf(tiles: Tiles, surface: Float64Array, degree: number): Float64Array {
  const design = legendreDesign(tiles, degree);
  return tiles.phase.map((phase, t) => {
    let left = phase;
    for (let k = 0; k < surface.length; k++) left -= design[t * surface.length + k]! * surface[k]!;
    return wrapAngle(left);
  });
}

/**
 * Robust Legendre fit of the background tiles' modulus: the lowest degree that leaves hardly more than the best one and
 * nowhere falls to 0, as no amplitude does. Where none is such, as where fringes end within the frame, it is that of a beam.
 */
function fitAmplitude(
  kernels: Kernels,
  tiles: Tiles,
  weight: Float64Array,
  degrees: readonly number[],
  { worthADegree }: BackgroundSettings,
): { readonly degree: number; readonly amplitude: Float64Array } {
  const prior = weight.map((w) => (w > 0 ? 1 : 0));
  const fits = degrees.flatMap((degree) => {
    const terms = legendreTerms(degree).length;
    const fit = fitRobustly(kernels, legendreDesign(tiles, degree), tiles.modulus, terms, { prior });
    return fit ? [{ degree, amplitude: fit.coefficients, scale: fit.scale }] : [];
  });
  const beam = degrees.length > 1 ? fitBeam(kernels, tiles, prior) : null;
  const lowest = Math.min(...fits.map(({ scale }) => scale), beam?.scale ?? Infinity);
  const alike = fits.filter(({ scale }) => scale * worthADegree <= lowest);
  const lit = alike.find(({ degree, amplitude }) => leastOfSeries(amplitude, degree) > 0);
  if (!lit && beam) {
    const { degree, coefficients: amplitude } = seriesOfBeam(kernels, beam);
    return { degree, amplitude };
  }
  const chosen = lit ?? alike[0];
  if (chosen) return chosen;
  const used = tiles.modulus.filter((_, t) => prior[t]! > 0);
  return { degree: 0, amplitude: new Float64Array([used.length > 0 ? medianInPlace(used) : 1]) };
}
