import type { RealPlane } from '../kernel/plane.ts';
import type { Kernels } from '../kernel/kernels.ts';

/** Noise of a field on a grid of tiles that covers the camera frame, row by row. */
export interface NoiseMap {
  readonly tiles: number;
  /** E|n|² of the field, in units of its background's intensity */
  readonly fieldVariance: Float64Array;
  /** phase variance that does not depend on the sample, rad²: that of the background frame */
  readonly extraPhaseVariance: Float64Array;
  /** how much noisier each column and row of the output is, because the frame was faded at its edges; 1 inside */
  readonly noisierX: Float32Array;
  readonly noisierY: Float32Array;
}

/** Standard deviation of a phase that is uniform over the circle: π/√3. No phase is less certain. */
export const UNIFORM_SIGMA = Math.PI / Math.sqrt(3);

/**
 * One standard deviation of the phase per pixel (rad): √(E|n|² / 2) / |u|, the phase noise of a phasor much longer
 * than its noise (Opt. Lett. 43, 4993 (2018), for off-axis holograms).
 * @param modulus |u| relative to the background
 */
export function phaseSigma(kernels: Kernels, modulus: RealPlane, noise: NoiseMap, out: RealPlane): void {
  const { tiles } = noise;
  using scratch = kernels.scope();
  const variance = scratch.doubles(tiles * tiles);
  const extra = scratch.doubles(tiles * tiles);
  kernels.doubles(variance, tiles * tiles).set(noise.fieldVariance);
  kernels.doubles(extra, tiles * tiles).set(noise.extraPhaseVariance);
  const noisierX = scratch.floats(modulus.cols + 4);
  const noisierY = scratch.floats(modulus.rows);
  kernels.floats(noisierX, modulus.cols).set(noise.noisierX);
  kernels.floats(noisierY, modulus.rows).set(noise.noisierY);
  const stepY = tiles / modulus.rows;
  const stepX = tiles / modulus.cols;
  const places = { originY: 0.5 * stepY - 0.5, stepY, originX: 0.5 * stepX - 0.5, stepX };
  const map = { mapRows: tiles, mapCols: tiles, ...places, cap: UNIFORM_SIGMA };
  kernels.run.phaseSigma(modulus, variance, extra, noisierX, noisierY, out, map);
}
