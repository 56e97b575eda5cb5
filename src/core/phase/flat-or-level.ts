import { MAD, medianInPlace } from '../fit/median.ts';
import type { Kernels } from '../kernel/kernels.ts';
import type { BackgroundSettings } from './background-settings.ts';
import { surfaceBend } from './surface-bend.ts';
import { judgedFinely } from './bunch-phases.ts';
import { degreesThatReach } from './carried-degrees.ts';
import { areSmall } from './coherence-around.ts';
import { LEAST_LIKELY, patchOf, type ChosenPhase, type PhaseOfTiles } from './choose-degree.ts';
import { fitFlat, leftFlat, stepFlat, type FlatFit, type FlatProblem } from './fit-flat.ts';
import { fitLevels } from './fit-levels.ts';
import { regionsOf, type Regions } from './flat-regions.ts';
import { gainOf, isBetter, type Gain, type Patches } from './left-out-score.ts';
import { legendreDesign, legendreTerms } from './legendre.ts';
import type { PossiblePhase, SmoothPhase } from './smooth-phase.ts';
import { valuesAt, valuesOf } from './surface-values.ts';
import { wrapAngle } from './tiles.ts';

/** A surface, what else it may be, and what it leaves of each tile's phase from the level that the tile's region has elsewhere. */
interface Way {
  readonly surface: SmoothPhase;
  readonly possible: readonly PossiblePhase[];
  readonly leftOut: Float64Array;
}

/**
 * Where hardly a place is free of sample, phases bunch most closely by a surface that bends from the ground into a pattern's mean, or
 * from one level into another. But then it leaves neither flat. So another surface is fitted that leaves each quiet region flat, whatever
 * its level, and taken where it foretells parts of regions better that were left out; each stays possible by how likely it is.
 * @param quiet 0 for tiles that are not quiet
 * @param chosen by levels
 * @param degrees that may be fitted
 */
export function flatOrLevel(
  kernels: Kernels,
  { quiet, ...of }: PhaseOfTiles & { readonly quiet: Float64Array },
  chosen: ChosenPhase,
  degrees: readonly number[],
  leastScale: number,
  settings: BackgroundSettings,
): ChosenPhase {
  const isSmall = areSmall(of.tiles);
  // a tilt bends into nothing
  if (!isSmall && chosen.degree < 2) return chosen;
  const patches = { of: patchOf(of, settings.degree), settings: settings.degree };
  const parts = partsOf(patches);
  const problem = flatProblem(kernels, of, regionsOf(of.tiles, quiet), chosen, parts);
  const inside = new Uint8Array(of.tiles.count);
  for (let t = 0; t < inside.length; t++) inside[t] = problem.regions.of[t]! < 0 ? 0 : 1;
  const byLevels = { surface: chosen, possible: chosen.others, leftOut: leftFlat(problem, chosen) };
  const judgedWith = (fits: readonly FlatFit[]) => {
    const ways: readonly Way[] = [byLevels, ...fits.map(wayOf)];
    const judged = fits.length === 0 ? null : judge(kernels, ways, inside, parts, leastScale);
    return judged && { ...judged, ways };
  };
  if (!isSmall) {
    const step = stepFlat(problem, Math.max(2, chosen.degree), byLevels.leftOut);
    const first = judgedWith(step ? [step] : []);
    if (!first || !isBetter(first.gain(first.ways[1]!, byLevels), settings.degree)) return chosen;
  }
  const bent = degrees.filter((degree) => degree > 1);
  const reached = degreesThatReach(of.tiles, inside, Math.max(...bent), settings.mostGrowth)(bent);
  const judged = judgedWith(reached.flatMap((degree) => fitFlat(problem, degree) ?? []));
  if (!judged) return chosen;
  const { gain, scale, ways } = judged;
  let best = ways[1]!;
  for (const way of ways.slice(1)) if (isBetter(gain(way, best), settings.degree)) best = way;
  const gained = gain(best, byLevels);
  const areFlat = scale < settings.degree.finest;
  const isTaken = areFlat && isBetter(gained, settings.degree);
  const level = isTaken ? levelled(kernels, of, best.surface, patches, leastScale) : null;
  const taken = level ? { ...chosen, ...level } : chosen;
  // tiles of many samples are right by levels unless they are not flat
  if (!level && !isSmall) return chosen;
  const own = level ? best : byLevels;
  // by regions that are no flatter than levels are wide no degree is told from the next
  const bend = of.isRest ? (one: SmoothPhase) => surfaceBend(one, chosen.fit.scale) : null;
  const rivals = likelyAmong(kernels, areFlat ? ways : [byLevels, best], gain, bend).flatMap(
    ({ way, share }) => (way === own || share < LEAST_LIKELY ? [] : asRival(of, taken, way, share)),
  );
  return { ...taken, others: [...movedTo(taken, own), ...rivals] };
}

