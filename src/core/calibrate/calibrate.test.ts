import { beforeAll, describe, expect, it } from 'vitest';
import { loadKernels } from '../../../test/load-kernels.ts';
import { record } from '../../../test/second-simulator/record.ts';
import { secondCase } from '../../../test/second-simulator/rigs.ts';
import { frameOf } from '../../../test/frame-of.ts';
import { thorough } from '../../../test/short-form.ts';
import type { Kernels } from '../kernel/kernels.ts';
import { Problem } from '../problem/problem.ts';
import { parseRecipe } from '../recipe/recipe.ts';
import { simulate } from '../simulate/simulate.ts';
import type { SimulationInput } from '../simulate/simulation-spec.ts';
import { findTarget } from '../targets/catalogue.ts';
import { calibrate } from './calibrate.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

const ruling10: SimulationInput = {
  ...{ mode: 'inline', object: { kind: 'target' }, width_px: 160, height_px: 160, pixel_pitch_um: 3.45 },
  ...{ z_mm: 0.8, uneven_light: 0.1, seed: 4 },
  target: { target_id: 'ronchi-10', rotation_deg: 7, shift_x_um: 12 },
};

function recipeFor(mode: string, pitch: number, z_mm: number, more: Record<string, unknown> = {}) {
  const rig = { holography_mode: mode, wavelength_um: 0.6328, pixel_pitch_um: pitch, z_mm };
  return parseRecipe({ ...rig, ...more });
}

function refusal(act: () => unknown): Problem {
  try {
    act();
  } catch (cause) {
    if (cause instanceof Problem) return cause;
    throw cause;
  }
  throw new Error('nothing was refused');
}

it('finds pitch and distance of an in-line rig that are both stated wrong, in a medium', () => {
  // the light is as long there as 0.44 µm in vacuum
  const immersed = { wavelength_um: 0.66, refractive_index_immersion: 1.5 };
  const { hologram, background } = simulate(kernels, { ...ruling10, wavelength_um: 0.66 / 1.5 });
  const recipe = recipeFor('inline', 3.45 * 1.02, 0.76, immersed);
  const stages: string[] = [];
  const request = { target: findTarget('ronchi-10')!, recipe };
  const found = calibrate(kernels, { hologram, background }, request, (stage) => stages.push(stage));
  const { pixel_pitch_um: pitch, z_mm, z_offset_mm } = found.corrections;
  expect(Math.abs(pitch!.value / 3.45 - 1)).toBeLessThan(5e-4);
  // a quarter of the depth of field
  expect(Math.abs(z_mm!.value - 0.8)).toBeLessThan(0.02);
  expect(z_offset_mm!.value).toBeCloseTo(z_mm!.value - 0.76, 12);
  expect(Math.abs(pitch!.value - 3.45)).toBeLessThan(4 * pitch!.sigma);
  expect(found.fit.rotation_deg!.value).toBeCloseTo(7, 1);
  expect(found.fit.features_found).toBe(found.fit.features_expected);
  expect(found.fit.features_found).toBeGreaterThanOrEqual(4);
  expect(found.fit.residual_px).toBeLessThan(0.1);
  expect(found.corrections.scale_anisotropy).toBeNull();
  expect(found.amplitude.data).toHaveLength(160 * 160);
  // a bare sensor has no lens
  expect(found.distortion).toBeNull();
  expect(stages).toContain('fit');
  // the ruling has no published tolerance, and its shift is known up to periods
  expect(found.warnings.join(' ')).toContain('No tolerance');
});

it.runIf(thorough)(
  'measures pixels that are wider than high in-line: light diffracts alike in all directions',
  () => {
    const setup = { target_id: 'distortion-grid-50um', mode: 'inline', side_px: 128, pitch_um: 4.5 } as const;
    const { rig, recipe, target } = secondCase({ ...setup, z_um: 4000 }, 3);
    const ratio = 1.0056;
    const pitches = { pitch_x_um: 4.5 * Math.sqrt(ratio), pitch_y_um: 4.5 / Math.sqrt(ratio) };
    const plane = { ...rig, ...pitches, wavelength_um: 0.6328, curvature_per_um: 0 };
    const { corrections } = calibrate(kernels, record(target.model(), plane, false), { target, recipe });
    expect(Math.abs(corrections.scale_anisotropy!.value - ratio)).toBeLessThan(5e-4);
    expect(Math.abs(corrections.pixel_pitch_um!.value / 4.5 - 1)).toBeLessThan(5e-4);
  },
);

