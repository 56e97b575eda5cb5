import { beforeAll, describe, expect, it } from 'vitest';
import { loadKernels } from '../../../test/load-kernels.ts';
import { offAxisRecipe } from '../../../test/off-axis-recipe.ts';
import type { Kernels } from '../kernel/kernels.ts';
import { depthOfField } from '../propagate/transfer.ts';
import { reconstruct } from '../reconstruct.ts';
import { simulate } from '../simulate/simulate.ts';
import type { SimulationInput } from '../simulate/simulation-spec.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

const PITCH_UM = 0.2;
const CARRIER = [0.18, 0.15] as const;
const DOF_MM = depthOfField(0.6328, Math.hypot(...CARRIER) / 3 / PITCH_UM) / 1000;

/** Error in depths of field, and doubts. The sideband is named: at ± z its conjugate is in focus as well. */
function focus(object: SimulationInput['object'], z_mm: number, range: readonly [number, number]) {
  const simulated = simulate(kernels, {
    ...{ mode: 'off-axis', object, z_mm, seed: 4, width_px: 256, height_px: 256 },
    ...{ pixel_pitch_um: PITCH_UM, carrier_cycles_per_px: CARRIER },
  });
  const recipe = offAxisRecipe({
    ...{ pixel_pitch_um: PITCH_UM, pixel_pitch_basis: 'object_space', magnification: 20 },
    ...{ z_min_mm: range[0], z_max_mm: range[1], carrier_cycles_per_px: CARRIER },
  });
  const result = reconstruct(kernels, { hologram: simulated.hologram, background: null }, recipe);
  const [found] = result.foci;
  const error_mm = Math.abs(Number(result.metrics.z_mm) - z_mm);
  return {
    error: error_mm / DOF_MM,
    sigmas: error_mm / found!.sigma_mm,
    doubts: result.flags.filter(({ code }) => code === 'focus_ambiguous').map(({ detail }) => detail),
  };
}

describe('autofocus', () => {
  it.each([
    ['a strong bead', { kind: 'beads', phase_rad: 20 }, 0.5],
    ['a hollow of the same kind', { kind: 'beads', phase_rad: -8 }, 0.25],
    ['many beads', { kind: 'beads', count: 20, phase_rad: 6 }, 0.5],
    ['thick cells', { kind: 'cells', phase_rad: 5 }, 0.25],
    ['an absorbing chart', { kind: 'absorbing-chart' }, 0.25],
  ] as const)('finds %s and not the spot that it throws', (_, object, most) => {
    const { error, sigmas } = focus(object, 0.02, [-0.05, 0.08]);
    expect(error).toBeLessThan(most);
    expect(sigmas).toBeLessThan(3);
  });

  it('says so where the light that leaves a small frame may deceive it', () => {
    const { doubts } = focus({ kind: 'beads', count: 6, phase_rad: 10 }, 0.02, [0.1, 0.18]);
    expect(doubts).not.toEqual([]);
  });
});
