import type { Sample } from './samples.ts';

/** A smooth map over the frame, u and v from −1 to 1: Σ weight · uⁱ vʲ. */
export type Smooth = readonly (readonly [i: number, j: number, weight: number])[];

/** An off-axis microscope with what real ones have wrong. Lengths in camera pixels, in the space of the sample. */
export interface SampleRig {
  readonly width: number;
  readonly height: number;
  readonly seed: number;
  readonly sample: Sample;
  /** the sample is as thick as this, in so many slices; 0: thin */
  readonly thickness: number;
  /** in the medium, px */
  readonly wavelength: number;
  /** from the sample to what is in focus on the camera, px */
  readonly z: number;
  /** cycles/px that the lens passes, and its aberration at the rim, rad: Σ weight · (fx / radius)ⁱ (fy / radius)ʲ */
  readonly pupil: number;
  readonly lens: Smooth;
  readonly carrier: readonly [number, number];
  /** rad at the camera, with and without a sample */
  readonly phaseAtSensor: Smooth;
  /** amplitude of the reference over that of the object's light */
  readonly ratio: number;
  readonly visibility: Smooth;
  /** relative intensity that meets the sample, and that of the reference, over the frame; amplitude that the lens takes to the sides */
  readonly light: Smooth;
  readonly reference: Smooth;
  readonly vignetting: number;
  /** a rough surface before the sample: rad, px over which it hangs together, px before the sample */
  readonly rough: { readonly rad: number; readonly grain: number; readonly away: number } | null;
  readonly dust: readonly Specks[];
  /** waves beside the object's or the reference's: amplitude, cycles/px beyond its own, phase */
  readonly besideObject: readonly Beside[];
  readonly besideReference: readonly Beside[];
  /** light that interferes with nothing, as a share of the mean */
  readonly stray: number;
  readonly camera: Camera;
}

export interface Specks {
  readonly count: number;
  readonly radius: number;
  /** before the sample, px; below 0: behind it */
  readonly away: number;
  /** share of the amplitude */
  readonly takes: number;
  readonly rad: number;
}

export type Beside = readonly [amplitude: number, fx: number, fy: number, phase: number];

export interface Camera {
  /** mean electrons a pixel */
  readonly electrons: number;
  readonly readNoise: number;
  readonly gainSpread: number;
  readonly gamma: number;
  /** share of pixels that are full or dark whatever the light */
  readonly broken: number;
  /** what is full over the brightest hundredth of a per cent */
  readonly full: number;
  readonly bits: 8 | 10 | 12 | 16;
}

/** Cells of a grid along a side of a pixel. */
export const CELLS = 2;

export function smooth(terms: Smooth, u: number, v: number): number {
  return terms.reduce((sum, [i, j, weight]) => sum + weight * u ** i * v ** j, 0);
}
