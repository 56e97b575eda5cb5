import { depthOfField } from '../../../propagate/transfer.ts';
import type { ContrastSpectrum } from '../../optics/contrast-spectrum.ts';
import type { SweepSettings } from './metrics-settings.ts';
import { gridSize, type SweepSetup } from './sweep.ts';

/** Distances to search as positive numbers, and which side of the sensor they lie on. */
export interface SearchRange {
  /** µm, 0 ≤ from < to */
  readonly from: number;
  readonly to: number;
  readonly sign: 1 | -1;
  /** the range asked for reaches to both sides of the sensor */
  readonly bothSides: boolean;
}

export type DepthAt = (z: number) => number;

/** Grid samples times distances: time alone. A thread refocuses so much in about a second. */
const SWEEP_BUDGET = 48e6;

export function searchRange(fromZ: number, toZ: number): SearchRange {
  const low = Math.min(fromZ, toZ);
  const high = Math.max(fromZ, toZ);
  if (low >= 0) return { from: low, to: high, sign: 1, bothSides: false };
  if (high <= 0) return { from: -high, to: -low, sign: -1, bothSides: false };
  return { from: 0, to: Math.max(high, -low), sign: high >= -low ? 1 : -1, bothSides: true };
}

/**
 * Depth of field λ / NA² at a distance: the aperture is what the hologram's contrast holds above the noise, what a
 * grid of the given reach (cycles/µm) carries, or what the frame catches of the light, W / 2z, whichever is least.
 */
export function resolvedDepth({ contrast, wavelength }: SweepSetup, reach: number): DepthAt {
  return (z) =>
    depthOfField(wavelength, Math.min(contrast.radius, reach, caughtReach(contrast, wavelength, z)));
}

/** Cycles/µm that the frame catches of the light from a point at a distance, W / 2λz. */
export function caughtReach(
  { rows, cols, sampling }: ContrastSpectrum,
  wavelength: number,
  z: number,
): number {
  const width = Math.min(rows * sampling.pitchY, cols * sampling.pitchX);
  return width / (2 * wavelength * Math.max(z, 1e-9));
}

/** Distances for a sweep over the range and a little beyond, in steps that follow the depth of field. */
export function sweepDistances(
  range: SearchRange,
  depth: DepthAt,
  { beyond, nearest, step }: SweepSettings,
): number[] {
  const last = range.to + beyond * depth(range.to);
  const out: number[] = [];
  let z = Math.max(range.from - beyond * depth(range.from), nearest * depth(range.from));
  for (; z < last; z += step * depth(z)) out.push(z);
  return [...out, z];
}

/** The largest reach (cycles/µm) with which sweeping the range fits the budget. */
export function coarseReach(setup: SweepSetup, range: SearchRange): number {
  let { reach } = setup.contrast;
  for (let step = 0; step < 10; step++) {
    const { rows, cols } = gridSize(setup.contrast, reach);
    const count = sweepDistances(range, resolvedDepth(setup, reach), setup.metrics.sweep).length;
    if (count * rows * cols <= SWEEP_BUDGET) break;
    reach *= Math.SQRT1_2;
  }
  return reach;
}
