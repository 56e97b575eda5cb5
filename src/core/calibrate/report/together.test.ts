import { expect, it } from 'vitest';
import type { BudgetLine, Calibration, Measured } from '../../rig/calibration.ts';
import { reportSettings } from './report-settings.ts';
import { together } from './together.ts';

interface Given {
  /** value and what scatters of it; everything has 0.0003 in common besides */
  readonly pitch: readonly [number, number];
  readonly z?: readonly [number, number];
  readonly tilted?: number;
}

const COMMON = 0.0003;

/** What a frame tells of a rig. */
function frame({ pitch, z, tilted = 0 }: Given): Calibration {
  const measured = (own: readonly [number, number] | undefined): Measured | null =>
    own ? { value: own[0], sigma: Math.hypot(own[1], COMMON) } : null;
  const lines = (quantity: string, own: readonly [number, number] | undefined): BudgetLine[] =>
    own
      ? [
          { quantity, source: 'scatter', type: 'A', u: own[1], unit: 'µm' },
          { quantity, source: 'part', type: 'B', u: COMMON, unit: 'µm' },
        ]
      : [];
  const aberration = {
    ...{ basis: 'legendre', degree: 2, orders: [[2, 0]], coefficients_rad: [tilted], sigma_rad: 0.01 },
  } as const;
  return {
    corrections: {
      ...{ pixel_pitch_um: measured(pitch), pixel_pitch_x_um: null, pixel_pitch_y_um: null },
      ...{ scale_anisotropy: null, shear_rad: null, z_mm: measured(z), phase_scale: null },
      z_offset_mm: z ? { value: z[0] - 5, sigma: Math.hypot(z[1], COMMON) } : null,
      ...{ phase_aberration: aberration, carrier_cycles_per_px: { x: 0.2 + tilted / 100, y: 0 } },
    },
    fit: { residual_px: 0.1, features_found: 4, features_expected: 5 },
    budget: [...lines('pixel_pitch_um', pitch), ...lines('z_mm', z)],
    ...{ expanded: { k: 2 }, quality: 'good', explained: 0.99, warnings: [], residuals: [] },
  } as unknown as Calibration;
}

const rig = (each: readonly Given[], repeatability?: number) =>
  together(each.map(frame), repeatability, reportSettings);

it('weighs frames by what each leaves unknown, and does not average out what they have in common', () => {
  const { corrections, budget, fit, quality } = rig([{ pitch: [1.001, 0.001] }, { pitch: [1.003, 0.002] }]);
  expect(corrections.pixel_pitch_um!.value).toBeCloseTo((4 * 1.001 + 1.003) / 5, 12);
  const own = 0.001 / Math.sqrt(1.25);
  expect(corrections.pixel_pitch_um!.sigma).toBeCloseTo(Math.hypot(own, COMMON), 12);
  expect(budget.map(({ source }) => source)).toEqual(['scatter', 'part']);
  expect([fit.features_found, fit.features_expected, quality]).toEqual([8, 10, 'good']);
});

it('counts what frames differ by beyond their own uncertainties', () => {
  const { corrections, budget } = rig([1, 1.01, 1.02].map((pitch) => ({ pitch: [pitch, 0.001] })));
  expect(corrections.pixel_pitch_um!.value).toBeCloseTo(1.01, 12);
  const scatter = 0.01 / Math.sqrt(3);
  expect(budget.find(({ source }) => source === 'repeatability')!.type).toBe('A');
  expect(corrections.pixel_pitch_um!.sigma).toBeCloseTo(Math.hypot(scatter, COMMON), 12);
});

it('takes one frame as it is, for review unless somebody says how well it repeats', () => {
  const once = rig([{ pitch: [1.001, 0.001], z: [5.1, 0.01] }]);
  expect(once.corrections).toEqual(frame({ pitch: [1.001, 0.001], z: [5.1, 0.01] }).corrections);
  expect([once.quality, once.warnings]).toEqual(['needs_review', [expect.stringMatching(/^One frame/)]]);
  const stated = rig([{ pitch: [1.001, 0.001], z: [5.1, 0.01] }], 0.002);
  expect([stated.quality, stated.warnings]).toEqual(['good', []]);
  expect(stated.corrections.pixel_pitch_um!.sigma).toBeCloseTo(Math.hypot(0.001, COMMON, 0.002002), 12);
  expect(stated.corrections.z_mm!.sigma).toBeCloseTo(Math.hypot(0.01, COMMON, 0.0204), 12);
});

