import type { RealPlane } from '../field/plane.ts';
import type { Kernels } from '../kernel/kernels.ts';
import type { Sampling } from '../propagate/transfer.ts';
import type { FocusCurve } from '../reconstruction.ts';
import { focusCurves } from './autofocus-inline-curves.ts';
import { focusDoubts } from './autofocus-inline-doubts.ts';
import { followCandidate, type Followed } from './autofocus-inline-follow.ts';
import { coarseReach, resolvedDepth, searchRange, sweepDistances } from './autofocus-inline-range.ts';
import { contrastSpectrum } from './autofocus-inline-spectrum.ts';
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
  readonly where: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
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

/** Candidates of the first sweep that are followed to full resolution. */
const FOLLOWED = 3;
/** A candidate weaker than this share of the best is not followed. */
const WORTH_FOLLOWING = 0.6;
/** Share of the work that the first sweep is, for the progress. */
const FIRST = 0.7;

/**
 * Finds the distances at which an in-line hologram shows something in focus.
 *
 * A hologram's contrast at a distance z is 2 (â cos χ + φ̂ sin χ), χ = πλz|f|², for weak absorption a and phase φ
 * (Guigay, Optik 49, 121 (1977)). So for every z there is the purely absorbing and the pure phase object that would
 * have given this hologram, without a twin image; at the right z and for the right kind its edges are sparse, and the
 * plainly refocused field has all of its edges (absorption) or none of them (phase) in its amplitude. Both must
 * agree. The first sweep is over a grid and a step that fit a time budget; candidates are followed to full resolution.
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
  const best = found[0] ?? sparsest(curves);
  const rivals = found.slice(1, FOLLOWED).filter((c) => c.strength > WORTH_FOLLOWING * best.strength);
  const local = localFoci(sweep, best, depth, near, energyShares(sweep));

  const starts: LocalFocus[] = [
    { candidate: best, tiles: every, share: 1 },
    ...rivals.map((candidate) => ({ candidate, tiles: every, share: 0 })),
    ...local,
  ];
  const followed = starts.map((start, k) =>
    followCandidate(kernels, contrast, wavelength, start, { reach, tiles }, (part) =>
      onSample(FIRST + ((1 - FIRST) * (k + part)) / starts.length),
    ),
  );
  const main = followed[0]!;
  const place = (one: Followed) => focusPlane(one, tiles, search.amplitude, range.sign);
  const others = followed.slice(1 + rivals.length);
  return {
    z: range.sign * main.z,
    uncertainty: main.uncertainty,
    depthOfField: main.depthOfField,
    curves: focusCurves(curves, main, range),
    foci: [main, ...apart(others, main)].map(place),
    doubts: focusDoubts(contrast, range, main, followed.slice(1, 1 + rivals.length), others),
  };
}

/** Local foci that, followed to the end, are still not the main one. */
function apart(others: readonly Followed[], main: Followed): Followed[] {
  return others.filter((one) => Math.abs(one.z - main.z) > Math.max(one.depthOfField, main.depthOfField));
}

function focusPlane(one: Followed, tiles: number, frame: RealPlane, sign: number): FocusPlane {
  const cols = one.tiles.map((t) => t % tiles);
  const rows = one.tiles.map((t) => Math.floor(t / tiles));
  const x = Math.floor((Math.min(...cols) * frame.cols) / tiles);
  const y = Math.floor((Math.min(...rows) * frame.rows) / tiles);
  const where = {
    x,
    y,
    width: Math.floor(((Math.max(...cols) + 1) * frame.cols) / tiles) - x,
    height: Math.floor(((Math.max(...rows) + 1) * frame.rows) / tiles) - y,
  };
  const { uncertainty, strength, kind, share } = one;
  return { z: sign * one.z, uncertainty, strength, kind, share, where };
}
