import type { Kernels } from '../../../kernel/kernels.ts';
import { resolvedDepth, STEP } from './search-range.ts';
import type { ContrastSpectrum } from '../../optics/contrast-spectrum.ts';
import { regionCurves, sampleAt, sweepGrid } from './sweep.ts';
import { dips, type ObjectKind, type RegionCurves } from './foci.ts';
import type { LocalFocus } from './local-foci.ts';

/** A candidate at a finer resolution than it was found at. */
export interface Followed {
  /** µm, positive */
  readonly z: number;
  readonly uncertainty: number;
  readonly depthOfField: number;
  /** µm between the two metrics; null where only one has an extremum nearby */
  readonly disagreement: number | null;
  readonly kind: ObjectKind;
  readonly strength: number;
  readonly tiles: readonly number[];
  readonly share: number;
  /** metrics around z at full resolution */
  readonly near: RegionCurves;
}

/** Half width of the window on the next level, in depths of field of the level before. */
const WINDOW = 0.5;
/** From one level to the next the resolution grows by at most this. */
const FINER = 2;
/** The last level's window and steps, in depths of field. */
const LAST_WINDOW = 1;
const LAST_STEP = 0.25;
/** Two metrics mean the same focus when they lie this near each other, in depths of field. */
const SAME = 0.5;
/** Beyond this disagreement only the first metric counts. */
const AVERAGED = 0.35;
/** No focus is stated better than this share of the depth of field. */
export const BEST_SHARE = 0.05;

/**
 * Follows a candidate from the first sweep's resolution to a finer one (cycles/µm). At the end the distance is the mean of two
 * metrics with opposite errors for strong phase objects: the sparsest twin-free object, which takes the phase to be
 * weak, and the peakedness of the plainly refocused gradient, which the twin image disturbs.
 */
export function followCandidate(
  kernels: Kernels,
  contrast: ContrastSpectrum,
  wavelength: number,
  start: LocalFocus,
  levels: { readonly from: number; readonly to: number; readonly tiles: number },
  onPart: (fraction: number) => void,
): Followed {
  const { kind, strength } = start.candidate;
  let { z } = start.candidate;
  let reach = levels.from;
  let window = LAST_WINDOW * resolvedDepth(contrast, wavelength, reach)(z);
  for (;;) {
    const last = reach >= levels.to;
    const depth = resolvedDepth(contrast, wavelength, reach)(z);
    using scope = kernels.scope();
    const grid = sweepGrid(kernels, scope, contrast, wavelength, reach, levels.tiles);
    const step = (last ? LAST_STEP : STEP) * depth;
    const count = 2 * Math.ceil(window / step) + 1;
    const centre = z;
    const samples = Array.from({ length: count }, (_, k) =>
      Math.max(step / 8, centre + (k - (count - 1) / 2) * step),
    )
      .filter((at, k, all) => k === 0 || at > all[k - 1]!)
      .map((at, k) => {
        onPart(k / count);
        return sampleAt(kernels, grid, at);
      });
    const near = regionCurves(samples, start.tiles);
    z = lowest(near.z, near[kind], z);
    if (last)
      return {
        ...settle(near, z, depth),
        depthOfField: depth,
        kind,
        strength,
        tiles: start.tiles,
        share: start.share,
        near,
      };
    window = WINDOW * depth;
    reach = Math.min(levels.to, FINER * reach);
  }
}

/** The minimum nearest to `from`; `from` itself where there is none. */
function lowest(x: readonly number[], y: readonly number[], from: number): number {
  const found = dips(x, y, () => Infinity).sort((a, b) => Math.abs(a.at - from) - Math.abs(b.at - from));
  return found[0]?.at ?? from;
}

function settle(near: RegionCurves, z: number, depth: number) {
  const negated = near.peakedness.map((v) => -v);
  const peak = lowest(near.z, negated, z);
  const apart = Math.abs(peak - z);
  const least = BEST_SHARE * depth;
  const found = dips(near.z, negated, () => Infinity).length > 0;
  if (!found || apart > SAME * depth) return { z, uncertainty: depth / 8, disagreement: null };
  const mean = apart < AVERAGED * depth ? (z + peak) / 2 : z;
  return { z: mean, uncertainty: Math.max(least, apart / 2), disagreement: apart };
}
