import { beforeAll, expect, it } from 'vitest';
import { loadKernels } from '../../../test/load-kernels.ts';
import type { Kernels } from '../kernel/kernels.ts';
import { parseRecipe } from '../recipe/recipe.ts';
import { simulate } from '../simulate/simulate.ts';
import { findTarget } from '../targets/catalogue.ts';
import { calibrate } from './calibrate.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

function recipeFor(mode: string, pitch: number, z_mm: number) {
  return parseRecipe({ holography_mode: mode, wavelength_um: 0.6328, pixel_pitch_um: pitch, z_mm });
}

it('does not take the size of a nut from its hole, which nobody states', () => {
  const pitch = 9.5;
  const drawn = 3110;
  // within the standard; the hole of the simulated nut stays as wide as that of the drawn one
  const size_um = 3050;
  const { hologram } = simulate(kernels, {
    ...{ mode: 'inline', object: { kind: 'target', size_um }, width_px: 400, height_px: 400 },
    ...{ pixel_pitch_um: pitch, z_mm: 20, seed: 3, background: false },
    target: { target_id: 'hex-nut-m1.6', rotation_deg: 17, shift_x_um: 20 },
  });
  const request = { target: findTarget('hex-nut-m1.6')!, recipe: recipeFor('inline', 9.65, 20.6) };
  const { corrections } = calibrate(kernels, { hologram, background: null }, request);
  // a smaller nut that passes for the drawn one looks as if the pixels were larger; 0.3 % off where the hole counts
  const expected = (pitch * drawn) / size_um;
  expect(Math.abs(corrections.pixel_pitch_um!.value / expected - 1)).toBeLessThan(2e-4);
});

it('does not make up for a lens with blur and contrast, which would shift the distance', () => {
  const { hologram } = simulate(kernels, {
    ...{ mode: 'inline', object: { kind: 'target' }, width_px: 160, height_px: 160, pixel_pitch_um: 6.9 },
    ...{ z_mm: 6, seed: 1, background: false, target: { target_id: 'ronchi-10', rotation_deg: 14 } },
  });
  const request = { target: findTarget('ronchi-10')!, recipe: recipeFor('inline', 7, 6.2) };
  const { corrections } = calibrate(kernels, { hologram, background: null }, request);
  // of a depth of field of 0.37 mm; with the blur it was 0.017 mm short
  expect(Math.abs(corrections.z_mm!.value - 6)).toBeLessThan(0.002);
});
