import type { Frame, Samples } from '../field/frame.ts';
import type { Kernels } from '../kernel/kernels.ts';
import { simulate } from '../simulate/simulate.ts';
import type { SimulationInput } from '../simulate/simulation-spec.ts';

/** The pixels of these frames, and how far the sample is before them. */
export const movingRig = { pixel_pitch_um: 2.2, wavelength_um: 0.6328, z_mm: 1.5 };

const SURROUNDINGS = 48;

/** Frame k of a sample that moves to the left by some pixels from frame to frame, and its phase. */
export function movingFrame(
  kernels: Kernels,
  k: number,
  { side, step, ...input }: { readonly side: number; readonly step: number } & Partial<SimulationInput>,
): { readonly hologram: Frame; readonly truth: Float32Array } {
  const whole = side + SURROUNDINGS;
  const { hologram, truth } = simulate(kernels, {
    ...{ mode: 'inline', object: { kind: 'cells', count: 6, phase_rad: 0.8 }, ...movingRig },
    ...{ width_px: whole, height_px: whole, background: false, exposure: k, ...input },
  });
  const left = Math.round(step * k);
  const window = <Values extends Samples>(values: Values): Values => {
    const Kind = values.constructor as new (length: number) => Values;
    const out = new Kind(side * side);
    for (let y = 0; y < side; y++) {
      const from = (y + SURROUNDINGS / 2) * whole + left;
      out.set(values.subarray(from, from + side), y * side);
    }
    return out;
  };
  const samples = window(hologram.samples);
  return { hologram: { ...hologram, width: side, height: side, samples }, truth: window(truth.phase.data) };
}
