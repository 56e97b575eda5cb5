// @module-tag further/rig
import { expect, it } from 'vitest';
import { loadKernels } from '../../../test/load-kernels.ts';
import type { Frame } from '../field/frame.ts';
import { parseRecipe } from '../recipe/recipe.ts';
import { reconstruct } from '../reconstruct.ts';
import { simulate } from '../simulate/simulate.ts';

const SIDE = 128;
/** What filters of red, green, green and blue leave of one wavelength. */
const FILTERS = [1, 0.5, 0.55, 0.2];

const behindFilters = (frame: Frame): Frame => ({
  ...frame,
  samples: Float32Array.from(frame.samples, (value, i) =>
    Math.round(value * FILTERS[2 * (Math.floor(i / SIDE) % 2) + ((i % SIDE) % 2)]!),
  ),
});

it('the raw frame of a colour camera comes out as that of one without filters, and says so', async () => {
  const kernels = await loadKernels();
  const rig = { wavelength_um: 0.532, pixel_pitch_um: 2.2, z_mm: 1 };
  const { hologram, truth } = simulate(kernels, {
    ...{ mode: 'inline', object: { kind: 'cells' }, width_px: SIDE, height_px: SIDE, ...rig },
    ...{ seed: 6, bit_depth: 12 },
  });
  const recipe = parseRecipe({ holography_mode: 'inline', ...rig, camera_gamma: 1 });
  const of = (sent: Frame) => {
    const { field, flags } = reconstruct(kernels, { hologram: sent, background: null }, recipe);
    const square = field.data.reduce((sum, v, i) => sum + (v - truth.field.data[i]!) ** 2, 0);
    const words = flags.find(({ code }) => code === 'colour_mosaic')?.detail;
    return { error: Math.sqrt(square / field.data.length), words };
  };
  const [plain, filtered] = [of(hologram), of(behindFilters(hologram))];
  // four times where the pattern was taken for noise
  expect(filtered.error / plain.error).toBeLessThan(1.1);
  expect(plain.words).toBeUndefined();
  expect(filtered.words).toMatch(/pattern of two by two pixels/);
});
