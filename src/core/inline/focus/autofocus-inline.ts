import { openFocus } from './metrics/metrics-settings.ts';
import type { RealPlane } from '../../kernel/plane.ts';
import type { Kernels, Scope } from '../../kernel/kernels.ts';
import type { Sampling } from '../../propagate/transfer.ts';
import type { FocusCurve } from '../../reconstruction/reconstruction.ts';
import { contrastSpectrum, type ContrastSpectrum } from '../optics/contrast-spectrum.ts';
import { focusCurves, focusDoubts, rivalsOf } from './describe-focus.ts';
import { focusSettings, type FocusSettings } from './focus-settings.ts';
import { agreedFocus } from './metrics/agreed-focus.ts';
import {
  candidates,
  distinct,
  sparsest,
  type FocusCandidate,
  type ObjectKind,
  type RegionCurves,
} from './metrics/foci.ts';
import { followCandidate, type Followed } from './metrics/follow-candidate.ts';
import {
  localFoci,
  tilesInFocus,
  votedFocus,
  type LocalFocus,
  type FrameParts,
} from './metrics/local-foci.ts';
import { coarseReach, resolvedDepth, searchRange, sweepDistances } from './metrics/search-range.ts';
import { energyShares, regionCurves, sampleAt, sweepGrid, tilesFor, withoutNoise } from './metrics/sweep.ts';
import { chooseByModel, isWeak, type Finalist } from './model/choose-by-model.ts';
import type { FramePart } from './model/model-cost.ts';
import { modelCost } from './model/model-cost.ts';
import { moreAtMain, moreBeside } from './model/more-at-main.ts';
import { scanByModel, type CostScan } from './model/scan-by-model.ts';
import { settledCost } from './model/settled-cost.ts';
import { boxOf, sharpestBox } from './model/sharpest-box.ts';
import {
  confirmedByParts,
  explainsMore,
  furtherPlane,
  guessedPlane,
  planesOf,
  saysNothing,
  settle,
  type Planes,
} from './planes.ts';
import { departure, secondOpinion, type OpinionSetup } from './second-opinion.ts';
import { spreadOf } from './undecided.ts';

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
  readonly where: FramePart;
  /** whether more than the votes of these parts speaks for it */
  readonly certain: boolean;
}

export interface InlineFocus {
  /** µm, sample to sensor */
  readonly z: number;
  /** µm, one standard deviation, of all that the hologram leaves open */
  readonly uncertainty: number;
  /** λ / NA² at z, µm, NA from what the hologram resolves there */
  readonly depthOfField: number;
  readonly curves: readonly FocusCurve[];
  /** every distinct focus, the one of `z` first */
  readonly foci: readonly FocusPlane[];
  /** why a person should look at it; empty where nothing speaks against it */
  readonly doubts: readonly string[];
}

/** Shares of the progress: where the first sweep ends; where following begins, whatever the trials took. */
const SWEPT = 0.6;
const FOLLOWING = 0.85;
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
  settings: FocusSettings = focusSettings,
): InlineFocus {
  using scope = kernels.scope();
  const progress = rising(onSample);
  const asked = setUp(kernels, scope, search, settings, progress.creep);
  const { range, tiles } = asked;

  const swept = sweepRange(kernels, asked, (part) => progress.reach(SWEPT * part));
  const most = departure(kernels, asked, swept.found[0]?.z ?? sparsest(swept.curves).z);
  const setup = {
    ...asked,
    contrast: whereItIs(asked.contrast, swept.shares, asked.model.weakContrast * most),
  };
  const scan = scanByModel(kernels, setup);
  const finalists = finalistsOf(kernels, setup, swept, scan);
  const onPart = (part: number) => progress.reach(FOLLOWING + (1 - FOLLOWING) * part);
  const first = firstOpinion(kernels, setup, swept, finalists[0]!, onPart);

  const rivals = ({ main, others }: Planes) => rivalsOf(main, finalists.slice(1), others, settings);
  const doubtful = !first.main.certain || rivals(first).length > 0 || isWeak(setup);
  const second = doubtful ? secondOpinion(kernels, setup, swept.held, first) : first;
  const planes = askParts(setup, swept, second);
  const { main, others } = planes;
  const uncertainty = spreadOf(main, finalists[0]!, rivals(planes), { range, scan }, settings);

  const place = (one: Followed & Pick<FocusPlane, 'certain'>): FocusPlane => {
    const { uncertainty, strength, kind, share, certain } = one;
    const where = boxOf(one.tiles, tiles, search.amplitude);
    return { z: range.sign * one.z, uncertainty, strength, kind, share, certain, where };
  };
  return {
    z: range.sign * main.z,
    uncertainty,
    depthOfField: main.depthOfField,
    curves: focusCurves(swept.curves, main, range),
    foci: [{ ...main, uncertainty, share: shareBeside(others) }, ...others].map(place),
    doubts: focusDoubts(setup.contrast, range, main, finalists.slice(1), others, swept.beyond, settings),
  };
}

