import { corner, type ComplexPlane, type RealPlane } from '../../kernel/plane.ts';
import { fft2, ifft2 } from '../../fft/fft2.ts';
import type { Kernels } from '../../kernel/kernels.ts';
import { overSensor, type RetrievalGrid } from '../optics/retrieval-grid.ts';
import { passPupil, propagateSpectrum } from '../optics/transfer-plane.ts';
import type { SensorOptics } from '../optics/sensor-optics.ts';
import type { EvidenceSettings } from '../../evidence/evidence-settings.ts';

/** Radii, from the widest that pixels sample inwards: each over the one before, and the share of the widest below which none is tried. */
const INWARDS = 0.92;
const LEAST = 0.15;
/** By so many of them no radius passes without a gain, where there is one farther in. */
const PATIENCE = 5;
/** Then steps from the best, as shares of it: to a hundredth of itself. */
const FINER = [0.04, 0.02, 0.01];

/**
 * The radius of the disc in the plane of frequencies that explains the misfit of a field best, or null where none
 * explains more than chance. A field of sharp edges that was found without it has detail that the optics do not pass.
 * Misfits fall from the widest radius to the right one and rise steeply beyond.
 * @param widest what the pixels sample, in any unit
 * @param misfitWith Σ (|u| − A)² with a disc of this radius, or without any
 */
export function pupilRadius(
  widest: number,
  misfitWith: (radius: number | null) => number,
  { worth }: Pick<EvidenceSettings, 'worth'>,
): number | null {
  const without = misfitWith(null);
  let best = { radius: widest, misfit: without };
  const attempt = (radius: number) => {
    const misfit = misfitWith(radius);
    if (misfit < best.misfit) best = { radius, misfit };
    return misfit;
  };
  for (let [k, share] = [1, INWARDS]; share >= LEAST; [k, share] = [k + 1, share * INWARDS]) {
    const misfit = attempt(share * widest);
    const gained = 1 - best.misfit / without;
    if (misfit > (1 + worth) * best.misfit || (k >= PATIENCE && gained < worth / 4)) break;
  }
  if (best.misfit > (1 - worth) * without) return null;
  for (const step of FINER) {
    const { radius } = best;
    for (const sign of [-1, 1]) attempt((1 + sign * step) * radius);
  }
  return best.radius;
}

/**
 * {@link pupilRadius} of a field against its frames, cycles/µm: what optics pass they pass in all of them.
 * @param frames with z, µm from the sample to the sensor
 * @param onWork called for every radius tried, in every frame
 */
export function findPupil(
  kernels: Kernels,
  field: ComplexPlane,
  frames: readonly { readonly amplitude: RealPlane; readonly z: number }[],
  grid: RetrievalGrid,
  optics: SensorOptics,
  settings: EvidenceSettings,
  onWork: () => void = () => {},
): number | null {
  const { wasm } = kernels;
  using scope = kernels.scope();
  const work = scope.complex(grid.rows, grid.cols);
  const bytes = grid.rows * field.pitchBytes;
  const { pitchX, pitchY } = optics.sampling;
  const misfitWith = (radius: number | null) => {
    let total = 0;
    for (const { amplitude, z } of frames) {
      // a retrieval takes most memory here: the spectrum is transformed for every radius, as there is no room to keep it
      kernels.bytes(work.ptr, bytes).set(kernels.bytes(field.ptr, bytes));
      fft2(kernels, work);
      propagateSpectrum(kernels, work, optics, z);
      if (radius !== null) passPupil(kernels, work, optics, radius);
      ifft2(kernels, work);
      onWork();
      total += wasm.amplitudeMisfit(
        overSensor(work, grid, optics),
        corner(amplitude, optics.rows, optics.cols),
      );
    }
    return total;
  };
  return pupilRadius(0.5 / Math.min(pitchX, pitchY), misfitWith, settings);
}
