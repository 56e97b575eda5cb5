// @module-tag further/rig
import { expect, it } from 'vitest';
import { scoreInline } from '../../../bench/accuracy/second-inline-score.ts';
import { loadKernels } from '../../../test/load-kernels.ts';
import { inlineRigCase } from '../../../test/second-simulator/inline-rigs.ts';
import { recordInline } from '../../../test/second-simulator/record-inline.ts';
import { parseRecipe } from '../recipe/recipe.ts';
import { reconstruct } from '../reconstruct.ts';

it('red cells whose light, gathered beside them, was left out of the beam’s are not taken for a negative', async () => {
  const kernels = await loadKernels();
  const { rig, asked } = inlineRigCase('microscope', 88_801);
  const { hologram, truth, z_um } = recordInline(rig, false);
  const recipe = parseRecipe({ ...asked, camera_gamma: 1, z_mm: z_um / 1000 });
  const found = reconstruct(kernels, { hologram, background: null }, recipe);
  const codes = found.flags.map(({ code }) => code);
  expect(codes).not.toContain('frame_negative');
  expect(codes).not.toContain('poor_fit');
  const { error, ratio, silent } = scoreInline(found, truth, hologram);
  // as a negative 0.37 rad, 2.4 σ, 7.8 % silently wrong
  expect(error).toBeLessThan(0.05);
  expect(ratio).toBeLessThan(1.1);
  expect(silent).toBe(0);
});
