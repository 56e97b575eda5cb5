import { expect, it, vi } from 'vitest';
import { freshKernels } from '../../../test/load-kernels.ts';
import { startedAtOnce } from '../../../test/started-thread.ts';
import { SecondThread } from '../kernel/second-thread.ts';
import { parseRecipe } from '../recipe/recipe.ts';
import { simulate } from '../simulate/simulate.ts';
import { findTarget } from '../targets/catalogue.ts';
import { calibrate } from './calibrate.ts';

it('comes to the same by two threads as by one', async () => {
  const kernels = await freshKernels();
  const target_id = 'step-grating-100nm';
  const { hologram } = simulate(kernels, {
    ...{ mode: 'off-axis', object: { kind: 'target' }, width_px: 160, height_px: 160, z_mm: 0.02, seed: 3 },
    ...{ pixel_pitch_um: 0.5, background: false, target: { target_id, rotation_deg: 24 } },
  });
  const recipe = parseRecipe({
    ...{ holography_mode: 'off-axis', wavelength_um: 0.6328, pixel_pitch_um: 0.51, z_mm: 0.021 },
    ...{ pixel_pitch_basis: 'object_space', magnification: 6.9 },
  });
  const found = () =>
    calibrate(kernels, { hologram, background: null }, { target: findTarget(target_id)!, recipe });
  const one = found();
  const asked = vi.spyOn(SecondThread.prototype, 'atOnce');
  Object.assign(kernels, { startThread: startedAtOnce(), leastSharedBytes: 0 });
  const two = found();
  kernels.startThread = null;
  expect(asked.mock.calls.length).toBeGreaterThan(100);
  vi.restoreAllMocks();
  expect(JSON.stringify(two)).toBe(JSON.stringify(one));
});
