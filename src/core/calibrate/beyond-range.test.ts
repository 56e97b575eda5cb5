import { beforeAll, expect, it } from 'vitest';
import { loadKernels } from '../../../test/load-kernels.ts';
import { record } from '../../../test/second-simulator/record.ts';
import { secondCase, secondSetups } from '../../../test/second-simulator/rigs.ts';
import type { Kernels } from '../kernel/kernels.ts';
import { calibrate } from './calibrate.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

it('refuses a range half as far again that something like a ruling fits in, and believes the right one', () => {
  const setup = secondSetups.find(({ target_id }) => target_id === 'ronchi-10')!;
  const { target, rig, recipe, truth, withBackground } = secondCase({ ...setup, side_px: 320 }, 71021);
  const frames = record(target.model(), rig, withBackground);
  const within = (times: number) => {
    const [z_min_mm, z_max_mm] = [times * recipe.z_min_mm!, times * recipe.z_max_mm!];
    const own = { ...recipe, z_mm: times * recipe.z_mm!, z_min_mm, z_max_mm };
    return calibrate(kernels, frames, { target, recipe: own }).corrections.z_mm!;
  };
  const { value, sigma } = within(1);
  expect(Math.abs(1000 * value - truth.z)).toBeLessThan(2000 * sigma);
  expect(() => within(1.5)).toThrow(/lies at 1\.\d+ mm; 1\.8\d+ to 2\.\d+ mm.* which is clearly less/);
});
