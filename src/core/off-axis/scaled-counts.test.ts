import { expect, it } from 'vitest';
import { loadKernels } from '../../../test/load-kernels.ts';
import { offAxisRecipe } from '../../../test/off-axis-recipe.ts';
import { reconstruct } from '../reconstruct.ts';
import { simulate } from '../simulate/simulate.ts';

it('no visibility is told where counts were scaled to both sides of 0', async () => {
  const kernels = await loadKernels();
  const size = { width_px: 256, height_px: 256, background: false };
  const { hologram } = simulate(kernels, { mode: 'off-axis', object: { kind: 'beads' }, ...size });
  const counts = Float32Array.from(hologram.samples);
  const mean = counts.reduce((sum, v) => sum + v, 0) / counts.length;
  const scaled = { ...hologram, samples: counts.map((v) => (v - mean) / 100) };
  const found = reconstruct(kernels, { hologram: scaled, background: null }, offAxisRecipe({}));
  expect(found.metrics.fringe_visibility).toBeNull();
  expect(found.flags.map(({ code }) => code)).not.toContain('weak_fringes');
});
