import { medianInPlace } from '../fit/median.ts';
import type { Kernels } from '../kernel/kernels.ts';
import { heldOutDensity } from './held-out-density.ts';
import { gainOf, isBetter, type Patches } from './left-out-score.ts';
import { fitMinimumEntropy, remaining, ShiftEquations, type SmoothPhaseProblem } from './minimum-entropy.ts';
import { atPhase } from './phase-density.ts';
import { searchSurface } from './search-surface.ts';

/** A smooth phase that leaves the others bunched. */
export interface Bunched {
  readonly problem: SmoothPhaseProblem;
  readonly coefficients: Float64Array;
  /** rad, that levels are parted by */
  readonly bandwidth: number;
}

/** The same, and what was come to from elsewhere. */
interface Begun extends Bunched {
  /** null: the same, or there was nowhere else to begin */
  readonly another: Float64Array | null;
}

/** The same, as finely as levels are. */
export interface FinelyBunched extends Bunched {
  /** whether most phases lie far from the background by that bandwidth: of a sample, or between its levels */
  readonly broad: boolean;
}

/** How often the finest of the coarse bandwidths is halved at most: a fourth half was better in no frame. */
const HALVINGS = 3;

/** Where else than at the slopes of all tiles a surface may begin; null: there is nothing. */
interface OtherStarts {
  readonly another: Float64Array | null;
  /** the slopes of those tiles alone that have a weight: they know nothing of levels, and are right to a few hundredths of a radian where most of these are quiet */
  readonly quiet: Float64Array | null;
}

/**
 * Brings phases to the least entropy, to a bandwidth that all levels are wider than: from coarse ones on, as slopes leave errors of a
 * radian. Coarse ones join levels that lie nearer to each other, such as those of a step across the frame or of a pattern too fine for
 * the field, and a surface that bends into both leaves one broad level of two narrow ones: what fine bandwidths find at once is taken
 * where it predicts left-out patches better, each by a bandwidth as fine as its levels are.
 */
export function bunchPhases(
  kernels: Kernels,
  problem: SmoothPhaseProblem,
  start: Float64Array,
  patches: Patches,
  { another, quiet }: OtherStarts = { another: null, quiet: null },
): Begun {
  const { coarse, finest } = patches.settings;
  using equations = new ShiftEquations(kernels, problem, finest / (1 << HALVINGS));
  const from = (begin: Float64Array, bandwidths: readonly number[]) => ({
    ...{ problem, coefficients: equations.fit(begin, bandwidths), bandwidth: finest },
  });
  const slowly = from(start, [...coarse, finest]);
  const its = another && from(another, [...coarse, finest]);
  const others = [from(start, [finest]), ...(its ? [its] : [])].filter((way) =>
    isApart(way.coefficients, slowly.coefficients, finest / (1 << HALVINGS)),
  );
  // levels less sharp than those that coarse bandwidths leave are no place to begin at
  const isSharper = (one: Float64Array) => {
    const sharp = (of: Float64Array) => sharpness(kernels, equations, of, finest / 4);
    const own = sharp(one);
    return [slowly, ...others].every(({ coefficients }) => own > sharp(coefficients));
  };
  const finely = quiet && isSharper(quiet) ? from(quiet, [finest / 4, finest / 8]) : null;
  if (others.length === 0 && !finely) return { ...slowly, another: null };
  const narrow = ({ coefficients }: Bunched) =>
    narrowed(
      kernels,
      equations,
      coefficients,
      judged(kernels, equations, coefficients, finest, patches),
      patches,
    );
  let [best, least]: [Bunched, Judged] = [slowly, narrow(slowly)];
  for (const way of others) {
    const one = narrow(way);
    if (isBetterThan(least, one, patches)) [best, least] = [way, one];
  }
  if (finely) {
    const { scores, ...one } = narrow(finely);
    // at a coarse bandwidth its levels would be joined again
    if (isBetterThan(least, { ...one, scores }, patches)) best = one;
  }
  return { ...best, another: its && others.includes(its) ? its.coefficients : null };
}

/** Logarithm of the density at what a surface leaves, summed up. */
function sharpness(
  { wasm }: Kernels,
  equations: ShiftEquations,
  surface: Float64Array,
  bandwidth: number,
): number {
  const { weight } = equations.problem;
  const density = equations.densityLeft(surface, bandwidth);
  const rest = equations.left(surface);
  let sum = 0;
  for (let t = 0; t < rest.length; t++) if (weight[t]! > 0) sum += wasm.log(atPhase(density, rest[t]!));
  return sum;
}

/** Whether the terms of two surfaces differ by so much in all: no place differs by more. */
export function isApart(one: Float64Array, other: Float64Array, least: number): boolean {
  return one.reduce((sum, c, k) => sum + (k > 0 ? Math.abs(c - other[k]!) : 0), 0) >= least;
}

/** A surface, and how well what it leaves predicts left-out patches by a bandwidth. */
interface Judged extends Bunched {
  readonly scores: Float64Array;
}

function judged(
  kernels: Kernels,
  equations: ShiftEquations,
  coefficients: Float64Array,
  bandwidth: number,
  patches: Patches,
): Judged {
  const { problem } = equations;
  const rest = equations.left(coefficients);
  const scores = heldOutDensity(kernels, rest, problem.weight, patches, bandwidth);
  return { problem, coefficients, bandwidth, scores };
}

function isBetterThan(than: Judged, { problem, scores }: Judged, patches: Patches): boolean {
  return isBetter(gainOf(scores, than.scores, problem.weight, patches), patches.settings);
}

