import type { LightFitSettings } from './light-settings.ts';
import type { LightTiles } from './light-tiles.ts';

export const PLAIN_UP_TO = 6;
const DEGREES = [0, 1, 2, 3, 4, PLAIN_UP_TO] as const;
/** Of the light that a beam and a lens leave: up to this degree fringes and samples may leave residuals that a fit does not bring down. */
const PREDICTED_UP_TO = 2;

/** A light that is looked for. */
interface LightProblem {
  readonly tiles: LightTiles;
  /** of each tile, over the median */
  readonly relative: Float64Array;
  readonly settings: LightFitSettings;
  /** The series of a degree; null where it leaves no light somewhere. @param uses whether the fit may see a tile */
  readonly fitOf: (
    degree: number,
    uses?: (tile: number) => boolean,
  ) => { readonly residual: number; readonly atTiles: Float64Array } | null;
}

/**
 * The lowest degree of the light that higher ones do not clearly beat, or a low one that predicts parts of the frame which it was not
 * fitted to clearly better; null: none leaves light everywhere.
 * @param isForetold whether the one that predicts parts best is taken, whatever it leaves
 */
export function degreeOfLight(problem: LightProblem, isForetold: boolean): number | null {
  if (isForetold) return DEGREES[predictingDegree(problem, 0, DEGREES.length - 1, everyWay)] ?? null;
  const residuals = DEGREES.map((degree) => problem.fitOf(degree)?.residual ?? Infinity);
  const least = Math.min(...residuals);
  const lowest = residuals.findIndex((r) => r * problem.settings.worthADegree <= least);
  return DEGREES[predictingDegree(problem, lowest)] ?? null;
}

/** The index of the degree to take, from that of the lowest that residuals allow. */
function predictingDegree(
  problem: LightProblem,
  lowest: number,
  upTo: number = PREDICTED_UP_TO,
  ways: readonly Parting[] = [inTurn],
): number {
  const { settings } = problem;
  if (lowest < 0 || lowest >= upTo) return lowest;
  const errorOf = (degree: number) => Math.max(...ways.map((way) => predictionError(problem, degree, way)));
  let best = lowest;
  let error = errorOf(DEGREES[lowest]!);
  for (let next = lowest + 1; next <= upTo; next++) {
    const errorOfNext = errorOf(DEGREES[next]!);
    if (errorOfNext >= settings.betterPrediction * error) continue;
    best = next;
    error = errorOfNext;
  }
  return best;
}

/** Which part of a frame is left out with others, by how far across and down it lies in parts. */
type Parting = (x: number, y: number) => number;
const inTurn: Parting = (x, y) => x + 2 * y;
/** What repeats along rows or columns of the camera, as lines that lie so, the rest of a row would foretell: whole ones are left out as well. */
const everyWay: readonly Parting[] = [inTurn, (x) => x, (_, y) => y];

/**
 * How far tiles lie from a series fitted to the other parts of the frame. What follows the sample in one part fails in
 * the next; what follows the light does not.
 */
function predictionError(
  { tiles, relative, settings, fitOf }: LightProblem,
  degree: number,
  way: Parting,
): number {
  const { parts } = settings.evidence;
  const part = (t: number, count: number) => Math.floor((t * parts) / count);
  const turn = relative.map((_, t) => {
    const x = part(t % tiles.tilesX, tiles.tilesX);
    const y = part(Math.floor(t / tiles.tilesX), tiles.tilesY);
    return way(x, y) % parts;
  });
  const errors = new Float64Array(relative.length);
  for (let now = 0; now < parts; now++) {
    const fit = fitOf(degree, (t) => turn[t] !== now);
    for (let t = 0; t < errors.length; t++)
      if (turn[t] === now) errors[t] = fit ? Math.abs(relative[t]! - fit.atTiles[t]!) : Infinity;
  }
  const ofLit = errors.filter((_, t) => tiles.isLit(t)).sort();
  return ofLit[Math.floor(settings.atQuantile * ofLit.length)]!;
}