it.runIf(thorough)('finds pitch, distance and aberration of an off-axis rig', () => {
  const aberration = [
    { x: 2, y: 0, rad: 2 },
    { x: 1, y: 1, rad: -0.8 },
  ];
  const { hologram } = simulate(kernels, {
    ...{ mode: 'off-axis', object: { kind: 'target' }, width_px: 128, height_px: 128, pixel_pitch_um: 1 },
    ...{ z_mm: 0.2, seed: 4, aberration, target: { target_id: 'ronchi-50', rotation_deg: 31 } },
  });
  const magnified = { pixel_pitch_basis: 'object_space', magnification: 3.45 };
  // so fine a ruling looks the same at 0.43 mm, in the other sideband
  const range = { z_min_mm: 0.18, z_max_mm: 0.24 };
  const recipe = { ...recipeFor('off-axis', 0.98, 0.21, magnified), ...range };
  const request = { target: findTarget('ronchi-50')!, recipe, certificate: { feature_tolerance_um: 0.02 } };
  const { corrections, budget } = calibrate(kernels, { hologram, background: null }, request);
  expect(Math.abs(corrections.pixel_pitch_um!.value - 1)).toBeLessThan(5e-4);
  const part = budget.find(({ quantity, source }) => quantity === 'pixel_pitch_um' && source === 'part');
  // 0.02 µm of 20 µm, equally likely anywhere inside
  expect(part!.u).toBeCloseTo(0.001 / Math.sqrt(3), 6);
  expect(corrections.pixel_pitch_um!.sigma).toBeGreaterThan(part!.u);
  expect(Math.abs(corrections.z_mm!.value - 0.2)).toBeLessThan(0.04);
  const { orders, coefficients_rad } = corrections.phase_aberration!;
  const term = (x: number, y: number) => coefficients_rad[orders.findIndex(([i, j]) => i === x && j === y)]!;
  expect(term(2, 0)).toBeCloseTo(2, 1);
  expect(term(1, 1)).toBeCloseTo(-0.8, 1);
  expect(corrections.carrier_cycles_per_px!.x).toBeCloseTo(0.18, 3);
  expect(corrections.carrier_cycles_per_px!.y).toBeCloseTo(0.15, 3);
});

describe('refuses', () => {
  const asked = (target_id: string) => ({
    target: findTarget(target_id)!,
    recipe: recipeFor('inline', 3.45, 0.8),
  });

  it('a target that the mode can’t show', () => {
    const { hologram } = simulate(kernels, { ...ruling10, width_px: 64, height_px: 64 });
    const problem = refusal(() => calibrate(kernels, { hologram, background: null }, asked('pinhole-50um')));
    expect(problem.code).toBe('TARGET_MODE_MISMATCH');
    expect(problem.message).toContain('off-axis');
  });

  it('a ruling of another period', { tags: 'further/rig' }, () => {
    const { hologram, background } = simulate(kernels, {
      ...ruling10,
      width_px: 96,
      height_px: 96,
      object: { kind: 'target', size_um: 108 },
    });
    const problem = refusal(() => calibrate(kernels, { hologram, background }, asked('ronchi-10')));
    expect(problem.code).toBe('TARGET_NOT_RECOGNISED');
  });

  it('a ruling for a scale of the same period, whose narrow lines fit as well elsewhere along the light', () => {
    const { hologram, background } = simulate(kernels, {
      ...{ mode: 'inline', object: { kind: 'target' }, width_px: 128, height_px: 128 },
      ...{
        pixel_pitch_um: 1e3 / 140,
        z_mm: 6.2112,
        seed: 71,
        uneven_light: 0.06,
        dust: 2,
        photoelectrons: 4000,
      },
      target: { target_id: 'ronchi-10', rotation_deg: 149.26, shift_x_um: 100, shift_y_um: 100 },
    });
    const as = (target_id: string) => {
      const request = { target: findTarget(target_id)!, recipe: recipeFor('inline', 7.189, 5.6714) };
      return () => calibrate(kernels, { hologram, background }, request);
    };
    expect(refusal(as('stage-micrometer-100um')).message).toMatch(
      /^A ruling of the same period.* explains 99/,
    );
    expect(as('ronchi-10')().explained).toBeGreaterThan(0.99);
  });

  it('a ruling of half the period, where one of the whole period looks much like it', () => {
    const { hologram } = simulate(kernels, {
      ...{ mode: 'inline', object: { kind: 'target', size_um: 10 }, width_px: 128, height_px: 128 },
      ...{
        pixel_pitch_um: 1e1 / 7,
        z_mm: 0.42857,
        seed: 72,
        uneven_light: 0.157,
        dust: 2,
        photoelectrons: 11_537,
      },
      target: { target_id: 'ronchi-50', rotation_deg: 18.06, shift_x_um: 33, shift_y_um: -17.1 },
    });
    const request = { target: findTarget('ronchi-50')!, recipe: recipeFor('inline', 1.4504, 0.44409) };
    const problem = refusal(() => calibrate(kernels, { hologram, background: null }, request));
    expect(problem.message).toMatch(/^The same pattern with 10 µm as the period explains 99/);
  });

  it('a frame that holds noise only', () => {
    let state = 9;
    const noise = frameOf(96, 96, () => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
      return 1000 + ((state >> 12) & 255);
    });
    const problem = refusal(() =>
      calibrate(kernels, { hologram: noise, background: null }, asked('ronchi-10')),
    );
    expect(problem.code).toBe('TARGET_NOT_RECOGNISED');
  });

  it('a frame without a sample', () => {
    const { hologram } = simulate(kernels, {
      ...ruling10,
      width_px: 96,
      height_px: 96,
      object: { kind: 'flat' },
      target: undefined,
    } as never);
    const problem = refusal(() => calibrate(kernels, { hologram, background: null }, asked('ronchi-10')));
    expect(problem.code).toBe('TARGET_NOT_RECOGNISED');
  });

  it('a saturated frame, and says how much of it is', () => {
    const { hologram } = simulate(kernels, { ...ruling10, full_scale_percentile: 60 });
    const problem = refusal(() => calibrate(kernels, { hologram, background: null }, asked('ronchi-10')));
    expect(problem.code).toBe('TARGET_NOT_RECOGNISED');
    expect(problem.message).toMatch(/\d % of the pixels are saturated/);
  });
});
