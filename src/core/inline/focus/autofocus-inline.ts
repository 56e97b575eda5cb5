import type { RealPlane } from '../../kernel/plane.ts';
import type { Kernels } from '../../kernel/kernels.ts';
import type { Sampling } from '../../propagate/transfer.ts';
import type { FocusCurve } from '../../reconstruction/reconstruction.ts';
import { boxOf, sharpestBox } from './model/sharpest-box.ts';
import { chooseByModel, explainsBetter } from './model/choose-by-model.ts';
import { focusCurves, focusDoubts, rivalsOf } from './describe-focus.ts';
import { followCandidate, type Followed } from './metrics/follow-candidate.ts';
import { guessedPlane, planesOf, saysNothing, settle } from './planes.ts';
import { secondOpinion } from './second-opinion.ts';
import type { Box } from './model/model-cost.ts';
import {
  coarseReach,
  resolvedDepth,
  searchRange,
  sweepDistances,
  type DepthAt,
} from './metrics/search-range.ts';
import { contrastSpectrum } from '../optics/contrast-spectrum.ts';
import { energyShares, regionCurves, sampleAt, sweepGrid, tilesFor } from './metrics/sweep.ts';
import { localFoci, votedFocus, type LocalFocus } from './metrics/local-foci.ts';
import { candidates, distinct, sparsest, type Candidate, type ObjectKind } from './metrics/foci.ts';

export interface InlineFocusSearch {
  /** √(intensity / light), 1 = no sample */
  readonly amplitude: RealPlane;
  readonly sampling: Sampling;
  /** µm, in the medium of propagation */
  readonly wavelength: number;
  /** distances from sample to sensor to search, µm, in either order */
  readonly fromZ: number;
  readonly toZ: number;
  /** standard deviation of the amplitude's noise */
  readonly noiseSigma: number;
}

/** One plane that holds something in focus. */
export interface FocusPlane {
  /** µm, sample to sensor */
  readonly z: number;
  readonly uncertainty: number;
  /** 0 … 1: how deep two independent extrema are; below 0.1 it may be chance */
  readonly strength: number;
  readonly kind: ObjectKind;
  /** share of the diffracted light in the parts of the frame that are in focus here */
  readonly share: number;
  /** the parts of the frame that are in focus here: a box in pixels */
  readonly where: Box;
}

export interface InlineFocus {
  /** µm, sample to sensor */
  readonly z: number;
  /** µm, one standard deviation as far as two metrics can tell */
  readonly uncertainty: number;
  /** λ / NA² at z, µm, NA from what the hologram resolves there */
  readonly depthOfField: number;
  readonly curves: readonly FocusCurve[];
  /** every distinct focus, the one of `z` first */
  readonly foci: readonly FocusPlane[];
  /** why a person should look at it; empty where nothing speaks against it */
  readonly doubts: readonly string[];
}

/** Share of the work that the first sweep is, for the progress. */
const FIRST = 0.6;
/** Where following begins, whatever the trials took. */
const FOLLOWING = 0.85;
/** Strengths below this are often chance. */
const CHANCE = 0.08;
/** A candidate beyond the range that is stronger than those in it by this factor is the focus. */
const BEYOND = 1.5;
/** Share of the rest that a trial's iteration moves the progress by: nobody knows how many there will be. */
const CREEP = 0.001;

/**
 * Finds the distances at which an in-line hologram shows something in focus.
 *
 * A hologram's contrast at a distance z is 2 (â cos χ + φ̂ sin χ), χ = πλz|f|², for weak absorption a and phase φ
 * (Guigay, Optik 49, 121 (1977)). So for every z there is the purely absorbing and the pure phase object that would
 * have given this hologram, without a twin image; at the right z and for the right kind its edges are sparse, and the
 * plainly refocused field has all of its edges (absorption) or none of them (phase) in its amplitude. Both must
 * agree. The first sweep is over a grid and a step that fit a time budget; where several candidates remain, a few steps
 * of phase retrieval at each tell which explains the hologram best; that one is followed to full resolution.
 * A hologram does not tell before from behind the sensor: the range decides.
 */
