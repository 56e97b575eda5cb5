// @module-tag further/rig
import { expect, it } from 'vitest';
import { loadKernels } from '../../../test/load-kernels.ts';
import { record } from '../../../test/second-simulator/record.ts';
import { secondCase, secondSetups } from '../../../test/second-simulator/rigs.ts';
import { thorough } from '../../../test/short-form.ts';
import type { Calibration } from '../rig/calibration.ts';
import { boundsOf } from '../targets/shape.ts';
import type { Area, TargetModel } from '../targets/target-model.ts';
import { calibrate } from './calibrate.ts';

async function rigOf(seed: number, side_px: number, more: object = {}) {
  const kernels = await loadKernels();
  const found = secondSetups.find(
    (one) => one.target_id === 'distortion-grid-50um' && one.mode === 'inline',
  )!;
  const { rig, recipe, target, truth } = secondCase({ ...found, side_px }, seed);
  const magnified = { ...recipe, pixel_pitch_basis: 'object_space', magnification: 1.5 } as const;
  const at = (radial: number, x = 0, y = 0) => {
    const distortion = { radial, tangential: [x, y] as const };
    const { hologram } = record(target.model(), { ...rig, distortion }, false);
    return calibrate(kernels, { hologram, background: null }, { target, recipe: magnified, ...more });
  };
  return { at, truth };
}

/** Of radial 1 % one step of a straight line finds 0.6; of the first frame so much is bent that it is as drawn only once it is put straight. */
const bent = [
  { seed: 4, side: 128, size: 0.014 },
  ...(thorough ? [{ seed: 21, side: 144, size: 0.01 }] : []),
];

const said = { wavelength_tolerance_nm: 0.01, certificate: { part_tolerance: 0.0003 } };

it.each(bent)('finds how a lens distorts, of seed $seed', async ({ seed, side, size }) => {
  const { at, truth } = await rigOf(seed, side, said);
  const found = at(size, 0.3 * size, -0.2 * size);
  const { distortion, warnings, corrections } = found;
  const { radial, tangential_x, tangential_y, significant, radius_px, linear, field } = distortion!;
  expect([significant, radius_px]).toEqual([true, side / 2]);
  expect(Math.abs(radial.value / size - 1)).toBeLessThan(0.05);
  expect(Math.abs(radial.value - size)).toBeLessThan(2 * radial.sigma);
  expect(Math.abs(tangential_x.value / (0.3 * size) - 1)).toBeLessThan(0.05);
  expect(Math.abs(tangential_y.value / (-0.2 * size) - 1)).toBeLessThan(0.05);
  // the middle of the frame is finer than all of it together
  expect(linear![0]).toBeLessThan(-0.003);
  expect(warnings.join(' ')).toContain('The lens distorts');
  expect(field.some(({ seen }) => seen !== null && seen.parts > 0)).toBe(true);
  expectBudget(found);
  const { value: pitch, sigma } = corrections.pixel_pitch_um!;
  // by what the frame tells, however well the part is known
  const own = Math.sqrt(sigma ** 2 - (pitch * PART) ** 2);
  expect(Math.abs(pitch - truth.pitch)).toBeLessThan(2 * own);
});

/** Of a part that is equally likely anywhere within what its certificate says. */
const PART = said.certificate.part_tolerance / Math.sqrt(3);

/** It adds up to what is stated, with what was said of wavelength and part in it. */
function expectBudget({ corrections, budget, expanded }: Calibration): void {
  const linesOf = (quantity: string) => budget.filter((line) => line.quantity === quantity);
  for (const name of ['pixel_pitch_um', 'z_mm'] as const) {
    const { sigma } = corrections[name]!;
    expect(Math.hypot(...linesOf(name).map(({ u }) => u)) / sigma).toBeCloseTo(1, 9);
    expect(expanded[name]! / sigma).toBeCloseTo(2, 9);
  }
  const source = (quantity: string, name: string) =>
    linesOf(quantity).find((line) => line.source === name)!.u;
  const { pixel_pitch_um: pitch, z_mm } = corrections;
  expect(source('z_mm', 'wavelength') / z_mm!.value).toBeCloseTo(0.01 / 632.8 / Math.sqrt(3), 9);
  expect(source('pixel_pitch_um', 'part') / pitch!.value).toBeCloseTo(PART, 9);
}

// further fits
it.runIf(thorough)('finds a small distortion, and claims nothing where there is none', async () => {
  const { at, truth } = await rigOf(21, 144);
  const bent = at(0.006);
  const { radial, significant } = bent.distortion!;
  expect(significant).toBe(true);
  expect(Math.abs(radial.value / 0.006 - 1)).toBeLessThan(0.15);
  expect(Math.abs(radial.value - 0.006)).toBeLessThan(2 * radial.sigma);
  const { value: pitch, sigma } = bent.corrections.pixel_pitch_um!;
  expect(Math.abs(pitch - truth.pitch)).toBeLessThan(2 * sigma);
  const straight = at(0).distortion!;
  expect(straight.significant).toBe(false);
  expect(Math.abs(straight.radial.value)).toBeLessThan(3 * straight.radial.sigma);
});

/** Every bar wider by so much of its own width; squares are as drawn. */
function withWiderBars(model: TargetModel, share: number): TargetModel {
  return {
    ...model,
    areas: (window) =>
      model.areas(window).map((area): Area => {
        if (area.bar_um === undefined || area.shape.kind !== 'polygon') return area;
        const { left_um, right_um, top_um, bottom_um } = boundsOf(area.shape);
        const by = (share * area.bar_um) / 2;
        const vertices = area.shape.vertices.map(({ x_um, y_um }) => ({
          x_um: x_um + by * Math.sign(2 * x_um - left_um - right_um),
          y_um: y_um + by * Math.sign(2 * y_um - top_um - bottom_um),
        }));
        return { ...area, shape: { kind: 'polygon', vertices } };
      }),
  };
}

// small bars lie in the middle and large ones around them: scales that differ by where they are looked like a lens
it('takes bars that are wider by a share for no distortion', async () => {
  const kernels = await loadKernels();
  const setup = secondSetups.find(({ target_id, mode }) => target_id === 'usaf-1951' && mode === 'inline')!;
  const { rig, recipe, target, truth } = secondCase({ ...setup, side_px: 224 }, 4);
  const magnified = { ...recipe, pixel_pitch_basis: 'object_space', magnification: 1.5 } as const;
  const { hologram } = record(withWiderBars(target.model(), 0.06), rig, false);
  const found = calibrate(kernels, { hologram, background: null }, { target, recipe: magnified });
  expect(found.distortion!.significant).toBe(false);
  expect(Math.abs(found.corrections.pixel_pitch_um!.value / truth.pitch - 1)).toBeLessThan(1e-4);
});
