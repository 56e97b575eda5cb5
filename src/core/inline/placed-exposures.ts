import type { Kernels, Scope } from '../kernel/kernels.ts';
import type { NormalisedInline } from '../light/normalise-inline.ts';
import type { OnProgress } from '../reconstruction/reconstruction.ts';
import { alignedByField, alignExposures, type Aligned } from './align/align-exposures.ts';
import type { Recipe } from '../recipe/values.ts';
import type { RigCorrection } from '../rig/rig-correction.ts';
import { farthestOff } from '../rig/stated-defocus.ts';
import type { InlineSettings } from './inline-settings.ts';
import type { SensorOptics } from './optics/sensor-optics.ts';
import { retrieveAside } from './retrieve/retrieve-aside.ts';
import { atDistances, inputOf } from './stated-phase.ts';
import { confirmedHeights } from './heights/confirm-heights.ts';
import { findHeights, type FoundHeights, type PlacedHeights } from './heights/find-heights.ts';

interface Loaded {
  readonly normalised: readonly NormalisedInline[];
  /** µm, of each frame, as stated or found */
  readonly given: readonly number[];
  readonly optics: SensorOptics;
  readonly settings: InlineSettings;
  readonly onProgress: OnProgress;
  readonly recipe: Recipe;
  readonly rig: RigCorrection;
  /** whether a phase is retrieved */
  readonly constrained: boolean;
}

/** The frames brought to where the first one shows its features, each at its distance, as the frames themselves show it. */
export function placedExposures(kernels: Kernels, scope: Scope, loaded: Loaded) {
  const { normalised, given, optics, settings, onProgress } = loaded;
  const onAligned = (k: number) => onProgress('align', 0.4 + (0.02 * k) / given.length);
  const aligned = alignExposures(kernels, scope, normalised, given, optics, onAligned, settings.align);
  const found = heightsOf(kernels, aligned, loaded);
  const heights = found && confirmed(kernels, found, aligned, loaded);
  const distances = heights?.distances ?? given;
  const placed = heights ? alignedByField(kernels, scope, normalised, aligned, heights.shifts) : aligned;
  return { aligned: placed, heights, distances, exposures: atDistances(placed, distances) };
}

/** What the frames of a stack say of their distances; null of a single frame, and where one of them shows something else. */
function heightsOf(kernels: Kernels, aligned: Aligned, loaded: Loaded): FoundHeights | null {
  const { normalised, given, optics, settings, onProgress, constrained, recipe, rig } = loaded;
  if (!constrained || given.length === 1 || aligned.unrelated.length > 0) return null;
  using scope = kernels.scope();
  const input = inputOf(kernels, scope, { normalised, exposures: atDistances(aligned, given), optics });
  const { retrieval, focus, response: trial, background } = settings;
  const { flat } = focus.metrics.extrema;
  const { asCheap } = focus.model.choice;
  const { step, uncertainty } = focus.metrics;
  const search = {
    ...{ input, retrieval, trial, flat, asCheap, step },
    ...{ least: uncertainty.least, rim: background.margin, within: farthestOff(recipe, rig) },
  };
  return findHeights(kernels, { ...search, onIteration: () => onProgress('focus', 0.42) });
}

/** By retrievals of whole frames, as the one that is delivered, where something is to be confirmed. */
function confirmed(kernels: Kernels, found: FoundHeights, aligned: Aligned, loaded: Loaded): FoundHeights {
  const { normalised, optics, settings, onProgress } = loaded;
  const { retrieval, focus } = settings;
  const leaves = ({ distances, shifts }: PlacedHeights) => {
    using scope = kernels.scope();
    const placed = alignedByField(kernels, scope, normalised, aligned, shifts);
    const input = inputOf(kernels, scope, { normalised, exposures: atDistances(placed, distances), optics });
    const progress = { onWork: () => onProgress('focus', 0.42) };
    const { dataMisfit } = retrieveAside(kernels, scope, { ...input, couples: true }, progress, retrieval);
    return dataMisfit * dataMisfit;
  };
  const pixels = normalised.length * optics.rows * optics.cols;
  const { clear } = retrieval.exposure.evidence;
  const { asCheap } = focus.model.choice;
  return confirmedHeights(found, leaves, { clear, pixels, asCheap });
}
