import { beforeAll, expect, it } from 'vitest';
import { rigOf, tellable, withRange } from '../../../../bench/accuracy/calibration-rigs.ts';
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
  const z = ruled(0.15, { z_min_mm: 0.12, z_max_mm: 0.16 }).corrections.z_mm!;
  // three orders of one direction don't tell a distance from an aberrated lens: that is most of σ, and a part of what is stated
  expect(Math.abs(z.value - 0.15)).toBeLessThan(2 * z.sigma);
  expect(z.sigma).toBeLessThan(0.632 / 4);
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

/** The twin of an image at 0.332 mm lies within what is looked through around 0.3 mm. */
it.each([5, 6, 8, 9])(
  'finds the distance in-line, and not an image of the twin, rig %i',
  (seed) => {
    const setup = tellable.find(({ target_id, mode }) => target_id === 'ronchi-50' && mode === 'inline')!;
    const { input, recipe, target, withBackground, certificate } = rigOf(setup, seed);
    const { hologram, background, spec } = simulate(kernels, input);
    const frames = { hologram, background: withBackground ? background : null };
    const { z_mm } = calibrate(kernels, frames, {
      target,
      certificate,
      recipe: withRange(recipe),
    }).corrections;
    expect(Math.abs(z_mm!.value - spec.z_mm)).toBeLessThan(2 * z_mm!.sigma);
  },
  120_000,
);
