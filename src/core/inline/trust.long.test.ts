import { expect, it } from 'vitest';
import { loadKernels } from '../../../test/load-kernels.ts';
import { inlineRigCase } from '../../../test/second-simulator/inline-rigs.ts';
import { recordInline } from '../../../test/second-simulator/record-inline.ts';
import { scoreInline } from '../../../bench/accuracy/second-inline-score.ts';
import { parseRecipe } from '../recipe/recipe.ts';
import { reconstruct } from '../reconstruct.ts';

/** @param camera null: the one of the rig, with the background frame that it may have */
async function scoreOf(kind: string, seed: number, camera: { bits: 8; gamma: number } | null) {
  const kernels = await loadKernels();
  const given = inlineRigCase(kind, seed);
  const rig = { ...given.rig, camera: { ...given.rig.camera, ...camera } };
  const { hologram, background, z_um, truth } = recordInline(rig, !camera && given.withBackground);
  const recipe = parseRecipe({ ...given.asked, z_mm: z_um / 1000 });
  return scoreInline(reconstruct(kernels, { hologram, background }, recipe), truth, hologram);
}

it('a strong ball behind a gamma in doubt is off by no more than the other power says', async () => {
  // 2 rad too low in all of the ball, 3.7 σ by a share of its phase
  const { inside, silent } = await scoreOf('clear beads', 1_192_302, { bits: 8, gamma: 1 / 1.6 });
  expect(inside).toBeLessThan(2.5);
  expect(silent).toBe(0);
});

it('a notch in a cell that absorbs and delays light is as open as the cell', async () => {
  // 6.1 σ where the field is the beam's
  const { inside, silent } = await scoreOf('cells that absorb and delay', 1_194_101, null);
  expect(inside).toBeLessThan(1.25);
  expect(silent).toBe(0);
});
