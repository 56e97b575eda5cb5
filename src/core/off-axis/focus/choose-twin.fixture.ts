import { expect } from 'vitest';
import { loadKernels } from '../../../../test/load-kernels.ts';
import { offAxisRecipe } from '../../../../test/off-axis-recipe.ts';
import { depthOfField } from '../../propagate/transfer.ts';
import type { Recipe } from '../../recipe/values.ts';
import { reconstruct } from '../../reconstruct.ts';
import type { Reconstruction } from '../../reconstruction/reconstruction.ts';
import { simulate } from '../../simulate/simulate.ts';
import type { SimulatedObject } from '../../simulate/simulation-spec.ts';

const kernels = await loadKernels();

export function simulated(
  kind: SimulatedObject,
  z_mm: number,
  side: number,
  carrier: readonly [number, number] = [0.18, 0.15],
) {
  return simulate(kernels, {
    ...{ mode: 'off-axis', object: { kind }, z_mm, seed: 3 },
    ...{ width_px: side, height_px: side, carrier_cycles_per_px: carrier },
  });
}

export function run(
  simulation: ReturnType<typeof simulated>,
  recipe: Partial<Recipe>,
  divided = true,
): Reconstruction {
  const { hologram, background } = simulation;
  return reconstruct(kernels, { hologram, background: divided ? background : null }, offAxisRecipe(recipe));
}

export const codes = (result: Reconstruction) => result.flags.map(({ code }) => code);
export const carrierOf = (result: Reconstruction) => result.metrics.carrier_x_cycles_per_px as number;
export const dof = depthOfField(0.6328, Math.hypot(0.18, 0.15) / 3 / 3.45) / 1000;

/** Expects that the object's own twin is found at ±7 mm, wherever its carrier points. @param side of the frame, px */
export function expectOwnTwin(kind: SimulatedObject, side: number): void {
  for (const z_mm of [7, -7]) {
    for (const carrier of [
      [0.2, -0.12],
      [-0.2, 0.12],
    ] as const) {
      const result = run(simulated(kind, z_mm, side, carrier), { z_mm });
      expect(Math.sign(carrierOf(result))).toBe(Math.sign(carrier[0]));
      expect(codes(result)).not.toContain('phase_sign_by_convention');
    }
  }
}

/** Expects that a search around it finds this distance, without a doubt which twin it is. */
export function expectFocus(kind: SimulatedObject, z: number, side: number): void {
  const simulation = simulated(kind, z, side);
  const [low, high] = [z - 4 - (z % 3), z + 6 - (z % 3)];
  for (const divided of kind === 'cells' || kind === 'phase-chart' ? [true, false] : [true]) {
    const result = run(simulation, { z_min_mm: low, z_max_mm: high }, divided);
    expect(Math.abs((result.metrics.z_mm as number) - z) / dof).toBeLessThan(0.25);
    expect(codes(result)).not.toContain('phase_sign_by_convention');
    expect(carrierOf(result)).toBeGreaterThan(0);
    const used = result.used.recipe;
    expect(used.z_mm).toBe(result.metrics.z_mm);
  }
}

export const kinds = ['absorbing-chart', 'star', 'beads', 'cells', 'phase-steps', 'phase-chart'] as const;
export const distances = [5, 12, 20, -8] as const;
