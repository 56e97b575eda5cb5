import type { EvidenceSettings } from '../evidence/evidence-settings.ts';
import { medianInPlace, selectInPlace } from '../fit/median.ts';
import { solveSymmetric } from '../fit/solve.ts';
import type { RealPlane } from '../kernel/plane.ts';
import type { Kernels } from '../kernel/kernels.ts';
import { legendreTerms, legendreValues } from '../phase/legendre.ts';
import type { LightFitSettings } from './light-settings.ts';
import { lightTiles, tilesLit, type LightTiles } from './light-tiles.ts';
import { meanOfLight } from './unlit-pixels.ts';
import { unlitRim } from './unlit-rim.ts';

/** The light without a sample as a Legendre series over the frame, [−1, 1] from first to last pixel centre; counts. */
export interface SmoothLight {
  /** highest total degree */
  readonly degree: number;
  /** in the order of {@link legendreTerms} */
  readonly coefficients: Float64Array;
  /** robust standard deviation of the tiles about the fit, relative to the median light */
  readonly residual: number;
  /** share of the tiles that the fit rests on */
  readonly backgroundShare: number;
  /** relative residual of each degree tried: why this one was chosen */
  readonly residualByDegree: readonly number[];
  /** light at the tiles' centres, row by row */
  readonly atTiles: Float64Array;
  /** 1 for pixels that no light fell on, row by row; null: there are none */
  readonly unlit: Uint8Array | null;
}

const DEGREES = [0, 1, 2, 3, 4, 6] as const;
/** See {@link estimateLight}. */
export type Foretold = 'foretold';

/** Of the light that a beam and a lens leave: up to this degree fringes and samples may leave residuals that a fit does not bring down. */
const PREDICTED_UP_TO = 2;

/**
 * Estimates the light from the hologram itself. Averages over tiles, because interference moves light about but
 * neither adds nor takes any, so fringes average out where a median would not; then a robust series, to which what
 * absorbs is an outlier. The lowest degree that higher ones do not clearly beat is taken, or a low one that predicts
 * parts of the frame which it was not fitted to clearly better.
 * @param known the degree, where another frame of the rig has told it; where it does not fit this one it is chosen anew. Foretold: by how well
 *   each foretells parts of the frame that it was not fitted to, whatever it leaves: what a target makes of the light is not followed, and what light is
 *   left is the fit's to find
 * @returns null where the tiles support no fit at all (a black frame)
 */
export function estimateLight(
  kernels: Kernels,
  plane: RealPlane,
  settings: LightFitSettings,
  known: number | Foretold | null = null,
): SmoothLight | null {
  const all = lightTiles(kernels, plane, settings.tiles);
  const unlit = unlitRim(kernels, plane, meanOfLight(all.value));
  const tiles = unlit ? { ...all, isLit: tilesLit(all, unlit, plane) } : all;
  const level = medianInPlace(tiles.value.filter((_, t) => tiles.isLit(t)));
  if (!(level > 0)) return null;
  const relative = tiles.value.map((v) => v / level);
  const alike =
    typeof known === 'string' || known === null ? null : fitDegree(tiles, relative, known, settings);
  const counted = (fit: NonNullable<typeof alike>) => inCounts(fit, tiles, level, settings.evidence);
  if (alike) return { ...counted(alike), unlit, residualByDegree: [alike.residual] };
  const fits = DEGREES.map((degree) => fitDegree(tiles, relative, degree, settings));
  const residualByDegree = fits.map((fit) => fit?.residual ?? Infinity);
  const least = Math.min(...residualByDegree);
  const lowest = residualByDegree.findIndex((r) => r * settings.worthADegree <= least);
  const degree =
    known === 'foretold'
      ? predictingDegree(tiles, relative, 0, settings, DEGREES.length - 1)
      : predictingDegree(tiles, relative, lowest, settings);
  const best = fits[degree];
  return best ? { ...counted(best), unlit, residualByDegree } : null;
}

/** With as much light as the frame has, where that is clearly more than the fit's: a sample gives none. */
function inCounts(
  fit: NonNullable<ReturnType<typeof fitDegree>>,
  tiles: LightTiles,
  level: number,
  { slack }: Pick<EvidenceSettings, 'slack'>,
): Omit<SmoothLight, 'unlit' | 'residualByDegree'> {
  const over = (values: Float64Array) => values.reduce((sum, v, t) => sum + (tiles.isLit(t) ? v : 0), 0);
  const brighter = over(tiles.value) / (level * over(fit.atTiles));
  const scale = brighter > 1 + slack ? brighter * level : level;
  return {
    ...fit,
    coefficients: fit.coefficients.map((c) => c * scale),
    atTiles: fit.atTiles.map((v) => v * scale),
  };
}

/** The index of the degree to take, from that of the lowest that residuals allow. */
function predictingDegree(
  tiles: LightTiles,
  relative: Float64Array,
  lowest: number,
  settings: LightFitSettings,
  upTo = PREDICTED_UP_TO,
): number {
  if (lowest < 0 || lowest >= upTo) return lowest;
  let best = lowest;
  let error = predictionError(tiles, relative, DEGREES[lowest]!, settings);
  for (let next = lowest + 1; next <= upTo; next++) {
    const errorOfNext = predictionError(tiles, relative, DEGREES[next]!, settings);
    if (errorOfNext >= settings.betterPrediction * error) continue;
    best = next;
    error = errorOfNext;
  }
  return best;
}

/**
 * How far tiles lie from a series fitted to the other parts of the frame. What follows the sample in one part fails in
 * the next; what follows the light does not.
 */