it('states pitch and distance of the first frame where frames lie at different ones, and averages what the optics add', () => {
  const { corrections, warnings } = rig([
    { pitch: [1, 0.001], z: [5, 0.01], tilted: 1 },
    { pitch: [1.01, 0.001], z: [5.2, 0.01], tilted: 2 },
  ]);
  expect(corrections.pixel_pitch_um!.value).toBeCloseTo(1, 12);
  expect(corrections.pixel_pitch_um!.sigma).toBeCloseTo(Math.hypot(0.001, COMMON), 12);
  expect(corrections.z_mm!.value).toBeCloseTo(5, 12);
  expect(corrections.z_mm!.sigma).toBeCloseTo(Math.hypot(0.01, COMMON), 12);
  // of two distances nobody says which one was given
  expect(corrections.z_offset_mm).toBeNull();
  expect(warnings).toEqual([expect.stringContaining('5.000, 5.200 mm')]);
  expect(corrections.phase_aberration!.coefficients_rad).toEqual([1.5]);
  expect(corrections.phase_aberration!.sigma_rad).toBeCloseTo(Math.sqrt(1e-4 + 0.25 / 5), 9);
  expect(corrections.carrier_cycles_per_px!.x).toBeCloseTo(0.215, 12);
  const near = rig([
    { pitch: [1, 0.001], z: [5, 0.01] },
    { pitch: [1, 0.001], z: [5.04, 0.01] },
  ]);
  expect(near.corrections.z_offset_mm!.value).toBeCloseTo(0.02, 12);
  expect(near.corrections).not.toHaveProperty('pixel_pitch_per_mm');
});

it('tells how the pitch changes with the distance, in light that diverges', () => {
  const bend = 0.004;
  // as a plane wave would make the same frames
  const seen = (z: number): Given => {
    const larger = 1 + bend * z;
    return { pitch: [1.5 / larger, 1e-5], z: [z / larger, 1e-4] };
  };
  const each = [5, 4, 6.5, 8].map(seen);
  const { corrections, budget, expanded } = rig(each);
  const slope = corrections.pixel_pitch_per_mm!;
  expect(slope.value).toBeCloseTo(-1.5 * bend, 12);
  expect(corrections.pixel_pitch_um!.value).toBeCloseTo(each[0]!.pitch[0], 12);
  const line = (source: string) =>
    budget.find(({ quantity, source: of }) => quantity === 'pixel_pitch_per_mm' && of === source)!.u;
  // two frames: what each leaves unknown of its pitch, and of its distance times the slope
  const two = rig(each.slice(0, 2)).corrections.pixel_pitch_per_mm!;
  const own = Math.SQRT2 * Math.hypot(1e-5, 1.5 * bend * 1e-4);
  const share = line('part') / slope.value;
  expect(two.sigma).toBeCloseTo(Math.hypot(own / (each[0]!.z![0] - each[1]!.z![0]), share * two.value), 9);
  expect(line('scatter')).toBeLessThan(two.sigma / 2);
  expect(line('part')).toBeCloseTo((COMMON / each[0]!.z![0] / 2) * 1.5 * bend, 12);
  expect(slope.sigma).toBeCloseTo(Math.hypot(line('scatter'), line('part')), 12);
  expect(expanded['pixel_pitch_per_mm']).toBeCloseTo(2 * slope.sigma, 12);
  // frames that lie beside the line say how well it repeats
  const beside = [3e-4, -3e-4, -3e-4, 3e-4];
  const off = rig(each.map(({ pitch: [p, u], z }, k) => ({ pitch: [p + beside[k]!, u], z: z! })));
  expect(off.corrections.pixel_pitch_per_mm!.sigma).toBeGreaterThan(10 * slope.sigma);
  expect(
    off.budget.some(({ source, quantity }) => source === 'repeatability' && quantity === 'pixel_pitch_um'),
  ).toBe(true);
});

it('gives no distance where a frame of several distances does not tell its own', () => {
  const { corrections, warnings } = rig([
    { pitch: [1, 0.001], z: [5, 0.01] },
    { pitch: [1, 0.001], z: [5.2, 0.01] },
    { pitch: [1, 0.001] },
  ]);
  expect([corrections.z_mm, corrections.z_offset_mm]).toEqual([null, null]);
  expect(corrections).not.toHaveProperty('pixel_pitch_per_mm');
  expect(warnings).toEqual([expect.stringContaining('and no distance')]);
});

it('takes frames that differ by their scale alone for no frames from several distances', () => {
  // 2 % smaller, and as diffraction goes with the square of that 4 % nearer
  const given = (pitch: number): Given => ({ pitch: [pitch, 1e-4], z: [5 * pitch * pitch, 0.005] });
  const { corrections, warnings } = rig([given(1), given(0.98)]);
  expect(corrections.pixel_pitch_per_mm).toBeUndefined();
  expect(warnings.join(' ')).not.toContain('distances');
  // what they differ by is what is not known
  expect(corrections.pixel_pitch_um!.sigma).toBeGreaterThan(0.009);
  expect(rig([given(1), { ...given(1), z: [4.8, 0.005] }]).warnings.join(' ')).toContain('distances');
});

it('says where frames contradict each other, and asks for a look', () => {
  const apart = (by: number) => rig([{ pitch: [1, 1e-4] }, { pitch: [1 + by, 1e-4] }]);
  // of two alike: the difference over √2 σ
  expect([apart(5e-4).quality, apart(5e-4).warnings]).toEqual(['good', []]);
  const { quality, warnings } = apart(7e-4);
  expect([quality, warnings]).toEqual([
    'needs_review',
    [expect.stringMatching(/contradict each other: they differ in the pixel pitch 4\.9 times/)],
  ]);
});
