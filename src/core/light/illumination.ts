import type { EvidenceSettings } from '../evidence/evidence-settings.ts';
import { medianInPlace, selectInPlace } from '../fit/median.ts';
import { solveSymmetric } from '../fit/solve.ts';
import type { RealPlane } from '../kernel/plane.ts';
import type { Kernels } from '../kernel/kernels.ts';
import { legendreDesign, legendreTerms } from '../phase/legendre.ts';
import { projectOnLegendre, type LegendreSeries } from '../phase/legendre-projection.ts';
import {
  biweight,
  sumOfTerms,
  evidentSeries,
  weightedEquations,
  residuals,
  robustScale,
  seriesUpTo,
  SURELY_FREE,
  type Observed,
  type SeriesFit,
} from './evident-series.ts';
import { degreeOfLight, PLAIN_UP_TO } from './light-degree.ts';
import type { LightFitSettings } from './light-settings.ts';
import { lightDesign, lightTerms } from './light-terms.ts';
import { lightTiles, tilesLit, tileSpreads, type LightTiles } from './light-tiles.ts';
import { meanOfLight } from './unlit-pixels.ts';
import { unlitRim } from './unlit-rim.ts';

/** The light without a sample over the frame, [−1, 1] from first to last pixel centre; counts. */
export interface SmoothLight {
  /** highest total degree, or where it bends half waves over the frame */
  readonly degree: number;
  readonly series: LegendreSeries;
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

/** Up to this degree it is looked for: errors are the same to a hundredth with 5 and 8. */
const BENT_UP_TO = 6;
/** Half waves along both sides up to which it is looked for: four parasitic fringes. */
const WAVES_UP_TO = 8;
/** Of the series that stands for it: within a hundredth of fringes of so many half waves. */
const SERIES_DEGREE = 24;

/**
 * Estimates the light from the hologram itself. Averages over tiles, because interference moves light about but
 * neither adds nor takes any, so fringes average out where a median would not; then a robust series, to which what
 * absorbs is an outlier. It bends as far as the tiles say (see {@link fitBent}) where they tell it to what light is known to;
 * else a sample is everywhere, and the light is of the lowest degree that higher ones do not beat (see {@link degreeOfLight}).
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
  const isForetold = known === 'foretold';
  const told = isForetold ? null : known;
  const seen = { tiles, relative, doubt: doubtOf(tileSpreads(kernels, plane, settings.tiles), tiles.isLit) };
  const bent = isForetold ? null : fitBent(kernels, seen, told, settings);
  const isTold = bent && bent.error <= settings.evidence.slack;
  const fit = isTold ? bent : fitPlain(seen, told, isForetold, settings);
  return fit && { ...inCounts(fit, tiles, level, settings.evidence), unlit };
}

/** The tiles of a frame. */
interface SeenTiles {
  readonly tiles: LightTiles;
  /** over the median light */
  readonly relative: Float64Array;
  /** how much more uncertain each may be as a mean of the light than quiet ones: 1 or more */
  readonly doubt: Float64Array;
}

/** Where a sample's light falls there are fringes, which may not quite average out: at most as uncertain a mean as they are strong. */
function doubtOf(spread: Float64Array, isLit: LightTiles['isLit']): Float64Array {
  const ofLit = spread.filter((_, t) => isLit(t));
  const quiet = selectInPlace(ofLit, Math.floor(SURELY_FREE * ofLit.length));
  return spread.map((s) => Math.max(1, quiet > 0 ? s / quiet : 1));
}

/** A light of the lowest degree that will do: a broad sample would bend it. */
function fitPlain(
  { tiles, relative }: SeenTiles,
  known: number | null,
  isForetold: boolean,
  settings: LightFitSettings,
) {
  const fitOf = (degree: number, uses?: (tile: number) => boolean) =>
    fitDegree(tiles, relative, degree, settings, uses);
  const alike = known === null ? null : fitOf(Math.min(known, PLAIN_UP_TO));
  if (alike) return alike;
  const degree = degreeOfLight({ tiles, relative, settings, fitOf }, isForetold);
  return degree === null ? null : fitOf(degree);
}

/** With as much light as the frame has, where that is clearly more than the fit's: a sample gives none. */
function inCounts(
  { series, atTiles, ...fit }: Omit<SmoothLight, 'unlit'>,
  tiles: LightTiles,
  level: number,
  { slack }: Pick<EvidenceSettings, 'slack'>,
): Omit<SmoothLight, 'unlit'> {
  const over = (values: Float64Array) => values.reduce((sum, v, t) => sum + (tiles.isLit(t) ? v : 0), 0);
  const brighter = over(tiles.value) / (level * over(atTiles));
  const scale = brighter > 1 + slack ? brighter * level : level;
  return {
    ...fit,
    series: { ...series, coefficients: series.coefficients.map((c) => c * scale) },
    atTiles: atTiles.map((v) => v * scale),
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
  if (!fit) return null;
  const { coefficients } = fit;
  const atTiles = valuesOf(observed.design(degree), coefficients, relative.length);
  if (!isLight(tiles, relative, atTiles, settings)) return null;
  return { ...outlineOf(tiles, fit), atTiles, series: { degree, coefficients } };
}

/** What a light that bends is a series of, and in which terms. */
interface LightForm {
  readonly isLogarithm: boolean;
  /** up to which order it is looked for */
  readonly upTo: number;
  readonly orders: (highest: number) => readonly number[];
  readonly design: (kernels: Kernels, x: Float64Array, y: Float64Array, highest: number) => Float64Array;
}

/** As a beam and a lens make it, */
const POLYNOMIALS = {
  upTo: BENT_UP_TO,
  orders: (highest: number) => legendreTerms(highest).map(({ a, b }) => a + b),
  design: (_: Kernels, x: Float64Array, y: Float64Array, highest: number) =>
    legendreDesign({ x, y, count: x.length * y.length }, highest),
};
/** or with what light that came another way makes of it. */
const WAVES = {
  upTo: WAVES_UP_TO,
  orders: (highest: number) => lightTerms(highest).map(({ order }) => order),
  design: lightDesign,
};
const FORMS: readonly LightForm[] = [true, false].flatMap((isLogarithm) => [
  { isLogarithm, ...POLYNOMIALS },
  { isLogarithm, ...WAVES },
]);

/**
 * A light that bends, in the form that the tiles tell best: beams are Gaussian, and what lenses and stops leave of them are factors; lights that came
 * different ways add up.
 * @param known how far it bends; null: as far as the tiles say
 */
function fitBent(kernels: Kernels, seen: SeenTiles, known: number | null, settings: LightFitSettings) {
  let best: ReturnType<typeof fitForm> = null;
  for (const form of FORMS) {
    const fit = fitForm(kernels, seen, form, known, settings);
    if (fit && !(best && best.error <= fit.error)) best = fit;
  }
  if (!best) return null;
  const { lightOver, ...fit } = best;
  return { ...fit, series: projectOnLegendre(kernels, SERIES_DEGREE, (along) => lightOver(along, along)) };
}

function fitForm(
  kernels: Kernels,
  { tiles, relative, doubt: ofLight }: SeenTiles,
  { isLogarithm, upTo, orders, design }: LightForm,
  known: number | null,
  settings: LightFitSettings,
) {
  const { exp, log } = kernels.wasm;
  const least = settings.evidence.slack;
  const values = isLogarithm ? relative.map((v) => log(Math.max(v, least))) : relative;
  const doubt = isLogarithm ? ofLight.map((d, t) => d / Math.max(relative[t]!, least)) : ofLight;
  const plain = observedIn(tiles, values, tiles.isLit);
  const start = fitUpperMode(plain, Math.min(settings.bentFrom, known ?? upTo), settings);
  if (!start) return null;
  const at = valuesOf(plain.design(start.degree), start.coefficients, relative.length);
  const { x, y } = tiles;
  const designOf = (highest: number) => design(kernels, x, y, highest);
  const observed = { ...plain, doubt, across: tiles.tilesX, orders, design: designOf };
  const seriesOf = (degree: number) => evidentSeries(observed, at, degree, settings.reach);
  const highest = highestOf(orders, upTo, tiles);
  const fit = known === null ? seriesUpTo(highest, seriesOf) : seriesOf(Math.min(known, highest));
  if (!fit) return null;
  const lightOver = (alongX: Float64Array, alongY: Float64Array) => {
    const of = design(kernels, alongX, alongY, fit.degree);
    const sums = valuesOf(of, fit.coefficients, alongX.length * alongY.length);
    return isLogarithm ? sums.map((v) => exp(v)) : sums;
  };
  const atTiles = lightOver(x, y);
  if (!isLight(tiles, relative, atTiles, settings)) return null;
  return { ...outlineOf(tiles, fit), atTiles, error: fit.error, lightOver };
}

/** The highest order of which there are no more terms than tiles that surely follow them: more would follow any. */
function highestOf(orders: LightForm['orders'], upTo: number, { value, isLit }: LightTiles): number {
  const surely = SURELY_FREE * value.filter((_, t) => isLit(t)).length;
  return Math.max(0, ...orders(upTo).filter((order) => orders(order).length <= surely));
}

function observedIn(tiles: LightTiles, values: Float64Array, uses: (tile: number) => boolean): Observed {
  return {
    orders: (highest) => legendreTerms(highest).map(({ a, b }) => a + b),
    design: (highest) => legendreDesign({ ...tiles, count: values.length }, highest),
    values,
    uses,
  };
}

/** Whether a fit leaves light everywhere, and no more than there is. */
function isLight(
  { isLit }: LightTiles,
  values: Float64Array,
  atTiles: Float64Array,
  { brightest }: LightFitSettings,
): boolean {
  const most = brightest * Math.max(...values);
  return atTiles.every((v, t) => !isLit(t) || (v > 0 && v < most));
}

function outlineOf({ isLit }: LightTiles, { degree, scale, weight }: SeriesFit) {
  const [kept, lit] = weight.reduce(
    ([n, of], w, t) => [n + (w > 0 ? 1 : 0), of + (isLit(t) ? 1 : 0)],
    [0, 0],
  );
  return { degree, residual: scale, backgroundShare: kept! / lit! };
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
