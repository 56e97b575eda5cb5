import { MAD, medianInPlace } from '../fit/median.ts';
import type { Kernels } from '../kernel/kernels.ts';
import type { DegreeSettings } from './background-settings.ts';
import { judgedFinely } from './bunch-phases.ts';
import { patchOf, type ChosenPhase, type PhaseOfTiles } from './choose-degree.ts';
import { eachAlone, withoutEachPatch } from './fit-levels.ts';
import { heldOutDensity } from './held-out-density.ts';
import { gainOf, isBetter, type Patches } from './left-out-score.ts';
import { legendreDesign, legendreTerms } from './legendre.ts';
import { remaining, remainingBy, type SmoothPhaseProblem } from './minimum-entropy.ts';
import type { SmoothPhase } from './smooth-phase.ts';
import { solvedByFirst, surfaceEquations } from './surface-equations.ts';

/** Steps of a fit: it settles in a few. */
const MOST_STEPS = 20;
/** rad */
const SETTLED = 1e-4;

/** A surface through all phases alike. */
interface BroadFit extends SmoothPhase {
  /** rad, what is left of each tile's phase */
  readonly rest: Float64Array;
  /** each the fit without one patch, and what each tile's phase is off by the fit without its patch */
  readonly without: readonly Float64Array[];
  readonly leftOut: Float64Array;
}

/**
 * The smooth phase of a frame that a sample fills: no level stands out of its phases, and a fit to one would rest on what happens to lie
 * together. So all tiles count alike, by the likelihood of phases that scatter about the surface as von Mises' law has it (Mardia & Jupp,
 * Directional Statistics, section 11.2), which knows of no level and needs no unwrapping: Σ cos(phase − surface) is largest. The degree
 * is the one that foretells left-out patches best; each other stays possible by how likely it is.
 * @param byLevels where the fits begin
 * @param how `isFilled`: no levels are looked for in what it leaves
 * @returns null where it leaves levels
 */
export function fitBroadly(
  kernels: Kernels,
  of: PhaseOfTiles,
  byLevels: ChosenPhase,
  degrees: readonly number[],
  { leastScale, isFilled }: { readonly leastScale: number; readonly isFilled: boolean },
  settings: DegreeSettings,
): ChosenPhase | null {
  // a sample may be alike over a smaller patch
  const large = { ...settings, patches: settings.evidence.parts };
  const patches = { of: patchOf(of, large), settings: large };
  if (!isFilled && leavesLevels(kernels, of, byLevels, patches)) return null;
  const fits: BroadFit[] = [];
  for (const degree of degrees) {
    const starts = [byLevels, ...fits.slice(-1)];
    const fit = fitDegree(kernels, of, degree, starts, patches);
    if (fit) fits.push(fit);
  }
  if (fits.length === 0) return null;
  const used = of.weight.map((w) => (w > 0 ? 1 : 0));
  const concentration = concentrationOf(kernels, fits[fits.length - 1]!.rest, used);
  const scores = fits.map(({ leftOut }) => leftOut.map((r) => concentration * kernels.wasm.cos(r)));
  const gain = (one: number, other: number) => gainOf(scores[one]!, scores[other]!, used, patches);
  let best = 0;
  for (let k = 1; k < fits.length; k++) if (gain(k, best).mean > 0) best = k;
  const rivals = fits.flatMap(({ degree, coefficients }, k) => {
    const far = k === best ? Infinity : gain(best, k).standardErrors;
    const likely = kernels.wasm.exp(-0.5 * far * far);
    return likely < 0.01 ? [] : [{ degree, coefficients, likely }];
  });
  const all = rivals.reduce((sum, { likely }) => sum + likely, 1);
  const { degree, coefficients, rest, without } = fits[best]!;
  const off = Float64Array.from(
    rest.filter((_, t) => used[t]! > 0),
    Math.abs,
  );
  const scale = Math.max(leastScale, MAD * medianInPlace(off));
  return {
    degree,
    coefficients,
    fit: { coefficients, weight: used, scale },
    heldOutByDegree: fits.map((_, k) => gain(k, 0).mean),
    others: [
      ...eachAlone(degree, without),
      ...rivals.map(({ likely, ...one }) => ({ ...one, share: likely / all })),
    ],
  };
}

