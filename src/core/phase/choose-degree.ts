import { MAD, medianInPlace } from '../fit/median.ts';
import type { RobustFit } from '../fit/robust.ts';
import type { Kernels } from '../kernel/kernels.ts';
import type { DegreeSettings } from './background-settings.ts';
import { surfaceBend } from './surface-bend.ts';
import { bunchPhases, isApart, judgedFinely } from './bunch-phases.ts';
import { legendreDesign, legendreTerms } from './legendre.ts';
import { fitMinimumEntropy } from './minimum-entropy.ts';
import { fitFinely, fitLevels, type FineFit, type FittedDegree } from './fit-levels.ts';
import { gainOf, isBetter, scoreOf, type Patches } from './left-out-score.ts';
import { chanceOfLevel } from './light-of-tiles.ts';
import type { PossiblePhase, SmoothPhase } from './smooth-phase.ts';
import { valuesAt } from './surface-values.ts';
import type { Tiles } from './tiles.ts';

export interface ChosenPhase extends SmoothPhase {
  /** of what the densest level left: its scale, and which tiles it rests on */
  readonly fit: RobustFit;
  /** by how much each degree predicts left-out tiles better than the lowest one, nats per tile */
  readonly heldOutByDegree: readonly number[];
  /**
   * Other surfaces that the data allow: fits without one part of the frame (jackknife), the degrees that predict about as well, and
   * the other levels that may be the background's.
   */
  readonly others: readonly PossiblePhase[];
}

/** Tiles, what phase they have in all, and a first guess of the smooth phase: Legendre coefficients of the highest degree. */
export interface PhaseOfTiles {
  readonly tiles: Tiles;
  /** rad, need not be wrapped */
  readonly phases: Float64Array;
  /** 0 leaves a tile out */
  readonly weight: Float64Array;
  readonly start: Float64Array;
  /** such a guess from those tiles alone that have a weight; absent: there is no other */
  readonly startOf?: (weight: Float64Array) => Float64Array;
  /** and from the means of these tiles' slopes over patches of the frame: stray light's fringes are gone from them; absent: there is no other */
  readonly startOfMeans?: (weight: Float64Array) => Float64Array;
  /** a background frame has been divided out: what is left is what the rig bent since; absent: it is not */
  readonly isRest?: boolean | undefined;
  /** of tiles that have a weight: another guess, as coefficients of degree 1; absent: there is none */
  readonly tiltOf?: (weight: Float64Array) => Float64Array;
}

/**
 * The smooth phase of the background. Like levels, surfaces compete: where what lies off the first one's background holds another
 * surface that bends otherwise, and no less than half as much of the frame, the one that holds more of the frame's border is the
 * background's (a fibre across the frame is a surface of its own), and the other one stays possible by its share of that;
 * behind a background frame each counts the less the more it bends.
 * @param leastScale rad: phases are not known better
 * @returns null where no degree can be fitted
 */
export function chooseDegree(
  kernels: Kernels,
  of: PhaseOfTiles,
  degrees: readonly number[],
  leastScale: number,
  settings: DegreeSettings,
): ChosenPhase | null {
  const chosen = chooseAmong(kernels, of, degrees, leastScale, settings);
  if (!chosen) return null;
  const used = count(chosen.fit.weight);
  const beside = of.weight.slice();
  for (let t = 0; t < beside.length; t++) if (chosen.fit.weight[t]! > 0) beside[t] = 0;
  const most = settings.rivalLevel * used;
  if (count(beside) < most) return chosen;
  const start = of.startOf?.(beside) ?? of.start;
  const besides = { ...of, start, weight: beside, startOf: () => start };
  const rival = chooseAmong(kernels, besides, degrees, leastScale, settings);
  if (!rival) return chosen;
  const many = count(rival.fit.weight);
  const isLevel = many >= most && many > chanceOfLevel(rival.fit.scale) * count(beside);
  const isOther = isLevel && spreadBetween(of, chosen, rival) > rival.fit.scale;
  const held = [chosen, rival].map((one) => onBorder(of, one, settings)) as [number, number];
  const bends = bendsMore(of, rival, chosen);
  const [border, rivals] = [held[0] * bends, held[1]];
  if (!isOther || rivals <= border) return chosen;
  if (border === 0) return rival;
  const { degree, coefficients } = chosen;
  // the border tells which is the background's, and so how surely
  const share = border / (border + rivals);
  return { ...rival, others: [...rival.others, { degree, coefficients, share }] };
}

/** Possibilities below this are none. */
export const LEAST_LIKELY = 0.01;

