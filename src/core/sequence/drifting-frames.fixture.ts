import type { Frame } from '../field/frame.ts';
import type { Kernels } from '../kernel/kernels.ts';
import { simulate, type Simulation } from '../simulate/simulate.ts';
import type { SimulationInput } from '../simulate/simulation-spec.ts';

/** What a rig's drift adds to one frame: turns of tilt across the frame, rad of the rest. */
export interface SimulatedDrift {
  readonly piston: number;
  readonly tiltX: number;
  readonly tiltY: number;
  /** at the middle of the edges, relative to the centre */
  readonly defocus: number;
}

/** Slow waves of different periods: tilts to 2 fringes, a defocus to 1 rad, any piston. */
export function driftAt(k: number): SimulatedDrift {
  return {
    piston: 3 * Math.sin(0.31 * k) + 0.05 * k,
    tiltX: 2 * Math.sin(0.17 * k),
    tiltY: 2 * Math.sin(0.13 * k + 1),
    defocus: Math.sin(0.07 * k + 0.5),
  };
}

/** Native samples of a filter of 0.095 cycles/px lie {@link TRUTH_STEP} of these pixels apart: on the truth's own. */
const SIDE = 270;
export const TRUTH_STEP = 3;

export const STILL: SimulatedDrift = { piston: 0, tiltX: 0, tiltY: 0, defocus: 0 };

/** Frame k of a sequence of one still sample, with noise of its own. */
export function driftingFrame(
  kernels: Kernels,
  k: number,
  { piston, tiltX, tiltY, defocus }: SimulatedDrift,
  input: Partial<SimulationInput> = {},
): Simulation {
  // x² is (2 P₂ + 1) / 3
  const curvature = (2 / 3) * defocus;
  return simulate(kernels, {
    ...{ mode: 'off-axis', object: { kind: 'cells', count: 5 }, width_px: SIDE, height_px: SIDE },
    ...{ background: false, exposure: k, ...input },
    aberration: [
      { x: 0, y: 0, rad: piston },
      { x: 1, y: 0, rad: Math.PI * tiltX },
      { x: 0, y: 1, rad: Math.PI * tiltY },
      { x: 2, y: 0, rad: curvature },
      { x: 0, y: 2, rad: curvature },
    ],
  });
}

/** A frame as a shutter that stayed closed leaves it. */
export function darkFrame({ width, height }: Frame): Frame {
  let state = 1;
  const samples = Uint16Array.from({ length: width * height }, () => {
    state = (state * 48_271) % 2_147_483_647;
    return 3 + (state % 5);
  });
  return { width, height, samples, bitDepth: 12 };
}
