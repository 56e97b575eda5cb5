import { parabolaVertex } from '../../focus/extremum.ts';
import type { Kernels, Scope } from '../../kernel/kernels.ts';
import { depthOfField } from '../../propagate/transfer.ts';
import { copiedPart, livelyBox } from '../optics/lively-box.ts';
import type { TrialSettings } from '../response/response-settings.ts';
import { mean } from '../retrieve/exposure.ts';
import type { RetrievalInput } from '../retrieve/retrieval-input.ts';
import type { Shift } from '../retrieve/shifts-left.ts';
import type { RetrievalSettings } from '../retrieve/retrieval-settings.ts';
import { goDownhill, type Downhill } from './go-downhill.ts';
import { tryHeights, type HeightsTrial } from './try-heights.ts';

/** Where frames lie. */
export interface PlacedHeights {
  /** µm, of each */
  readonly distances: readonly number[];
  /** whether single distances were moved beside the others */
  readonly isUneven: boolean;
  /** by how much what each frame shows lies beside what a field explains of all of them there */
  readonly shifts: readonly Shift[];
}

/** What the frames of a stack say of their distances: as stated where the frames don't clearly say otherwise. */
export interface FoundHeights extends PlacedHeights {
  /**
   * µm, by how much the frames show all of them farther, by how much that may be off (one standard deviation), and where the misfit alone
   * is least, if that is another distance; null: they do not tell
   */
  readonly common: {
    readonly farther: number;
    readonly sigma: number;
    readonly rival: number | null;
  } | null;
  /** whether that was taken for right */
  readonly isMoved: boolean;
  /** where it was: but for that, halfway there, and as all was stated; null: it was not */
  readonly asStated: PlacedHeights | null;
  readonly halfway: PlacedHeights | null;
  readonly given: PlacedHeights | null;
}

export interface HeightsSearch {
  readonly input: RetrievalInput;
  readonly retrieval: RetrievalSettings;
  /** shares of the cost, as of a focus that is searched: what rises by less is as good as flat, and what differs by less does not decide */
  readonly flat: number;
  readonly asCheap: number;
  /** depths of field: the step of a search, and better than which no distance is stated, as of a focus */
  readonly step: number;
  readonly least: number;
  /** µm, by what all distances are off at most as they are stated; Infinity: nobody says */
  readonly within: number;
  /** samples at the edges of a frame that do not tell a distance, as none do of a background */
  readonly rim: number;
  /** as of a camera's response */
  readonly trial: TrialSettings;
  /** may throw to cancel */
  readonly onIteration: () => void;
}

/** How often single distances are found anew: each time what is left of them is a fifth or less. */
const MOST_ROUNDS = 3;
/** Share of the nearest distance that all are looked for within: whoever states distances has not mistaken them by half. */
const FARTHEST = 1 / 2;
/** Depths of field to either side, within which the misfit's own minimum is looked for: it takes as many trials again. */
const COMPARED = 4;

/**
 * By how much the distances of a stack are off: each beside the others, which the frames tell as no field explains them all, and all
 * together, as the field is sparse in the sample's plane alone. All stand as they are stated unless those that were found explain
 * the frames clearly better.
 */
export function findHeights(kernels: Kernels, search: HeightsSearch): FoundHeights {
  const { input, flat, asCheap } = search;
  const stated = input.frames.map(({ z }) => z);
  using scope = kernels.scope();
  const { depth, trialAt } = trialsOf(kernels, scope, search);
  const first = evened(stated, trialAt, flat);
  const most = Math.min(search.within, FARTHEST * Math.min(...stated.map(Math.abs)));
  const walk = (of: 'cost' | 'misfit', within: number) =>
    goDownhill((farther) => trialAt(added(first, farther))[of], {
      step: search.step * depth,
      most: within,
      flat,
    });
  const walked = walk('cost', most);
  const least = search.least * depth;
  const own = walked && commonOf(walked, asCheap, least);
  const byMisfit = own && walk('misfit', Math.min(most, COMPARED * depth));
  const common = own && withRival(own, byMisfit && commonOf(byMisfit, asCheap, least));
  const isMoved = common !== null && walked!.here > (1 + asCheap) * walked!.costs[1];
  const placed = (there: readonly number[], farther: number): PlacedHeights => {
    const off = there.map((z, k) => z - stated[k]! - Math.sign(z) * farther);
    // adding and taking off again rounds
    const isUneven = off.some((one) => Math.abs(one) > ROUNDING * depth);
    return { distances: there, isUneven, shifts: trialAt(there).shifts };
  };
  const still = { asStated: null, halfway: null, given: null };
  if (!isMoved) return { ...placed(first, 0), common, isMoved, ...still };
  const { farther } = common;
  const [asStated, halfway] = [placed(first, 0), placed(added(first, farther / 2), farther / 2)];
  return {
    ...placed(evened(added(first, farther), trialAt, flat), farther),
    common,
    isMoved,
    asStated,
    halfway,
    given: placed(stated, 0),
  };
}

