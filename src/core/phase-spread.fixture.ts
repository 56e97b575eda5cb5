import { scorePhase } from '../../bench/accuracy/score.ts';
import { loadKernels } from '../../test/load-kernels.ts';
import { offAxisRecipe } from '../../test/off-axis-recipe.ts';
import type { Recipe } from './recipe/values.ts';
import { reconstruct } from './reconstruct.ts';
import { simulate } from './simulate/simulate.ts';
import type { SimulationInput } from './simulate/simulation-spec.ts';

const kernels = await loadKernels();
const outputs = ['phase', 'phase_uncertainty', 'phase_noise'] as const;

/** Rigs whose noise comes from different places. */
export const rigs: readonly (readonly [string, Partial<SimulationInput>, Partial<Recipe>])[] = [
  ['uneven light', { uneven_light: 0.7 }, {}],
  ['a bright reference', { amplitude_ratio: 4 }, {}],
  ['a faint reference', { amplitude_ratio: 0.2 }, {}],
  ['200 photo-electrons', { photoelectrons: 200, bit_depth: 8 }, {}],
  ['read noise', { photoelectrons: 2000, read_noise_electrons: 60 }, {}],
  ['a coarse camera', { bit_depth: 8, full_scale_fraction: 0.2, photoelectrons: 20_000 }, {}],
  ['faint fringes', { coherence: 0.1 }, {}],
  ['the background left in', {}, { phase_background: 'none' }],
  ['a filter of one’s own', {}, { filter_radius_cycles_per_um: 0.02 }],
  ['propagation', { z_mm: 8 }, { z_mm: 8 }],
];

/**
 * Root mean square of (phase − truth) / uncertainty over the middle of flat frames, and over seeds: of the whole that is
 * stated, and of the camera's part, which is all that these frames have.
 */
export function normalisedErrors(
  input: Partial<SimulationInput>,
  recipe: Partial<Recipe>,
  divided: boolean,
  seeds: number,
): { readonly total: number; readonly camera: number } {
  let [total, camera, count] = [0, 0, 0];
  for (let seed = 1; seed <= seeds; seed++) {
    const { hologram, background, truth } = simulate(kernels, {
      ...{ mode: 'off-axis', object: { kind: 'flat' }, width_px: 192, height_px: 192, background: divided },
      ...{ seed, ...input },
    });
    const found = reconstruct(kernels, { hologram, background }, offAxisRecipe({ outputs, ...recipe }));
    const { rows, cols } = found;
    const { difference } = scorePhase(found.phase.data, truth.unwrappedPhase.data, rows, cols, {
      border: 0.2,
    });
    for (let i = 0; i < difference.length; i++) {
      if (Number.isNaN(difference[i]!)) continue;
      total += (difference[i]! / found.phase_uncertainty.data[i]!) ** 2;
      camera += (difference[i]! / found.phase_noise!.data[i]!) ** 2;
      count++;
    }
  }
  return { total: Math.sqrt(total / count), camera: Math.sqrt(camera / count) };
}
