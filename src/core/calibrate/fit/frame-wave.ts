import type { Complex } from '../model/spectrum.ts';

/** A wave over the samples of a frame, and how much of it there is. */
export interface FrameWave {
  readonly alongX: Complex;
  readonly alongY: Complex;
  /** real and imaginary part of each term */
  readonly own: { readonly re: Float64Array; readonly im: Float64Array };
}

export type Terms = FrameWave['own'];

/** What stays the same from one wave to the next. */
export interface Sums {
  readonly tables: readonly Float32Array[];
  /** light over the frame, and Σ |light|² P P of all terms */
  readonly lit: Complex;
  readonly moments: Float64Array;
}