/** Whether what a surface leaves bunches more closely than all levels do, in most parts of the frame: in levels, though few tiles may lie on each. */
function leavesLevels(
  kernels: Kernels,
  { tiles, phases, weight }: PhaseOfTiles,
  { degree, coefficients }: SmoothPhase,
  patches: Patches,
): boolean {
  const problem = { design: legendreDesign(tiles, degree), terms: coefficients.length, phases, weight };
  const rest = remaining(problem, coefficients);
  const { finest } = patches.settings;
  const { scores: fine } = judgedFinely(kernels, problem, coefficients, patches);
  const coarse = heldOutDensity(kernels, rest, weight, patches, finest);
  return isBetter(gainOf(fine, coarse, weight, patches), patches.settings);
}

/** Of the law that the phases scatter by: E cos over E sin². */
function concentrationOf({ wasm }: Kernels, rest: Float64Array, used: Float64Array): number {
  let [cosines, squares] = [0, 0];
  rest.forEach((r, t) => {
    if (used[t] === 0) return;
    const [c, s] = [wasm.cos(r), wasm.sin(r)];
    cosines += c;
    squares += s * s;
  });
  return Math.max(0, cosines) / (squares + 1e-12);
}

/** The better one of what is come to from each start; null: the places fix no surface. */
function fitDegree(
  kernels: Kernels,
  { tiles, phases, weight: given }: PhaseOfTiles,
  degree: number,
  starts: readonly SmoothPhase[],
  patches: Patches,
): BroadFit | null {
  const terms = legendreTerms(degree).length;
  const weight = given.map((w) => (w > 0 ? 1 : 0));
  const problem = { design: legendreDesign(tiles, degree), terms, phases, weight };
  const ways = starts.flatMap(({ coefficients }) => {
    const start = Float64Array.from({ length: terms }, (_, k) => coefficients[k] ?? 0);
    return climb(kernels, problem, start) ?? [];
  });
  if (ways.length === 0) return null;
  const { coefficients, rest } = ways.reduce((a, b) => (b.height > a.height ? b : a));
  const without = withoutEachPatch(kernels, problem, rest, weightsBy(kernels, rest, weight), patches).map(
    (step) => (step ? coefficients.map((c, k) => c + step[k]!) : coefficients),
  );
  const leftOut = remainingBy(problem, without, patches.of);
  return { degree, coefficients, rest, without, leftOut };
}

/** Least squares with the weights that make its equations those of the likelihood, until they settle. */
function climb(kernels: Kernels, problem: SmoothPhaseProblem, start: Float64Array) {
  const { design, terms, weight } = problem;
  const coefficients = start.slice();
  let rest = remaining(problem, coefficients);
  for (let step = 0; step < MOST_STEPS; step++) {
    const weights = weightsBy(kernels, rest, weight);
    const change = solvedByFirst(
      surfaceEquations(design, terms, rest, (t) => weights[t]!),
      terms,
    );
    if (!change) return null;
    for (let k = 0; k < terms; k++) coefficients[k]! += change[k]!;
    rest = remaining(problem, coefficients);
    if (change.every((c) => Math.abs(c) < SETTLED)) break;
  }
  const height = rest.reduce((sum, r, t) => sum + weight[t]! * kernels.wasm.cos(r), 0);
  return { coefficients, rest, height };
}

/** sin r / r: by it what a least-squares step follows is the slope of cos r. */
function weightsBy({ wasm }: Kernels, rest: Float64Array, weight: Float64Array): Float64Array {
  return rest.map((r, t) => (Math.abs(r) < 1e-6 ? weight[t]! : (weight[t]! * wasm.sin(r)) / r));
}