const ROUNDING = 1e-6;

type TrialAt = (distances: readonly number[]) => HeightsTrial;

/** What short retrievals of the liveliest part of the frames say; each is made once. Depths of field are what pixels and frame catch. */
function trialsOf(kernels: Kernels, scope: Scope, search: HeightsSearch) {
  const { input, retrieval, trial, rim, onIteration } = search;
  const { wavelength, sampling } = input;
  const { amplitude } = input.frames[0]!;
  const box = livelyBox(kernels, amplitude, trial.side);
  const frames = input.frames.map((frame) => ({
    ...frame,
    amplitude: copiedPart(kernels, scope, frame.amplitude, box),
  }));
  const { rows, cols } = box;
  const { pitchX, pitchY } = sampling;
  const nearest = Math.min(...frames.map(({ z }) => Math.abs(z)));
  const caught = Math.min(rows * pitchY, cols * pitchX) / (2 * wavelength * nearest);
  const depth = depthOfField(wavelength, Math.min(1 / (2 * Math.max(pitchX, pitchY)), caught));
  const known = new Map<string, HeightsTrial>();
  const trialAt: TrialAt = (distances) => {
    const key = distances.join();
    const there = frames.map((frame, k) => ({ ...frame, z: distances[k]! }));
    const part = { ...input, rows, cols, frames: there };
    const made =
      known.get(key) ?? tryHeights(kernels, part, depth / 4, { rim, retrieval, trial }, onIteration);
    known.set(key, made);
    return made;
  };
  return { depth, trialAt };
}

/** Distances with single ones moved beside the others, as often as that explains the frames better by more than nothing. */
function evened(from: readonly number[], trialAt: TrialAt, flat: number): readonly number[] {
  let distances = from;
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const { cost, farther, gain } = trialAt(distances);
    if (gain < flat) break;
    const all = mean(farther);
    const next = added(
      distances,
      farther.map((one) => one - all),
    );
    if (trialAt(next).cost > (1 - flat) * cost) break;
    distances = next;
  }
  return distances;
}

function added(distances: readonly number[], farther: number | readonly number[]): readonly number[] {
  return distances.map((z, k) => z + Math.sign(z) * (typeof farther === 'number' ? farther : farther[k]!));
}

interface Minimum {
  readonly farther: number;
  readonly sigma: number;
}

/**
 * The misfit sees what no field at these distances explains, the cost a sample that is sparse in its plane. A sample that fills the frame is
 * not sparse, and noise hides the misfit: where they do not agree within their uncertainties, any distance between both is as likely as
 * another.
 */
export function withRival(own: Minimum, misfit: Minimum | null): NonNullable<FoundHeights['common']> {
  const apart = misfit === null ? 0 : Math.abs(misfit.farther - own.farther);
  const all = misfit === null ? 0 : own.sigma * own.sigma + misfit.sigma * misfit.sigma;
  if (misfit === null || apart * apart <= all) return { ...own, rival: null };
  const sigma = Math.sqrt(own.sigma * own.sigma + (apart * apart) / 3);
  return { farther: own.farther, sigma, rival: misfit.farther };
}

/** The vertex of the parabola through the cheapest and those beside it. Any distance as cheap as that may be it, as likely as another. */
export function commonOf(
  { at, costs }: Pick<Downhill, 'at' | 'costs'>,
  asCheap: number,
  least: number,
): Minimum | null {
  const [before, here, behind] = at;
  const farther = parabolaVertex(at, costs, 1);
  const slopes = [(costs[1] - costs[0]) / (here - before), (costs[2] - costs[1]) / (behind - here)];
  const bend = (slopes[1]! - slopes[0]!) / (behind - before);
  return bend > 0 ? { farther, sigma: Math.max(least, Math.sqrt((asCheap * costs[1]) / bend / 3)) } : null;
}
