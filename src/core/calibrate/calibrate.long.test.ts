import { beforeAll, expect, it } from 'vitest';
import { loadKernels } from '../../../test/load-kernels.ts';
import { record } from '../../../test/second-simulator/record.ts';
import { secondCase } from '../../../test/second-simulator/rigs.ts';
import type { Kernels } from '../kernel/kernels.ts';
import { parseRecipe } from '../recipe/recipe.ts';
import { simulate } from '../simulate/simulate.ts';
import { blunted } from '../targets/blunted.ts';
import { findTarget } from '../targets/catalogue.ts';
import type { TargetModel } from '../targets/target-model.ts';
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

it('tells a nut’s corners that are not filled, and a camera’s black level, from its size and distance', () => {
  const setup = {
    target_id: 'hex-nut-m1.6',
    mode: 'inline',
    side_px: 420,
    pitch_um: 9.6,
    z_um: 25_000,
  } as const;
  const { rig: whole, target, truth, ...said } = secondCase(setup, 19_501);
  const lying = { ...whole.lying, x_um: 60, y_um: -40 };
  const rig = { ...whole, lying, bias_um: 0, ghosts: [] };
  const recipe = { ...said.recipe, wavelength_um: rig.wavelength_um };
  const sharp = target.model();
  const areas: TargetModel['areas'] = (window) =>
    sharp.areas(window).map((area) => ({ ...area, shape: blunted(area.shape, 80) }));
  const { hologram } = record({ ...sharp, areas }, rig, false);
  // a hundredth of what is bright
  const samples = hologram.samples.map((value) => Math.min(4095, value + 40));
  const frames = { hologram: { ...hologram, samples }, background: null };
  const certificate = { part_tolerance: 1e-5 };
  const { corrections, fit } = calibrate(kernels, frames, { target, recipe, certificate });
  // with sharp corners, and black for black, a frame like it came out 0.2 % and 3.4 % off
  expect(Math.abs(corrections.pixel_pitch_um!.value / truth.pitch - 1)).toBeLessThan(1e-4);
  expect(Math.abs(1000 * corrections.z_mm!.value - truth.z)).toBeLessThan(0.001 * truth.z);
  expect(Math.abs(((fit.rotation_deg!.value - truth.rotation + 750) % 60) - 30)).toBeLessThan(0.02);
});
