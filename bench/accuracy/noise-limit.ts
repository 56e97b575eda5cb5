import type { Kernels } from '../../src/core/kernel/kernels.ts';
import { grownNoise } from '../../src/core/demodulate/give-back-pixels.ts';
import { illumination } from '../../src/core/simulate/illumination.ts';
import type { Simulation } from '../../src/core/simulate/simulate.ts';
import { cramerRaoLimit, linearPhaseLimit } from '../../src/core/uncertainty/phase-limits.ts';

export interface NoiseLimits {
  /** rad: linear demodulation with the truth's pupil as filter, the camera's quantisation included */
  readonly linear: number;
  /** rad: Cramér–Rao, photon noise alone, no background frame */
  readonly cramerRao: number;
}

/** What noise permits where the light is even and nothing absorbs, giving back what the area of pixels took included. */
export function plainLimits({ spec, truth }: Simulation, divided: boolean): NoiseLimits {
  const [x, y] = spec.carrier_cycles_per_px;
  const band = { carrier: { x, y }, stopRadius: spec.pupil_radius_cycles_per_px };
  const grown = spec.pixel_area ? Math.sqrt(grownNoise(band, Math.sin)) : 1;
  const visibility = truth.visibility ?? 0;
  const { photoelectrons, eta } = truth;
  const step = 1 / truth.gain;
  const alone = grown * linearPhaseLimit(photoelectrons, visibility, eta, spec.read_noise_electrons, step);
  return {
    linear: divided ? Math.SQRT2 * alone : alone,
    cramerRao: grown * cramerRaoLimit(photoelectrons, visibility, eta),
  };
}

/**
 * The linear limit with the local number of electrons and the local visibility, as the root mean square over the scored
 * pixels: where the sample lets an amplitude a through, (1 + a²) / 2 of the electrons arrive from two equal beams, and
 * the fringes are a times as strong.
 */
export function localLinearLimit(
  kernels: Kernels,
  simulation: Simulation,
  divided: boolean,
  scored: Float32Array,
): number {
  const { spec, truth } = simulation;
  const alone = plainLimits(simulation, false).linear;
  const light = illumination(spec, kernels.wasm);
  const brightness = light.reduce((sum, value) => sum + value, 0) / light.length;
  let sum = 0;
  let count = 0;
  for (let i = 0; i < scored.length; i++) {
    if (Number.isNaN(scored[i])) continue;
    const a = truth.amplitude.data[i]!;
    const here = brightness / light[i]!;
    sum += here * ((1 + a * a) / (2 * a * a) + (divided ? 1 : 0));
    count++;
  }
  return alone * Math.sqrt(sum / count);
}
