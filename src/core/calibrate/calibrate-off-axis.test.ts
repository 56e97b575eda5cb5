import { beforeAll, expect, it } from 'vitest';
import { loadKernels } from '../../../test/load-kernels.ts';
import { thorough } from '../../../test/short-form.ts';
import type { Kernels } from '../kernel/kernels.ts';
import { Problem } from '../problem/problem.ts';
import { parseRecipe } from '../recipe/recipe.ts';
import { simulate } from '../simulate/simulate.ts';
import { findTarget } from '../targets/catalogue.ts';
import { calibrate } from './calibrate.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

interface Rig {
  readonly target_id: string;
  readonly side: number;
  readonly pitch: number;
  readonly z_mm: number;
}

/** An uneven, aberrated rig whose pitch and distance are stated 2 % and 5 % wrong. */
function calibrated({ target_id, side, pitch, z_mm }: Rig, onProgress?: (stage: string) => void) {
  const { hologram } = simulate(kernels, {
    ...{ mode: 'off-axis', object: { kind: 'target' }, width_px: side, height_px: side, z_mm, seed: 3 },
    ...{
      pixel_pitch_um: pitch,
      uneven_light: 0.2,
      aberration: [{ x: 2, y: 0, rad: 1.5 }],
      background: false,
    },
    target: { target_id, rotation_deg: 24, shift_x_um: 9 * pitch },
  });
  const target = findTarget(target_id)!;
  const rig = { wavelength_um: 0.6328, pixel_pitch_um: 1.02 * pitch, z_mm: 0.95 * z_mm };
  const recipe = parseRecipe({
    ...{
      holography_mode: 'off-axis',
      ...rig,
      pixel_pitch_basis: 'object_space',
      magnification: 3.45 / pitch,
    },
  });
  return calibrate(kernels, { hologram, background: null }, { target, recipe }, onProgress);
}

// 224 pixels a side: its lines are long and thin
it.runIf(thorough)('finds a scale whose lines are thinner than what is resolved', () => {
  const { corrections, fit } = calibrated({
    ...{ target_id: 'stage-micrometer-100um', side: 224, pitch: 3, z_mm: 0.5 },
  });
  const { pixel_pitch_um: pitch, z_mm } = corrections;
  // asked of scales: 0.2 %; and no further off than stated
  expect(Math.abs(pitch!.value / 3 - 1)).toBeLessThan(2e-3);
  expect(Math.abs(pitch!.value - 3)).toBeLessThan(2 * pitch!.sigma);
  // a quarter of the depth of field
  expect(Math.abs(z_mm!.value - 0.5)).toBeLessThan(0.6);
  expect(fit.features_found).toBe(fit.features_expected);
});

it('refuses a target that is too fine for the rig before it looks for it, and says what would be seen', () => {
  const stages: string[] = [];
  const act = () =>
    calibrated({ target_id: 'step-grating-100nm', side: 96, pitch: 2, z_mm: 0.5 }, (stage) =>
      stages.push(stage),
    );
  expect(act).toThrow(Problem);
  expect(act).toThrow(/can’t be resolved.*5 µm wide, 10 µm from one to the next.*bars of .* µm and more/);
  expect(stages).not.toContain('search');
});
