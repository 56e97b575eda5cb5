import type { EvidenceSettings } from '../evidence/evidence-settings.ts';
import { medianInPlace } from '../fit/median.ts';
import { solveSymmetric } from '../fit/solve.ts';
import type { RealPlane } from '../kernel/plane.ts';
import type { Kernels } from '../kernel/kernels.ts';
import { legendreDesign } from '../phase/legendre.ts';
import {
  biweight,
  sumOfTerms,
  evidentSeries,
  weightedEquations,
  residuals,
  robustScale,
  seriesUpTo,
  standardError,
  type Observed,
  type SeriesFit,
} from './evident-series.ts';
import { degreeOfLight } from './light-degree.ts';
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
  /** light at the tiles' centres, row by row */
  readonly atTiles: Float64Array;
  /** 1 for pixels that no light fell on, row by row; null: there are none */
  readonly unlit: Uint8Array | null;
}

/** See {@link estimateLight}. */
export type Foretold = 'foretold';

/** Light that bends: of this degree at least. */
const BENT = 2;
/** Up to this degree it is looked for: errors are the same to a hundredth with 5 and 8. */
const BENT_UP_TO = 6;

/**
 * Estimates the light from the hologram itself. Averages over tiles, because interference moves light about but
 * neither adds nor takes any, so fringes average out where a median would not; then a robust series, to which what
 * absorbs is an outlier. Where it bends by more than tiles scatter (see {@link degreeOfLight}), and these tell it to what
 * light is known to, it bends as far as they say (see {@link evidentSeries}): a broad sample may bend a light that is even.
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
  const fitOf = (degree: number, uses?: (tile: number) => boolean) =>
    fitDegree(tiles, relative, degree, settings, uses);
  const isForetold = known === 'foretold';
  const alike = isForetold || known === null ? null : fitOf(known);
  const degree = alike?.degree ?? degreeOfLight({ tiles, relative, settings, fitOf }, isForetold);
  if (degree === null) return null;
  const plain = alike ?? fitOf(degree);
  const bent = degree >= BENT && !isForetold ? fitBent(tiles, relative, alike && degree, settings) : null;
  const fit = bent && isSeen(bent, plain, settings) ? bent : plain;
  return fit && { ...inCounts(fit, tiles, level, settings.evidence), unlit };
}

/**
 * Whether it is clear to what light is known to: else a sample is everywhere, and is as bent. Or the light that the frame has is another one, which a
 * plain series clearly follows.
 */
function isSeen(
  bent: { readonly residual: number; readonly error: number },
  plain: { readonly residual: number } | null,
  { evidence: { slack, clear }, worthADegree }: LightFitSettings,
): boolean {
  return clear * bent.error <= slack && !(plain && plain.residual < worthADegree * bent.residual);
}

/** With as much light as the frame has, where that is clearly more than the fit's: a sample gives none. */
function inCounts(
  fit: NonNullable<ReturnType<typeof fitDegree>>,
  tiles: LightTiles,
  level: number,
  { slack }: Pick<EvidenceSettings, 'slack'>,
): Omit<SmoothLight, 'unlit'> {
  const over = (values: Float64Array) => values.reduce((sum, v, t) => sum + (tiles.isLit(t) ? v : 0), 0);
  const brighter = over(tiles.value) / (level * over(fit.atTiles));
  const scale = brighter > 1 + slack ? brighter * level : level;
  return {
    ...fit,
    coefficients: fit.coefficients.map((c) => c * scale),
    atTiles: fit.atTiles.map((v) => v * scale),
  };
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
  const observed = observedIn(tiles, relative, (t) => isLit(t) && uses(t));
  const fit = fitUpperMode(observed, degree, settings);
  return fit && checked(tiles, observed, { ...fit, degree }, settings);
}

/** @param known its degree; null: as high as the tiles say */
function fitBent(
  tiles: LightTiles,
  relative: Float64Array,
  known: number | null,
  settings: LightFitSettings,
) {
  const observed = observedIn(tiles, relative, tiles.isLit);
  const start = fitUpperMode(observed, Math.min(settings.bentFrom, known ?? BENT_UP_TO), settings);
  if (!start) return null;
  const at = valuesOf(observed.design(start.degree), start.coefficients, relative.length);
  const seriesOf = (degree: number) => evidentSeries(observed, at, degree, settings.reach);
  const fit = known === null ? seriesUpTo(BENT_UP_TO, seriesOf) : seriesOf(known);
  const light = fit && checked(tiles, observed, fit, settings);
  return light && { ...light, error: standardError(fit) };
}

function observedIn(tiles: LightTiles, values: Float64Array, uses: (tile: number) => boolean): Observed {
  return { design: (degree) => legendreDesign({ ...tiles, count: values.length }, degree), values, uses };
}

/** Null where a fit leaves no light somewhere, or more than there is. */
function checked(
  { isLit }: LightTiles,
  { design, values }: Observed,
  { degree, coefficients, scale, weight }: SeriesFit,
  { brightest }: LightFitSettings,
) {
  const atTiles = valuesOf(design(degree), coefficients, values.length);
  const most = brightest * Math.max(...values);
  if (atTiles.some((v, t) => isLit(t) && !(v > 0 && v < most))) return null;
  const [kept, lit] = weight.reduce(
    ([n, of], w, t) => [n + (w > 0 ? 1 : 0), of + (isLit(t) ? 1 : 0)],
    [0, 0],
  );
  return { degree, coefficients, residual: scale, backgroundShare: kept! / lit!, atTiles };
}

/** Towards the bright tiles, then to the nearest mode: a quarter more or less changes errors by a tenth at most. */
const CLIMB_ITERATIONS = 14;
const SETTLE_ITERATIONS = 16;

/**
 * A sample takes light and gives none, so the background is where most of the *brightest* tiles agree: reweighted
 * least squares first towards the 80 % quantile, then with Tukey's biweight to the nearest mode.
 */
function fitUpperMode(
  { design: designOf, values, uses }: Observed,
  degree: number,
  { upwards, reach }: LightFitSettings,
): SeriesFit | null {
  const design = designOf(degree);
  const terms = design.length / values.length;
  const used = values.map((_, t) => (uses(t) ? 1 : 0));
  let weight: Float64Array = used;
  let coefficients: Float64Array = new Float64Array(terms);
  let scale = 0;
  for (let iteration = 0; iteration < CLIMB_ITERATIONS + SETTLE_ITERATIONS; iteration++) {
    const { matrix, right } = weightedEquations(design, values, weight, terms);
    const next = solveSymmetric(matrix, right);
    if (!next) return null;
    coefficients = next;
    const residual = residuals(design, values, coefficients);
    scale = robustScale(residual, used);
    weight =
      iteration < CLIMB_ITERATIONS - 1
        ? residual.map(
            (r, t) => (used[t]! * (r > 0 ? upwards : 1 - upwards)) / Math.max(Math.abs(r), 0.1 * scale),
          )
        : biweight(residual, used, reach * scale);
  }
  return { degree, coefficients, scale, weight };
}

function valuesOf(design: Float64Array, coefficients: Float64Array, count: number): Float64Array {
  return Float64Array.from({ length: count }, (_, t) =>
    sumOfTerms(design, t * coefficients.length, coefficients),
  );
}
