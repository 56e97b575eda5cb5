import type { RealPlane } from '../field/plane.ts';
import type { Kernels } from '../kernel/kernels.ts';
import type { Sampling } from '../propagate/transfer.ts';
import type { FocusCurve } from '../reconstruction.ts';
import { chooseByModel, explainsBetter, refineByModel } from './autofocus-inline-choose.ts';
import { focusCurves } from './autofocus-inline-curves.ts';
import { focusDoubts } from './autofocus-inline-doubts.ts';
import { BEST_SHARE, followCandidate, type Followed } from './autofocus-inline-follow.ts';
import type { Box, ModelFrame } from './autofocus-inline-model.ts';
import { coarseReach, resolvedDepth, searchRange, sweepDistances } from './autofocus-inline-range.ts';
import { contrastSpectrum, type ContrastSpectrum } from './autofocus-inline-spectrum.ts';
import { energyShares, regionCurves, sampleAt, sweepGrid, tilesFor } from './autofocus-inline-sweep.ts';
import { localFoci, type LocalFocus } from './foci-local.ts';
import { candidates, distinct, sparsest, type Candidate, type ObjectKind } from './foci.ts';

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
const FIRST = 0.7;
/** Metrics that differ by more than this share of the depth of field disagree. */
const DISAGREE = 0.15;
/** rms contrast above which a phase object is not weak. */
const STRONG = 0.04;
/** Depth of field over distance above which an object is too smooth for phase retrieval to tell distances apart. */
const SMOOTH = 0.1;

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
    onSample((FIRST * k) / zs.length);
    return sampleAt(kernels, grid, z);
  });
  const curves = regionCurves(sweep, every);
  const near = (c: Candidate) => c.z >= range.from - depth(c.z) && c.z <= range.to + depth(c.z);
  const found = distinct(candidates(curves, depth).filter(near), depth);
  const full = { amplitude, sampling, wavelength, noiseSigma };
  const trial = () => onSample(FIRST);
  const tried = chooseByModel(
    kernels,
    full,
    found,
    (candidate) => {
      const start = { candidate, tiles: every, share: 1 };
      return followCandidate(kernels, contrast, wavelength, start, { from: reach, to: reach, tiles }, trial)
        .z;
    },
    trial,
  );
  const best = tried[0]?.candidate ?? sparsest(curves);

  const shares = energyShares(sweep);
  const local = localFoci(sweep, best, depth, near, shares).filter(({ candidate, tiles: where }) => {
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
      (part) => onSample(FIRST + ((1 - FIRST) * (k + part)) / starts.length),
    ),
  );
  const main = settle(kernels, full, contrast, followed[0]!, trial);
  const others = apart(followed.slice(1), main);
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
    doubts: focusDoubts(contrast, range, main, tried.slice(1), others),
  };
}

/**
 * The metrics take a phase object to be weak. Where they disagree or the contrast is strong, phase retrieval has the
 * last word; not about objects so smooth that they look much the same over a tenth of the distance, where it settles
 * too slowly, and not about absorbing ones, whose distance the metrics get right.
 */
function settle(
  kernels: Kernels,
  full: ModelFrame,
  contrast: ContrastSpectrum,
  found: Followed,
  onTrial: () => void,
): Followed {
  const { disagreement, depthOfField, kind } = found;
  const agreed = disagreement !== null && disagreement < DISAGREE * depthOfField;
  if (kind === 'absorbing' || depthOfField > SMOOTH * found.z) return found;
  if (agreed && contrast.strength < STRONG) return found;
  const z = refineByModel(kernels, full, found.z, () => depthOfField, contrast.reach, onTrial);
  if (z === null) return found;
  return { ...found, z, uncertainty: Math.max(BEST_SHARE * depthOfField, Math.abs(z - found.z) / 2) };
}

/** Local foci that, followed to the end, are still not the main one. */
function apart(others: readonly Followed[], main: Followed): Followed[] {
  return others.filter((one) => Math.abs(one.z - main.z) > Math.max(one.depthOfField, main.depthOfField));
}

/** The box around some tiles, px. */
function boxOf(where: readonly number[], tiles: number, frame: RealPlane): Box {
  const cols = where.map((t) => t % tiles);
  const rows = where.map((t) => Math.floor(t / tiles));
  const x = Math.floor((Math.min(...cols) * frame.cols) / tiles);
  const y = Math.floor((Math.min(...rows) * frame.rows) / tiles);
  const width = Math.floor(((Math.max(...cols) + 1) * frame.cols) / tiles) - x;
  const height = Math.floor(((Math.max(...rows) + 1) * frame.rows) / tiles) - y;
  return { x, y, width, height };
}