export function autofocusInline(
  kernels: Kernels,
  search: InlineFocusSearch,
  onSample: (fraction: number) => void,
): InlineFocus {
  const progress = rising(onSample);
  using scope = kernels.scope();
  const { amplitude, sampling, wavelength, noiseSigma } = search;
  const contrast = contrastSpectrum(kernels, scope, amplitude, sampling, noiseSigma);
  const range = searchRange(search.fromZ, search.toZ);
  const tiles = tilesFor(contrast.rows, contrast.cols);
  const every = Array.from({ length: tiles * tiles }, (_, t) => t);
  const reach = coarseReach(contrast, wavelength, range);
  const depth = resolvedDepth(contrast, wavelength, reach);

  const grid = sweepGrid(kernels, scope, contrast, wavelength, reach, tiles);
  const zs = sweepDistances(range, depth);
  const sweep = zs.map((z, k) => {
    progress.reach((FIRST * k) / zs.length);
    return sampleAt(kernels, grid, z);
  });
  const curves = regionCurves(sweep, every);
  const near = ({ z }: Candidate) => z >= range.from && z <= range.to;
  const [found, beyond] = inAndOut(candidates(curves, depth), near, depth);
  const full = { amplitude, sampling, wavelength, noiseSigma };
  const trial = progress.creep;
  const setup = { full, contrast, range, onIteration: trial };
  const finalists = chooseByModel(kernels, setup, {
    found: found.length > 0 ? found : [sparsest(curves)],
    sweptDepth: depth,
    sharpen: (candidate) => {
      const start = { candidate, tiles: every, share: 1 };
      const levels = { from: reach, to: reach, tiles };
      return followCandidate(kernels, contrast, wavelength, start, levels, trial).z;
    },
    boxAt: (z, side) => {
      const nearest = sweep.reduce((a, b) => (Math.abs(b.z - z) < Math.abs(a.z - z) ? b : a));
      return sharpestBox(nearest, tiles, amplitude, side);
    },
  });
  const best = finalists[0]!.candidate;

  const shares = energyShares(sweep);
  const voted = saysNothing(finalists[0]!) ? votedFocus(sweep, depth, near, shares) : null;
  const local = voted
    ? [voted]
    : localFoci(sweep, best, depth, near, shares).filter(({ candidate, tiles: where }) => {
        return explainsBetter(kernels, full, boxOf(where, tiles, amplitude), candidate.z, best.z, trial);
      });
  const starts: LocalFocus[] = [{ candidate: best, tiles: every, share: 1 }, ...local];
  const followed = starts.map((start, k) =>
    followCandidate(
      kernels,
      contrast,
      wavelength,
      start,
      { from: reach, to: contrast.reach, tiles },
      (part) => progress.reach(FOLLOWING + ((1 - FOLLOWING) * (k + part)) / starts.length),
    ),
  );
  const inRange = <T extends Followed>(one: T): T => {
    return { ...one, z: Math.min(Math.max(one.z, range.from), range.to) };
  };
  const whole = inRange(settle(followed[0]!, finalists[0]!, contrast.strength));
  const ofParts = followed.slice(1).map(inRange);
  const planes = voted
    ? guessedPlane(voted, ofParts[0]!, depth(voted.candidate.z))
    : planesOf(whole, ofParts);
  const rivals = finalists.slice(1);
  const doubtful = !planes.main.certain || rivalsOf(planes.main, rivals, planes.others).length > 0;
  const { main, others } = doubtful ? secondOpinion(kernels, setup, shares, planes) : planes;
  const place = (one: Followed): FocusPlane => {
    const { uncertainty, strength, kind, share } = one;
    const where = boxOf(one.tiles, tiles, amplitude);
    return { z: range.sign * one.z, uncertainty, strength, kind, share, where };
  };
  return {
    z: range.sign * main.z,
    uncertainty: main.uncertainty,
    depthOfField: main.depthOfField,
    curves: focusCurves(curves, main, range),
    foci: [{ ...main, share: 1 - others.reduce((sum, one) => sum + one.share, 0) }, ...others].map(place),
    doubts: focusDoubts(contrast, range, main, rivals, others, beyond),
  };
}

/** The distinct candidates within the range, strongest first; and whether one beyond it is far stronger. */
function inAndOut(
  all: readonly Candidate[],
  isNear: (candidate: Candidate) => boolean,
  depth: DepthAt,
): readonly [found: Candidate[], beyond: boolean] {
  const found = distinct(all.filter(isNear), depth);
  const strongest = all[0]?.strength ?? 0;
  return [found, strongest > Math.max(CHANCE, BEYOND * (found[0]?.strength ?? 0))];
}

/** Progress that never goes back. */
function rising(onSample: (fraction: number) => void) {
  let fraction = 0;
  const reach = (to: number) => onSample((fraction = Math.max(fraction, to)));
  return { reach, creep: () => reach(fraction + (1 - fraction) * CREEP) };
}
