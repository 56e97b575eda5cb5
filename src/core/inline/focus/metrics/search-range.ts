import { depthOfField } from '../../../propagate/transfer.ts';
import type { ContrastSpectrum } from '../../optics/contrast-spectrum.ts';
import { gridSize } from './sweep.ts';

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

/** Steps of a sweep, as a share of the depth of field. */
export const STEP = 0.4;
/** Grid samples times distances that the first sweep may cost: what a thread refocuses in about a second. */
const SWEEP_BUDGET = 48e6;
/** The sweep goes this many depths of field beyond the range, so that a focus at its end is a minimum and not an end. */
const BEYOND = 2;
/** Nearer to the sensor than this share of the depth of field nothing is told from its own twin. */
const NEAREST = 0.3;

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
export function resolvedDepth(contrast: ContrastSpectrum, wavelength: number, reach: number): DepthAt {
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
export function sweepDistances(range: SearchRange, depth: DepthAt): number[] {
  const last = range.to + BEYOND * depth(range.to);
  const out: number[] = [];
  let z = Math.max(range.from - BEYOND * depth(range.from), NEAREST * depth(range.from));
  for (; z < last; z += STEP * depth(z)) out.push(z);
  return [...out, z];
}

/** The largest reach (cycles/µm) with which sweeping the range fits the budget. */
export function coarseReach(contrast: ContrastSpectrum, wavelength: number, range: SearchRange): number {
  let { reach } = contrast;
  for (let step = 0; step < 10; step++) {
    const { rows, cols } = gridSize(contrast, reach);
    const count = sweepDistances(range, resolvedDepth(contrast, wavelength, reach)).length;
    if (count * rows * cols <= SWEEP_BUDGET) break;
    reach *= Math.SQRT1_2;
  }
  return reach;
}
