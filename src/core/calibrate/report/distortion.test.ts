import { expect, it } from 'vitest';
import { loadKernels } from '../../../../test/load-kernels.ts';
import { record } from '../../../../test/second-simulator/record.ts';
import { secondCase, secondSetups } from '../../../../test/second-simulator/rigs.ts';
import { thorough } from '../../../../test/short-form.ts';
import { calibrate } from '../calibrate.ts';

it('finds how a lens distorts, lets the pitch be uncertain for it, and claims nothing where there is none', async () => {
  const kernels = await loadKernels();
  const found = secondSetups.find(
    (one) => one.target_id === 'distortion-grid-50um' && one.mode === 'inline',
  )!;
  const setup = { ...found, side_px: 144 };
  const { rig, recipe, target, truth } = secondCase(setup, 21);
  const magnified = { ...recipe, pixel_pitch_basis: 'object_space', magnification: 1.5 } as const;
  const at = (radial: number, x = 0, y = 0) => {
    const distortion = { radial, tangential: [x, y] as const };
    const { hologram } = record(target.model(), { ...rig, distortion }, false);
    return calibrate(kernels, { hologram, background: null }, { target, recipe: magnified });
  };
  const bent = at(0.006);
  const { radial, significant, field, radius_px } = bent.distortion!;
  expect([significant, radius_px]).toEqual([true, setup.side_px / 2]);
  expect(Math.abs(radial.value / 0.006 - 1)).toBeLessThan(0.15);
  expect(Math.abs(radial.value - 0.006)).toBeLessThan(2 * radial.sigma);
  expect(bent.warnings.join(' ')).toContain('The lens distorts');
  // in a corner things lie off by radial · r³ of half a side
  const corner = field.at(-1)!;
  const out = 0.8 * Math.SQRT2;
  expect(Math.hypot(corner.dx_px, corner.dy_px) / (radial.value * out ** 3 * radius_px)).toBeCloseTo(1, 1);
  expect(corner.seen!.parts).toBeGreaterThan(0);
  const { value: pitch, sigma } = bent.corrections.pixel_pitch_um!;
  expect(Math.abs(pitch - truth.pitch)).toBeLessThan(2 * sigma);

  // by far more than one step of a straight line reaches: of 1 % it finds 0.6 %
  const far = at(0.01, 0.003, -0.002).distortion!;
  expect(Math.abs(far.radial.value / 0.01 - 1)).toBeLessThan(0.05);
  expect(Math.abs(far.tangential_x.value / 0.003 - 1)).toBeLessThan(0.05);
  expect(Math.abs(far.tangential_y.value / -0.002 - 1)).toBeLessThan(0.05);
  // the middle of the frame is finer than all of it together
  expect(far.linear![0]).toBeLessThan(-0.003);

  // another fit
  if (!thorough) return;
  const straight = at(0);
  expect(straight.distortion!.significant).toBe(false);
  expect(Math.abs(straight.distortion!.radial.value)).toBeLessThan(3 * straight.distortion!.radial.sigma);
});
