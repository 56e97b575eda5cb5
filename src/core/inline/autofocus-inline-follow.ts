import { parabolaVertex } from '../focus/extremum.ts';
import type { Kernels } from '../kernel/kernels.ts';
import { resolvedDepth, STEP } from './autofocus-inline-range.ts';
import type { ContrastSpectrum } from './autofocus-inline-spectrum.ts';
import { regionCurves, sampleAt, sweepGrid } from './autofocus-inline-sweep.ts';
import { dips, type ObjectKind, type RegionCurves } from './foci.ts';
import type { LocalFocus } from './foci-local.ts';

/** A candidate at the full resolution of the hologram. */
export interface Followed {
  /** µm, positive */
  readonly z: number;
  readonly uncertainty: number;
  readonly depthOfField: number;
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
const SAME = 0.35;
/** No focus is stated better than this share of the depth of field. */
const BEST_SHARE = 0.05;

/**
 * Follows a candidate from the first sweep's resolution to the full one. At the end the distance is the mean of two
 * metrics with opposite errors for strong phase objects: the sparsest twin-free object, which takes the phase to be
 * weak, and the peakedness of the plainly refocused gradient, which the twin image disturbs.
 */
export function followCandidate(
  kernels: Kernels,
  contrast: ContrastSpectrum,
  wavelength: number,
  start: LocalFocus,
  coarse: { readonly reach: number; readonly tiles: number },
  onPart: (fraction: number) => void,
): Followed {
  const { kind, strength } = start.candidate;
  let { z } = start.candidate;
  let { reach } = coarse;
  let window = LAST_WINDOW * resolvedDepth(contrast, wavelength, reach)(z);
  for (;;) {
    const last = reach >= contrast.reach;
    const depth = resolvedDepth(contrast, wavelength, reach)(z);
    using scope = kernels.scope();
    const grid = sweepGrid(kernels, scope, contrast, wavelength, reach, coarse.tiles);
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
    z = lowest(near.z, near[kind]);
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
    reach = Math.min(contrast.reach, FINER * reach);
  }
}

function lowest(x: readonly number[], y: readonly number[]): number {
  return parabolaVertex(x, y, y.indexOf(Math.min(...y)));
}

function settle(near: RegionCurves, z: number, depth: number): { z: number; uncertainty: number } {
  const peaks = dips(
    near.z,
    near.peakedness.map((v) => -v),
    () => Infinity,
  );
  const agreeing = peaks.filter((peak) => Math.abs(peak.at - z) < SAME * depth);
  const nearest = agreeing.sort((a, b) => Math.abs(a.at - z) - Math.abs(b.at - z))[0];
  const least = BEST_SHARE * depth;
  if (!nearest) return { z, uncertainty: Math.max(least, depth / 8) };
  return { z: (z + nearest.at) / 2, uncertainty: Math.max(least, Math.abs(nearest.at - z) / 2) };
}