function predictionError(
  tiles: LightTiles,
  relative: Float64Array,
  degree: number,
  settings: LightFitSettings,
): number {
  const { parts } = settings.evidence;
  const part = (t: number, count: number) => Math.floor((t * parts) / count);
  const turn = relative.map((_, t) => {
    const x = part(t % tiles.tilesX, tiles.tilesX);
    const y = part(Math.floor(t / tiles.tilesX), tiles.tilesY);
    return (x + 2 * y) % parts;
  });
  const errors = new Float64Array(relative.length);
  for (let now = 0; now < parts; now++) {
    const fit = fitDegree(tiles, relative, degree, settings, (t) => turn[t] !== now);
    for (let t = 0; t < errors.length; t++)
      if (turn[t] === now) errors[t] = fit ? Math.abs(relative[t]! - fit.atTiles[t]!) : Infinity;
  }
  const ofLit = errors.filter((_, t) => tiles.isLit(t)).sort();
  return ofLit[Math.floor(settings.atQuantile * ofLit.length)]!;
}

/** @param uses whether the fit may see a tile */
function fitDegree(
  tiles: LightTiles,
  relative: Float64Array,
  degree: number,
  settings: LightFitSettings,
  uses: (tile: number) => boolean = () => true,
) {
  const { isLit } = tiles;
  const terms = legendreTerms(degree).length;
  const design = lightDesign(tiles, degree);
  const fit = fitUpperMode(design, relative, terms, settings, (t) => isLit(t) && uses(t));
  if (!fit) return null;
  const { coefficients, scale, weight } = fit;
  const atTiles = relative.map((_, t) => dot(design, t * terms, coefficients));
  const highest = settings.brightest * Math.max(...relative);
  if (atTiles.some((v, t) => isLit(t) && !(v > 0 && v < highest))) return null;
  const [kept, lit] = weight.reduce(
    ([n, of], w, t) => [n + (w > 0 ? 1 : 0), of + (isLit(t) ? 1 : 0)],
    [0, 0],
  );
  return { degree, coefficients, residual: scale, backgroundShare: kept! / lit!, atTiles };
}

/** Towards the bright tiles, then to the nearest mode: a quarter more or less changes errors by a tenth at most. */
const CLIMB_ITERATIONS = 14;
const SETTLE_ITERATIONS = 16;
/** Relative: tiles that agree better than anyone needs are not told apart, and nothing is divided by 0. */
const LEAST_SCALE = 5e-4;
/** Share of the tiles taken to be background at least, and what that quantile of |N(0, 1)| is. */
const SURELY_BACKGROUND = 0.25;
const ITS_QUANTILE = 0.3186;

/**
 * A sample takes light and gives none, so the background is where most of the *brightest* tiles agree: reweighted
 * least squares first towards the 80 % quantile, then with Tukey's biweight to the nearest mode.
 */
function fitUpperMode(
  design: Float64Array,
  observed: Float64Array,
  m: number,
  { upwards, reach }: LightFitSettings,
  uses: (tile: number) => boolean,
) {
  const used = observed.map((_, t) => (uses(t) ? 1 : 0));
  const weight = used.slice();
  let coefficients: Float64Array = new Float64Array(m);
  let scale = 0;
  for (let iteration = 0; iteration < CLIMB_ITERATIONS + SETTLE_ITERATIONS; iteration++) {
    const next = weightedLeastSquares(design, observed, weight, m);
    if (!next) return null;
    coefficients = next;
    const residual = observed.map((v, t) => v - dot(design, t * m, coefficients));
    const sizes = residual.filter((_, t) => used[t]).map(Math.abs);
    const least = selectInPlace(sizes, Math.floor(SURELY_BACKGROUND * sizes.length));
    scale = Math.max(LEAST_SCALE, least / ITS_QUANTILE);
    for (let t = 0; t < weight.length; t++) {
      if (!used[t]) continue;
      const size = Math.abs(residual[t]!);
      if (iteration < CLIMB_ITERATIONS - 1) {
        weight[t] = (residual[t]! > 0 ? upwards : 1 - upwards) / Math.max(size, 0.1 * scale);
      } else {
        const within = Math.max(0, 1 - (size * size) / (reach * scale * (reach * scale)));
        weight[t] = within * within;
      }
    }
  }
  return { coefficients, scale, weight };
}

function dot(design: Float64Array, at: number, coefficients: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < coefficients.length; k++) sum += design[at + k]! * coefficients[k]!;
  return sum;
}

function weightedLeastSquares(
  design: Float64Array,
  observed: Float64Array,
  weight: Float64Array,
  m: number,
): Float64Array | null {
  const normal = new Float64Array(m * m);
  const right = new Float64Array(m);
  for (let t = 0; t < observed.length; t++) {
    if (weight[t] === 0) continue;
    for (let i = 0; i < m; i++) {
      const wi = weight[t]! * design[t * m + i]!;
      right[i]! += wi * observed[t]!;
      for (let j = 0; j <= i; j++) normal[i * m + j]! += wi * design[t * m + j]!;
    }
  }
  for (let i = 0; i < m; i++) for (let j = i + 1; j < m; j++) normal[i * m + j] = normal[j * m + i]!;
  return solveSymmetric(normal, right);
}

/** P_a(y) P_b(x) of every tile (rows) for every term (columns). */
function lightDesign(tiles: LightTiles, degree: number): Float64Array {
  const terms = legendreTerms(degree);
  const px = Array.from(tiles.x, (x) => legendreValues(x, degree));
  const py = Array.from(tiles.y, (y) => legendreValues(y, degree));
  const design = new Float64Array(tiles.value.length * terms.length);
  let at = 0;
  for (const ofY of py) for (const ofX of px) for (const { a, b } of terms) design[at++] = ofY[a]! * ofX[b]!;
  return design;
}