/** How many times as far as another surface one bends, where that tells of them; a bend below what either leaves is none. */
function bendsMore({ isRest }: PhaseOfTiles, one: FineFit['surface'], other: FineFit['surface']): number {
  const left = Math.max(one.fit.scale, other.fit.scale);
  return isRest ? surfaceBend(one, left) / surfaceBend(other, left) : 1;
}

/** Robust standard deviation of what two surfaces differ by on the second one's tiles, rad. */
function spreadBetween({ tiles }: PhaseOfTiles, one: SmoothPhase, { fit, ...other }: ChosenPhase): number {
  const [first, second] = [valuesAt(tiles, one), valuesAt(tiles, other)];
  const own = [...fit.weight.keys()].filter((t) => fit.weight[t]! > 0);
  const differences = Float64Array.from(own, (t) => first[t]! - second[t]!);
  const middle = medianInPlace(differences.slice());
  return MAD * medianInPlace(differences.map((d) => Math.abs(d - middle)));
}

/** How many of a surface's tiles lie on the frame's border; 0 where phases drawn at random may have put them there. */
function onBorder(
  { tiles: { x, y }, weight }: PhaseOfTiles,
  { fit }: ChosenPhase,
  { evidence }: DegreeSettings,
): number {
  let [all, held] = [0, 0];
  for (const [t, w] of weight.entries()) {
    const [col, row] = [t % x.length, Math.floor(t / x.length)];
    if (w === 0 || !(col === 0 || row === 0 || col === x.length - 1 || row === y.length - 1)) continue;
    all++;
    if (fit.weight[t]! > 0) held++;
  }
  const byChance = chanceOfLevel(fit.scale) * all;
  return held > byChance + evidence.clear * Math.sqrt(byChance) ? held : 0;
}

/**
 * The surface that the slopes lead to, or, where their means lead to another one of the same degree that foretells left-out patches
 * better, what the means lead to: under fringes of a reflection slopes may be radians off.
 */
function chooseAmong(
  kernels: Kernels,
  of: PhaseOfTiles,
  degrees: readonly number[],
  leastScale: number,
  settings: DegreeSettings,
): ChosenPhase | null {
  const usual = chooseFrom(kernels, of, degrees, leastScale, settings);
  const { startOfMeans, ...begun } = of;
  const means = startOfMeans?.(of.weight) ?? null;
  // what begins nearer than the coarsest bandwidth leads to the same
  if (!usual || !means || !isApart(means, of.start, settings.coarse[0]!)) return usual;
  const { degree } = usual;
  const problem = { ...of, design: legendreDesign(of.tiles, degree), terms: legendreTerms(degree).length };
  const bandwidths = [...settings.coarse, settings.finest];
  const coefficients = fitMinimumEntropy(kernels, problem, raised(means, problem.terms), bandwidths);
  const patches = { of: patchOf(of, settings), settings };
  const [score, own] = [coefficients, usual.coefficients].map(
    (one) => judgedFinely(kernels, problem, one, patches).scores,
  );
  if (!isBetter(gainOf(score!, own!, of.weight, patches), settings)) return usual;
  return chooseFrom(kernels, { ...begun, start: means }, degrees, leastScale, settings) ?? usual;
}

/**
 * Fits every degree to the most frequent level of the tiles' phases and takes the lowest degree that no higher one beats
 * in predicting tiles that were left out.
 * @param leastScale rad: phases are not known better
 * @returns null where no degree can be fitted
 */