/** How fine the levels are that a surface leaves: the bandwidth (rad) that predicts left-out patches best, of the finest of the coarse ones and its halves, and how well. */
export function judgedFinely(
  kernels: Kernels,
  problem: SmoothPhaseProblem,
  surface: Float64Array,
  patches: Patches,
): Pick<Judged, 'bandwidth' | 'scores'> {
  const total = ({ scores }: Pick<Judged, 'scores'>) => scores.reduce((a, b) => a + b, 0);
  const bandwidths = Array.from({ length: HALVINGS + 1 }, (_, k) => patches.settings.finest / (1 << k));
  const rest = remaining(problem, surface);
  const all = bandwidths.map((bandwidth) => {
    const scores = heldOutDensity(kernels, rest, problem.weight, patches, bandwidth);
    return { bandwidth, scores };
  });
  return all.reduce((best, one) => (total(one) > total(best) ? one : best));
}

/** Halves the bandwidth from a surface on: what predicts left-out patches best, if that is better than the best so far. */
function narrowed(
  kernels: Kernels,
  equations: ShiftEquations,
  surface: Float64Array,
  best: Judged,
  patches: Patches,
): Judged {
  let [taken, coefficients] = [best, surface];
  for (let bandwidth = patches.settings.finest / 2, k = 0; k < HALVINGS; bandwidth /= 2, k++) {
    coefficients = equations.fit(coefficients, [bandwidth]);
    const one = judged(kernels, equations, coefficients, bandwidth, patches);
    if (isBetterThan(taken, one, patches)) taken = one;
  }
  return taken;
}

/**
 * Narrows the bandwidth as long as what it finds predicts left-out patches better. Where the phases still scatter by about the finest
 * of the coarse bandwidths, a sample may have drawn the surface to one side: then its terms are searched further away, too, from there
 * and from the surface of the degree below.
 * @param lower the surface of the degree below; null: there is none
 */
export function bunchFinely(
  kernels: Kernels,
  { problem, coefficients: coarse }: Bunched,
  lower: Bunched | null,
  patches: Patches,
): FinelyBunched {
  const { finest, finely, searched: reach, anywhere } = patches.settings;
  // most phases lie in the background's level: nothing else has drawn it
  if (!finely || scatterOf(problem, coarse) < finest / 2)
    return { problem, coefficients: coarse, bandwidth: finest, broad: false };
  using equations = new ShiftEquations(kernels, problem, finest / (1 << HALVINGS));
  const narrow = (coefficients: Float64Array, than: Judged) =>
    narrowed(kernels, equations, coefficients, than, patches);
  let best = narrow(coarse, judged(kernels, equations, coarse, finest, patches));
  const scatter = () => scatterOf(problem, best.coefficients);
  const isBroad = () => scatter() > 2 * best.bandwidth;
  const isSharp = !isBroad() && scatter() < finest / 2;
  // a level alone has no terms to search
  if (isSharp || problem.terms === 1) return { ...best, broad: false };
  const search = { reach, anywhere, bandwidth: finest / 4 };
  const starts = [coarse, ...(lower ? [coarse.map((_, k) => lower.coefficients[k] ?? 0)] : [])];
  for (const one of starts) best = narrow(searchSurface(kernels, problem, one, search), best);
  return { ...best, broad: isBroad() };
}

/**
 * A fit's coefficients when each part of the frame is left out. Broad levels become others where tiles are missing, which no fit to the
 * levels of all tiles shows; so phases are brought to the least entropy again.
 * @param weight how surely each place is background by the fit: there what is left of the phases stays 0
 */
export function bunchedAgain(
  kernels: Kernels,
  { problem, coefficients: begun, bandwidth }: FinelyBunched,
  fit: { readonly coefficients: Float64Array; readonly weight: Float64Array },
  { of, settings }: Patches,
): Float64Array[] {
  const { parts } = settings.evidence;
  const part = (patch: number) => Math.floor((patch * parts) / settings.patches);
  const partOf = (t: number) =>
    part(of[t]! % settings.patches) + parts * part(Math.floor(of[t]! / settings.patches));
  const all = fit.weight.reduce((a, b) => a + b, 0);
  const refit = (weight: Float64Array) =>
    fitMinimumEntropy(kernels, { ...problem, weight }, begun, [2 * bandwidth, bandwidth]);
  // a few steps more move it, too
  const whole = refit(problem.weight);
  return Array.from({ length: parts * parts }, (_, k) => {
    const weight = problem.weight.map((w, t) => (partOf(t) === k ? 0 : w));
    const without = refit(weight);
    // the constant aside: that another level is the densest now is no doubt about the surface
    const moved = fit.coefficients.map((c, m) => (m === 0 ? c : c + without[m]! - whole[m]!));
    const rest = remaining(problem, moved);
    moved[0]! += rest.reduce((sum, r, t) => sum + fit.weight[t]! * r, 0) / all;
    return moved;
  });
}

/** rad: the median of what is left, of a half of the phases that lies close to 0 */
function scatterOf(problem: SmoothPhaseProblem, coefficients: Float64Array): number {
  const rest = remaining(problem, coefficients);
  const sizes = new Float64Array(rest.length);
  let count = 0;
  for (let t = 0; t < rest.length; t++) if (problem.weight[t]! > 0) sizes[count++] = Math.abs(rest[t]!);
  return medianInPlace(sizes.subarray(0, count));
}
