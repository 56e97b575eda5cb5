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
  const variance = scratch.block(tiles * tiles * 8);
  const extra = scratch.block(tiles * tiles * 8);
  kernels.doubles(variance, tiles * tiles).set(noise.fieldVariance);
  kernels.doubles(extra, tiles * tiles).set(noise.extraPhaseVariance);
  const noisierX = scratch.block(modulus.cols * 4 + 16);
  const noisierY = scratch.block(modulus.rows * 4);
  kernels.floats(noisierX, modulus.cols).set(noise.noisierX);
  kernels.floats(noisierY, modulus.rows).set(noise.noisierY);
  const stepY = tiles / modulus.rows;
  const stepX = tiles / modulus.cols;
  kernels.run.phaseSigma(
    modulus.ptr,
    modulus.pitch,
    modulus.rows,
    modulus.cols,
    variance,
    extra,
    noisierX,
    noisierY,
    tiles,
    tiles,
    0.5 * stepY - 0.5,
    stepY,
    0.5 * stepX - 0.5,
    stepX,
    UNIFORM_SIGMA,
    out.ptr,
    out.pitch,
  );
}