function chooseFrom(
  kernels: Kernels,
  of: PhaseOfTiles,
  degrees: readonly number[],
  leastScale: number,
  settings: DegreeSettings,
): ChosenPhase | null {
  const patches = { of: patchOf(of, settings), settings };
  const fits = fitDegrees(kernels, of, degrees, patches, leastScale);
  if (fits.length === 0) return null;
  const scale = Math.min(...fits.map(({ fit }) => fit.scale));
  const scores = new Map<FittedDegree, Map<FittedDegree, Float64Array>>();
  const score = (one: FittedDegree, judge: FittedDegree): Float64Array => {
    const known = scores.get(one) ?? new Map<FittedDegree, Float64Array>();
    scores.set(one, known);
    const its = known.get(judge) ?? scoreOf(kernels, one, judge.belongs, scale);
    known.set(judge, its);
    return its;
  };
  const gain = (one: FittedDegree, other: FittedDegree, judge: FittedDegree) =>
    gainOf(score(one, judge), score(other, judge), judge.belongs, patches);
  // phases anywhere make a level, too: what lies on it says nothing against a higher degree
  const isLevel = ({ fit: { weight, scale: width } }: FittedDegree) =>
    count(weight) > chanceOfLevel(width) * count(of.weight);
  let best = fits.find(isLevel) ?? fits[0]!;
  for (const fit of fits.slice(fits.indexOf(best))) if (isBetter(gain(fit, best, best), settings)) best = fit;
  const finely = (one: FittedDegree) => {
    const lower = fits[fits.indexOf(one) - 1]?.bunched ?? null;
    return fitFinely(kernels, of.tiles, { one, lower }, patches, leastScale);
  };
  const taken = finely(best);
  const bestAsBackground = asBackground(best, best);
  const rivals = fits.flatMap((fit) => {
    if (fit === best) return [];
    const asOne = gain(bestAsBackground, asBackground(fit, best), bestAsBackground).standardErrors;
    // several levels of a lower degree may be one that the higher bends into, a pad and its substrate; phases anywhere are no levels
    const asSeveral = fit.degree < best.degree && isLevel(fit) ? gain(best, fit, fit).standardErrors : asOne;
    const least = Math.min(Math.abs(asOne), Math.max(0, asSeveral));
    const predicts = kernels.wasm.exp(-0.5 * least * least);
    if (predicts < LEAST_LIKELY) return [];
    const { surface } = finely(fit);
    const likely = predicts / Math.max(1, bendsMore(of, surface, taken.surface));
    return likely < LEAST_LIKELY ? [] : [{ ...surface, likely }];
  });
  // one of them is right: how likely each is adds up to 1 with the one that was taken
  const all = rivals.reduce((sum, { likely }) => sum + likely, 1);
  return {
    ...taken.surface,
    heldOutByDegree: fits.map((fit) => gain(fit, fits[0]!, fits[0]!).mean),
    others: [...taken.others(), ...rivals.map(({ likely, ...fit }) => ({ ...fit, share: likely / all }))],
  };
}

/** Each degree's fit, of those that can be fitted. */
function fitDegrees(
  kernels: Kernels,
  of: PhaseOfTiles,
  degrees: readonly number[],
  patches: Patches,
  leastScale: number,
): FittedDegree[] {
  const fits: FittedDegree[] = [];
  let another = of.tiltOf?.(of.weight) ?? null;
  const ofQuiet = of.startOf?.(of.weight) ?? null;
  for (const degree of degrees) {
    const terms = legendreTerms(degree).length;
    const { phases, weight } = of;
    const problem = { design: legendreDesign(of.tiles, degree), terms, phases, weight };
    const start = of.start.subarray(0, terms);
    const begun = bunchPhases(kernels, problem, start, patches, {
      another: another && raised(another, terms),
      quiet: ofQuiet && raised(ofQuiet, terms),
    });
    if (degree > 0) another = begun.another;
    const fit = fitLevels(kernels, of.tiles, begun, patches, { degree, leastScale });
    if (fit) fits.push(fit);
  }
  return fits;
}

/** The same surface with more terms, or fewer. */
function raised(coefficients: Float64Array, terms: number): Float64Array {
  return Float64Array.from({ length: terms }, (_, k) => coefficients[k] ?? 0);
}

function count(weight: Float64Array): number {
  let some = 0;
  for (const w of weight) if (w > 0) some++;
  return some;
}

/** A fit judged by what `one` holds for background: by the other, too, that has to be it, and not several levels of it. */
function asBackground(fit: FittedDegree, one: FittedDegree): FittedDegree {
  return {
    ...one,
    leftOut: fit.offBackground,
    levels: new Float64Array(fit.levels.length),
    belongs: usedBy(one.fit),
  };
}

/** 1 for tiles that a fit rests on. */
function usedBy({ weight }: RobustFit): Float64Array {
  const used = new Float64Array(weight.length);
  for (let t = 0; t < used.length; t++) if (weight[t]! > 0) used[t] = 1;
  return used;
}

/** A grid of patches over what is used: the same one however a frame is turned or mirrored. */
export function patchOf(
  { tiles: { x, y, count }, weight }: PhaseOfTiles,
  { patches }: DegreeSettings,
): Uint8Array {
  const [isUsedX, isUsedY] = [new Uint8Array(x.length), new Uint8Array(y.length)];
  for (let t = 0; t < weight.length; t++)
    if (weight[t]! > 0) isUsedX[t % x.length] = isUsedY[Math.floor(t / x.length)] = 1;
  const along = (places: Float64Array, isUsed: Uint8Array) => {
    const at = places.filter((_, k) => isUsed[k] === 1);
    const [first, last] = [Math.min(...at), Math.max(...at)];
    const share = (place: number) => (place - first) / (last - first + 1e-12);
    return places.map((place) => Math.max(0, Math.min(patches - 1, Math.floor(share(place) * patches))));
  };
  const [columns, rows] = [along(x, isUsedX), along(y, isUsedY)];
  const patch = new Uint8Array(count);
  for (let t = 0; t < count; t++)
    patch[t] = columns[t % x.length]! + patches * rows[Math.floor(t / x.length)]!;
  return patch;
}