/** How likely each way is beside the others, which adds up to 1. @param bend see {@link surfaceBend}; null: it tells nothing */
function likelyAmong(
  { wasm }: Kernels,
  ways: readonly Way[],
  gain: (one: Way, other: Way) => Gain,
  bend: ((one: SmoothPhase) => number) | null,
): readonly { readonly way: Way; readonly share: number }[] {
  const top = ways.reduce((best, way) => (gain(way, best).mean > 0 ? way : best));
  const likely = ways.map((way) => {
    const behind = gain(top, way).standardErrors;
    return wasm.exp(-0.5 * behind * behind) / (bend?.(way.surface) ?? 1);
  });
  const all = likely.reduce((a, b) => a + b, 0);
  return ways.map((way, k) => ({ way, share: likely[k]! / all }));
}

function wayOf({ degree, coefficients, without, leftOut }: FlatFit): Way {
  // the jackknife's variance
  const share = 1 - 1 / without.length;
  const possible = without.map((each) => ({ degree, coefficients: each, share }));
  return { surface: { degree, coefficients }, possible, leftOut };
}

/** Equal parts of the frame in the place of its patches: what lies between a sample's parts is to be foretold, too. */
function partsOf({ of, settings }: Patches): Patches {
  const { parts } = settings.evidence;
  const part = (patch: number) => Math.floor((patch * parts) / settings.patches);
  const partOf = (patch: number) =>
    part(patch % settings.patches) + parts * part(Math.floor(patch / settings.patches));
  return { of: of.map(partOf), settings: { ...settings, patches: parts } };
}

/** The regions of quiet tiles, their phases unwrapped by a surface that leaves them within half a turn of their mean. */
function flatProblem(
  { wasm }: Kernels,
  { tiles, phases }: PhaseOfTiles,
  regions: Regions,
  { degree, coefficients }: SmoothPhase,
  { of: partOf, settings }: Patches,
): FlatProblem {
  const designs = new Map<number, Float64Array>();
  const designOf = (of: number) => {
    const design = designs.get(of) ?? legendreDesign(tiles, of);
    designs.set(of, design);
    return design;
  };
  const surface = valuesOf(designOf(degree), coefficients);
  const rest = phases.map((phase, t) => phase - surface[t]!);
  const [re, im] = [new Float64Array(regions.count), new Float64Array(regions.count)];
  for (let t = 0; t < rest.length; t++) {
    const region = regions.of[t]!;
    if (region < 0) continue;
    re[region]! += wasm.cos(rest[t]!);
    im[region]! += wasm.sin(rest[t]!);
  }
  const means = re.map((x, region) => wasm.atan2(im[region]!, x));
  const unwrapped = rest.map((r, t) => {
    const region = regions.of[t]!;
    return region < 0 ? 0 : surface[t]! + wrapAngle(r - means[region]!);
  });
  return { designOf, regions, phases: unwrapped, partOf, parts: settings.patches * settings.patches };
}

interface Judged {
  /** by how much one way foretells tiles better than another */
  readonly gain: (one: Way, other: Way) => Gain;
  /** rad, what the best of them leaves of a tile */
  readonly scale: number;
}

