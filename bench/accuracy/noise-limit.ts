import type { Kernels } from '../../src/core/kernel/kernels.ts';
import { illumination } from '../../src/core/simulate/illumination.ts';
import type { Simulation } from '../../src/core/simulate/simulate.ts';
import { cramerRaoLimit, linearPhaseLimit } from '../../src/core/uncertainty/phase-limits.ts';

export interface NoiseLimits {
  /** rad: linear demodulation with the truth's pupil as filter, the camera's quantisation included */
  readonly linear: number;
  /** rad: Cramér–Rao, photon noise alone, no background frame */
  readonly cramerRao: number;
}

/** What noise permits where the light is even and nothing absorbs. */
export function plainLimits({ spec, truth }: Simulation, divided: boolean): NoiseLimits {
  const visibility = truth.visibility ?? 0;
  const { photoelectrons, eta } = truth;
  const step = 1 / truth.gain;
  const alone = linearPhaseLimit(photoelectrons, visibility, eta, spec.read_noise_electrons, step);
  return {
    linear: divided ? Math.SQRT2 * alone : alone,
    cramerRao: cramerRaoLimit(photoelectrons, visibility, eta),
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
