import { beforeAll, expect, it } from 'vitest';
import { loadKernels } from '../../../../test/load-kernels.ts';
import type { Kernels } from '../../kernel/kernels.ts';
import { parseRecipe } from '../../recipe/recipe.ts';
import { simulate } from '../../simulate/simulate.ts';
import { findTarget } from '../../targets/catalogue.ts';
import { calibrate } from '../calibrate.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

/** A fine ruling of which the first orders pass: its images follow each other every 0.632 mm. */
function ruled(z_mm: number, stated: Record<string, number>) {
  const { hologram } = simulate(kernels, {
    ...{ mode: 'off-axis', object: { kind: 'target' }, width_px: 144, height_px: 144, pixel_pitch_um: 1 },
    ...{ z_mm, seed: 5, background: false, target: { target_id: 'ronchi-50', rotation_deg: 31 } },
  });
  const magnified = { pixel_pitch_basis: 'object_space', magnification: 3.45 };
  const rig = { holography_mode: 'off-axis', wavelength_um: 0.6328, pixel_pitch_um: 1.01 };
  const recipe = parseRecipe({ ...rig, ...magnified, ...stated });
  return calibrate(kernels, { hologram, background: null }, { target: findTarget('ronchi-50')!, recipe });
}

it('knows it where a person says the range', () => {
  const { corrections } = ruled(0.15, { z_min_mm: 0.12, z_max_mm: 0.16 });
  expect(Math.abs(corrections.z_mm!.value - 0.15)).toBeLessThan(0.01);
});

it('does not know it in-line where the twin of an image lies there, and the target three times as far away', () => {
  const { hologram } = simulate(kernels, {
    ...{ mode: 'inline', object: { kind: 'target' }, width_px: 177, height_px: 177, pixel_pitch_um: 4.545 },
    // 15.8 mm, which is period² / λ, less the distance given
    ...{ z_mm: 11.86, seed: 7, target: { target_id: 'stage-micrometer-100um', rotation_deg: 20 } },
  });
  const recipe = parseRecipe({
    ...{ holography_mode: 'inline', wavelength_um: 0.6328, pixel_pitch_um: 4.55, z_mm: 3.9 },
  });
  const target = findTarget('stage-micrometer-100um')!;
  const { corrections } = calibrate(kernels, { hologram, background: null }, { target, recipe });
  expect(corrections.z_mm).toBeNull();
  expect(corrections.pixel_pitch_um!.value).toBeCloseTo(4.545, 2);
});