/** @returns null where no region lies in two parts of the frame */
function judge(
  { wasm }: Kernels,
  ways: readonly Way[],
  inside: Uint8Array,
  parts: Patches,
  leastScale: number,
): Judged | null {
  const isJudged = new Float64Array(inside.length);
  for (let t = 0; t < inside.length; t++)
    if (inside[t] === 1 && ways.every(({ leftOut }) => !Number.isNaN(leftOut[t]!))) isJudged[t] = 1;
  if (!isJudged.includes(1)) return null;
  const scaleOf = ({ leftOut }: Way) => {
    const sizes = leftOut.filter((_, t) => isJudged[t] === 1);
    for (let t = 0; t < sizes.length; t++) sizes[t] = Math.abs(sizes[t]!);
    return MAD * medianInPlace(sizes);
  };
  const scale = Math.max(leastScale, Math.min(...ways.map(scaleOf)));
  const anywhere = (parts.settings.anywhere * scale) / Math.sqrt(2 * Math.PI);
  const score = ({ leftOut }: Way) =>
    leftOut.map((left, t) => {
      const far = left / scale;
      return isJudged[t] === 1 ? wasm.log(wasm.exp(-0.5 * far * far) + anywhere) : 0;
    });
  const scores = new Map(ways.map((way) => [way, score(way)]));
  const gain = (one: Way, other: Way) => gainOf(scores.get(one)!, scores.get(other)!, isJudged, parts);
  return { gain, scale };
}

/** A surface with the background's level at 0, and its tiles; null: it has none. */
function levelled(
  kernels: Kernels,
  of: PhaseOfTiles,
  surface: SmoothPhase,
  patches: Patches,
  leastScale: number,
): Pick<ChosenPhase, 'degree' | 'coefficients' | 'fit'> | null {
  const { tiles, phases, weight } = of;
  const { degree, coefficients } = surface;
  const terms = legendreTerms(degree).length;
  const problem = { design: legendreDesign(tiles, degree), terms, phases, weight };
  const { bandwidth } = judgedFinely(kernels, problem, coefficients, patches);
  const begun = { problem, coefficients, bandwidth };
  const level = fitLevels(kernels, tiles, begun, patches, { degree, leastScale });
  return level && { ...raisedTo(of, level, level.fit.weight, surface), fit: level.fit };
}

/** A surface raised to lie where another one lies on some tiles. */
function raisedTo(
  { tiles }: PhaseOfTiles,
  other: SmoothPhase,
  weight: Float64Array,
  { degree, coefficients }: SmoothPhase,
): SmoothPhase {
  const [to, own] = [valuesAt(tiles, other), valuesAt(tiles, { degree, coefficients })];
  let [sum, all] = [0, 0];
  weight.forEach((w, t) => {
    sum += w * (to[t]! - own[t]!);
    all += w;
  });
  return { degree, coefficients: coefficients.map((c, k) => (k === 0 && all > 0 ? c + sum / all : c)) };
}

/** A way that was not taken: how far it lies from the one that was, and what is open about it, by how likely it is. */
function asRival(of: PhaseOfTiles, taken: ChosenPhase, way: Way, share: number): readonly PossiblePhase[] {
  // the constant aside: which level is the background's is no doubt about the surface
  const rival = { ...raisedTo(of, taken, taken.fit.weight, way.surface), share };
  return [rival, ...movedTo(taken, way).map((each) => ({ ...each, share: share * each.share }))];
}

/** What else a way may be, each as far from another surface as it lies from its own. */
function movedTo(taken: SmoothPhase, { surface, possible }: Way): readonly PossiblePhase[] {
  const at = ({ coefficients }: SmoothPhase, k: number) => coefficients[k] ?? 0;
  return possible.map((each) => {
    const degree = Math.max(taken.degree, surface.degree, each.degree);
    const coefficients = legendreTerms(degree).map((_, k) => at(taken, k) + at(each, k) - at(surface, k));
    return { degree, coefficients: Float64Array.from(coefficients), share: each.share };
  });
}
