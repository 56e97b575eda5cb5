import type { Kernels } from '../../../kernel/kernels.ts';
import { parabolaVertex } from '../../../focus/extremum.ts';
import { resolvedDepth } from './search-range.ts';
import { regionCurves, sampleAt, sweepGrid, type SweepSetup } from './sweep.ts';
import { lowPlaces, type ObjectKind, type RegionCurves } from './foci.ts';
import type { LocalFocus } from './local-foci.ts';
import type { MetricsSettings } from './metrics-settings.ts';

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

/**
 * Follows a candidate from the first sweep's resolution to a finer one (cycles/µm). At the end the distance is the mean of two
 * metrics with opposite errors for strong phase objects: the sparsest twin-free object, which takes the phase to be
 * weak, and the peakedness of the plainly refocused gradient, which the twin image disturbs.
 */
export function followCandidate(
  kernels: Kernels,
  setup: SweepSetup,
  start: LocalFocus,
  levels: { readonly from: number; readonly to: number },
  onPart: (fraction: number) => void,
): Followed {
  const { sweep, follow, step: finest } = setup.metrics;
  const { kind, strength } = start.candidate;
  let { z } = start.candidate;
  let reach = levels.from;
  let window = follow.lastWindow * resolvedDepth(setup, reach)(z);
  for (;;) {
    const last = reach >= levels.to;
    const depth = resolvedDepth(setup, reach)(z);
    using scope = kernels.scope();
    const grid = sweepGrid(kernels, scope, setup, reach);
    const step = (last ? finest : sweep.step) * depth;
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
        ...agreed(near, z, depth, setup.metrics),
        depthOfField: depth,
        kind,
        strength,
        tiles: start.tiles,
        share: start.share,
        near,
      };
    window = depth / follow.finer;
    reach = Math.min(levels.to, follow.finer * reach);
  }
}

/** The minimum nearest to `from`; `from` itself where there is none. */
function lowest(x: readonly number[], y: readonly number[], from: number): number {
  const found = lowPlaces(y).map((k) => parabolaVertex(x, y, k));
  return found.sort((a, b) => Math.abs(a - from) - Math.abs(b - from))[0] ?? from;
}

/** Where the two metrics of the last level have the focus together. */
function agreed(
  near: RegionCurves,
  z: number,
  depth: number,
  { extrema, step, uncertainty }: MetricsSettings,
) {
  const negated = near.peakedness.map((v) => -v);
  const peak = lowest(near.z, negated, z);
  const apart = Math.abs(peak - z);
  const found = lowPlaces(negated).length > 0;
  if (!found || apart > extrema.same * depth)
    return { z, uncertainty: (step / 2) * depth, disagreement: null };
  const mean = apart < step * depth ? (z + peak) / 2 : z;
  return { z: mean, uncertainty: Math.max(uncertainty.least * depth, apart / 2), disagreement: apart };
}
