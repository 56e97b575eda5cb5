// @module-tag further/rig
import { expect, it } from 'vitest';
import { loadKernels } from '../../../test/load-kernels.ts';
import { parseRecipe } from '../recipe/recipe.ts';
import { reconstruct } from '../reconstruct.ts';
import { simulate } from '../simulate/simulate.ts';

const rig = { wavelength_um: 0.532, pixel_pitch_um: 1.67, z_mm: 0.8 };
const size = { width_px: 160, height_px: 160 };

async function beadsOf(phase_rad: number) {
  const kernels = await loadKernels();
  const object = { kind: 'beads', phase_rad, count: 3, size_um: 10 } as const;
  const { hologram, truth } = simulate(kernels, { mode: 'inline', object, ...size, ...rig, seed: 4 });
  const recipe = parseRecipe({ holography_mode: 'inline', ...rig });
  const { phase, phase_uncertainty, flags } = reconstruct(kernels, { hologram, background: null }, recipe);
  const off = truth.unwrappedPhase.data.map((true_, k) => Math.abs(phase.data[k]! - true_));
  const sure = off.filter((error, k) => error > Math.PI && phase_uncertainty.data[k]! < 1);
  return { wrong: off.filter((error) => error > Math.PI).length, sure: sure.length, flags };
}

it('does not state the turns of beads behind rims that are too steep to count them', async () => {
  const { wrong, sure, flags } = await beadsOf(9);
  expect(wrong).toBeGreaterThan(100);
  expect(sure).toBeLessThan(1e-3 * 160 * 160);
  const { regions_px } = flags.find(({ code }) => code === 'turns_open')!;
  expect(regions_px!.length).toBeGreaterThan(0);
});

it('states those of beads whose rims it can follow', async () => {
  const { flags } = await beadsOf(2);
  expect(flags.map(({ code }) => code)).not.toContain('turns_open');
});