/** What all steps of a search have in common. */
function setUp(
  kernels: Kernels,
  scope: Scope,
  { amplitude, sampling, wavelength, noiseSigma, fromZ, toZ }: InlineFocusSearch,
  settings: FocusSettings,
  onIteration: () => void,
): OpinionSetup {
  const { metrics, model } = settings;
  const optics = { sampling, wavelength };
  const contrast = contrastSpectrum(kernels, scope, amplitude, optics, noiseSigma, settings.contrast);
  return {
    ...{ settings, metrics, model, contrast, wavelength, onIteration },
    highest: settings.contrast.highest,
    cost: (frame, z, settled) =>
      settled
        ? settledCost(kernels, onIteration, frame, z)
        : modelCost(kernels, { model, onIteration }, frame, z),
    full: { amplitude, sampling, wavelength, noiseSigma },
    range: searchRange(fromZ, toZ),
    tiles: tilesFor(contrast.rows, contrast.cols, metrics.sweep),
  };
}

/**
 * The contrast as strong as it is where most of it is: a single object is not weak for the frame being empty beside it.
 * @param least contrast of an object that departs from the beam by as much as the refocused one: where it is small beside a part of the
 * frame, the part says nothing of it
 */
function whereItIs(contrast: ContrastSpectrum, shares: Float64Array, least: number): ContrastSpectrum {
  const squares = shares.reduce((sum, share) => sum + share * share, 0);
  const strength = contrast.strength * Math.sqrt(squares * shares.length);
  return { ...contrast, strength: Math.max(strength, least) };
}

/** What the first sweep shows. */
interface Swept extends FrameParts {
  /** of all parts together */
  readonly curves: RegionCurves;
  /** distinct, within the range, strongest first */
  readonly found: readonly FocusCandidate[];
  /** whether a distance beyond the range stands out far more */
  readonly beyond: boolean;
  /** cycles/µm that its grid carries */
  readonly reach: number;
  /** shares of the gradient's energy that each tile holds, noise left out */
  readonly held: Float64Array;
}

function sweepRange(kernels: Kernels, setup: OpinionSetup, onPart: (fraction: number) => void): Swept {
  using scope = kernels.scope();
  const { range, metrics } = setup;
  const reach = coarseReach(setup, range);
  const depth = resolvedDepth(setup, reach);
  const grid = sweepGrid(kernels, scope, setup, reach);
  const zs = sweepDistances(range, depth, metrics.sweep);
  const sweep = zs.map((z, k) => {
    onPart(k / zs.length);
    return sampleAt(kernels, grid, z);
  });
  const curves = regionCurves(sweep, everyTile(setup));
  const inRange = ({ z }: FocusCandidate) => z >= range.from && z <= range.to;
  const all = candidates(curves, depth, metrics.extrema);
  const found = distinct(all.filter(inRange), depth);
  const { clear, clearer } = metrics.strength;
  const beyond = (all[0]?.strength ?? 0) > Math.max(clear, clearer * (found[0]?.strength ?? 0));
  const shares = energyShares(sweep);
  const held = withoutNoise(shares, setup.contrast.noiseOfGradient(reach));
  return { ...{ sweep, depth, inRange, metrics, curves, found, beyond, reach }, shares, held };
}

