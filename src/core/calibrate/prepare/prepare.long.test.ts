import { expect, it } from 'vitest';
import { loadKernels } from '../../../../test/load-kernels.ts';
import { parseRecipe } from '../../recipe/recipe.ts';
import { simulate } from '../../simulate/simulate.ts';
import { findTarget } from '../../targets/catalogue.ts';
import { prepare } from './prepare.ts';

it('finds the sideband, with and without a background frame, where orders of a grating beat stronger', async () => {
  const kernels = await loadKernels();
  const { hologram, background } = simulate(kernels, {
    ...{
      mode: 'off-axis',
      object: { kind: 'target', size_um: 9.91 },
      width_px: 256,
      height_px: 256,
      seed: 9,
    },
    ...{ pixel_pitch_um: 0.5, z_mm: 0.025, photoelectrons: 2100 },
    target: { target_id: 'step-grating-100nm', rotation_deg: 222.26, shift_x_um: 6.07, shift_y_um: 20.99 },
    aberration: [
      { x: 2, y: 0, rad: 2.9 },
      { x: 0, y: 2, rad: 0.53 },
      { x: 1, y: 1, rad: 1.12 },
    ],
  });
  const target = findTarget('step-grating-100nm')!;
  const recipe = parseRecipe({
    ...{ holography_mode: 'off-axis', sample_type: 'reflection', wavelength_um: 0.6328, z_mm: 0.025 },
    ...{ pixel_pitch_um: 0.5, pixel_pitch_basis: 'object_space', magnification: 6.9 },
  });
  using scope = kernels.scope();
  for (const frames of [
    { hologram, background },
    { hologram, background: null },
  ]) {
    const { x, y } = prepare(kernels, scope, frames, { target, recipe }).carrier!;
    // the first beat lies at 0.05 cycles per pixel, and so far apart are the orders of the sideband
    expect(Math.hypot(x - 0.18, y - 0.15)).toBeLessThan(0.06);
  }
});
