import { describe, expect, it } from 'vitest';
import { scorePhase } from '../../../../bench/accuracy/score.ts';
import { loadKernels } from '../../../../test/load-kernels.ts';
import { offAxisRecipe } from '../../../../test/off-axis-recipe.ts';
import type { Recipe } from '../../recipe/values.ts';
import { reconstruct } from '../../reconstruct.ts';
import { simulate } from '../../simulate/simulate.ts';

const kernels = await loadKernels();
const SIDE = 256;

/** One rig whose wave bends by so many radians from one frame to the other. */
function between(rad: number, recipe: Partial<Recipe> = {}) {
  const exposed = (kind: 'cells' | 'flat', bend: number, seed: number) =>
    simulate(kernels, {
      ...{ mode: 'off-axis', object: { kind, count: 5 }, width_px: SIDE, height_px: SIDE, background: false },
      ...{
        seed,
        aberration: [
          { x: 2, y: 0, rad: 4 + bend },
          { x: 1, y: 1, rad: 1 + bend / 2 },
        ],
      },
    });
  const { hologram, truth } = exposed('cells', rad, 1);
  const frames = { hologram, background: exposed('flat', 0, 2).hologram };
  const found = reconstruct(kernels, frames, offAxisRecipe({ z_mm: 0, ...recipe }));
  const { degree } = found.steps.find(({ name }) => name === 'aberration')!.metrics;
  const { rmse } = scorePhase(found.phase.data, truth.unwrappedPhase.data, SIDE, SIDE, { border: 0.1 });
  return { degree, rmse };
}

describe('with a background frame', () => {
  it('a tilt is all that is taken out where the rig is as it was', () => {
    const { degree, rmse } = between(0);
    expect(degree).toBe(1);
    expect(rmse).toBeLessThan(5e-3);
  });

  it('what bent since is taken out, too, unless a tilt is asked for', () => {
    const bent = between(0.5);
    expect(bent.degree).toBe(2);
    expect(bent.rmse).toBeLessThan(6e-3);
    const tilted = between(0.5, { phase_background: 'tilt' });
    expect(tilted.degree).toBe(1);
    expect(tilted.rmse).toBeGreaterThan(0.1);
  });
});
