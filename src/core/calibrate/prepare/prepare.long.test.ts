import { expect, it } from 'vitest';
import { loadKernels } from '../../../../test/load-kernels.ts';
import { parseRecipe } from '../../recipe/recipe.ts';
import type { Frames } from '../../field/frame.ts';
import type { Kernels } from '../../kernel/kernels.ts';
import { simulate } from '../../simulate/simulate.ts';
import { findTarget } from '../../targets/catalogue.ts';
import { nominalOf, type CalibrationRequest } from '../model/nominal.ts';
import { rigSettings } from '../model/rig-settings.ts';
import { prepareSettings } from './prepare-settings.ts';
import { prepare } from './prepare.ts';

function carrierIn(kernels: Kernels, frames: Frames, request: CalibrationRequest) {
  using scope = kernels.scope();
  const nominal = nominalOf(request, request.target.model(request.certificate), rigSettings);
  return prepare(kernels, scope, frames, request, nominal, prepareSettings).carrier!;
}

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
    ...{ holography_mode: 'off-axis', wavelength_um: 0.6328, z_mm: 0.025 },
    ...{ pixel_pitch_um: 0.5, pixel_pitch_basis: 'object_space', magnification: 6.9 },
  });
  for (const frames of [
    { hologram, background },
    { hologram, background: null },
  ]) {
    const { x, y } = carrierIn(kernels, frames, { target, recipe });
    // the first beat lies at 0.05 cycles per pixel, and so far apart are the orders of the sideband
    expect(Math.hypot(x - 0.18, y - 0.15)).toBeLessThan(0.06);
  }
});