/** The focus of the whole frame as phase retrieval chooses it, then its rivals. */
function finalistsOf(kernels: Kernels, setup: OpinionSetup, swept: Swept, scan: CostScan): Finalist[] {
  const { tiles, full, onIteration } = setup;
  const { sweep, curves, found, reach, depth } = swept;
  return chooseByModel(kernels, setup, {
    found: found.length > 0 ? found : [sparsest(curves)],
    scan,
    sweptDepth: depth,
    sharpen: (candidate) => {
      const start = { candidate, tiles: everyTile(setup), share: 1 };
      return followCandidate(kernels, setup, start, { from: reach, to: reach }, onIteration).z;
    },
    boxAt: (z, side) => {
      const nearest = sweep.reduce((a, b) => (Math.abs(b.z - z) < Math.abs(a.z - z) ? b : a));
      return sharpestBox(nearest, tiles, full.amplitude, side);
    },
  });
}

/** Metrics and phase retrieval together: the frame's plane and those of its parts, followed to full resolution. */
function firstOpinion(
  kernels: Kernels,
  setup: OpinionSetup,
  swept: Swept,
  first: Finalist,
  onPart: (fraction: number) => void,
): Planes {
  const { contrast, range, settings } = setup;
  const best = first.candidate;
  const voted = saysNothing(first, settings.metrics) ? votedFocus(swept) : null;
  const at = { z: best.z, tiles: voted ? [] : tilesInFocus(swept, best), across: setup.tiles };
  const local = voted
    ? [{ ...voted, more: 0, beside: 0 }]
    : localFoci(swept, best)
        .map((one) => ({ ...one, more: moreAtMain(kernels, setup, one, at) }))
        .filter(({ more }) => more > settings.model.choice.asCheap)
        .map((one) => ({ ...one, beside: moreBeside(kernels, setup, one, at) }))
        .filter(explainsMore);
  const starts: LocalFocus[] = [{ candidate: best, tiles: everyTile(setup), share: 1 }, ...local];
  const levels = { from: swept.reach, to: contrast.reach };
  const followed = starts.map((start, k) =>
    followCandidate(kernels, setup, start, levels, (part) => onPart((k + part) / starts.length)),
  );
  const inRange = <T extends Followed>(one: T): T => {
    return { ...one, z: Math.min(Math.max(one.z, range.from), range.to) };
  };
  const whole = inRange(settle(followed[0]!, first, contrast.strength, settings));
  const ofParts = followed.slice(1).map(inRange);
  if (!voted) {
    const further = ofParts.map((one, k) => furtherPlane(one, local[k]!, contrast.strength, settings));
    return planesOf(whole, further);
  }
  return guessedPlane(voted, ofParts[0]!, openFocus(settings.metrics) * swept.depth(voted.candidate.z));
}

/** Of a weak object all measures see the same: there parts that agree confirm nothing. */
function askParts(setup: OpinionSetup, swept: Swept, planes: Planes): Planes {
  if (planes.main.certain || isWeak(setup)) return planes;
  const agreed = agreedFocus(swept, setup.range);
  return agreed === null ? planes : confirmedByParts(planes, agreed, swept.depth(agreed), setup.metrics);
}

/** Of the light, what other planes leave. */
function shareBeside(others: readonly Followed[]): number {
  return 1 - others.reduce((sum, one) => sum + one.share, 0);
}

function everyTile({ tiles }: OpinionSetup): number[] {
  return Array.from({ length: tiles * tiles }, (_, t) => t);
}

/** Progress that never goes back. */
function rising(onSample: (fraction: number) => void) {
  let fraction = 0;
  const reach = (to: number) => onSample((fraction = Math.max(fraction, to)));
  return { reach, creep: () => reach(fraction + (1 - fraction) * CREEP) };
}
