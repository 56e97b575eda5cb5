import { expect, it } from 'vitest';
import { loadKernels } from '../../../../test/load-kernels.ts';
import { record } from '../../../../test/second-simulator/record.ts';
import { secondCase, secondSetups } from '../../../../test/second-simulator/rigs.ts';
import { thorough } from '../../../../test/short-form.ts';
import type { Frame } from '../../field/frame.ts';
import { calibrate } from '../calibrate.ts';

/** What a lens makes of a frame whose points it moves outwards by a share of r², r = 1 at half a side. */
function distorted({ width, height, samples, bitDepth }: Frame, radial: number): Frame {
  const out = new Uint16Array(width * height);
  const [x0, y0, half] = [(width - 1) / 2, (height - 1) / 2, width / 2];
  const at = (x: number, y: number) =>
    samples[Math.min(height - 1, Math.max(0, y)) * width + Math.min(width - 1, Math.max(0, x))]!;
  for (let row = 0; row < height; row += 1) {
    for (let col = 0; col < width; col += 1) {
      const [u, v] = [(col - x0) / half, (row - y0) / half];
      const back = 1 - radial * (u * u + v * v);
      const [x, y] = [x0 + half * u * back, y0 + half * v * back];
      const [left, top] = [Math.floor(x), Math.floor(y)];
      const [a, b] = [x - left, y - top];
      const upper = (1 - a) * at(left, top) + a * at(left + 1, top);
      const lower = (1 - a) * at(left, top + 1) + a * at(left + 1, top + 1);
      out[row * width + col] = Math.round((1 - b) * upper + b * lower);
    }
  }
  return { width, height, samples: out, bitDepth };
}

it('finds how a lens distorts, lets the pitch be uncertain for it, and claims nothing where there is none', async () => {
  const kernels = await loadKernels();
  const found = secondSetups.find(
    (one) => one.target_id === 'distortion-grid-50um' && one.mode === 'inline',
  )!;
  const setup = { ...found, side_px: 144 };
  const { rig, recipe, target, truth } = secondCase(setup, 21);
  const { hologram } = record(target.model(), rig, false);
  const magnified = { ...recipe, pixel_pitch_basis: 'object_space', magnification: 1.5 } as const;
  const at = (radial: number) =>
    calibrate(
      kernels,
      { hologram: distorted(hologram, radial), background: null },
      { target, recipe: magnified },
    );
  const bent = at(0.006);
  const { radial, significant, field, radius_px } = bent.distortion!;
  expect([significant, radius_px]).toEqual([true, setup.side_px / 2]);
  expect(Math.abs(radial.value / 0.006 - 1)).toBeLessThan(0.15);
  expect(Math.abs(radial.value - 0.006)).toBeLessThan(2 * radial.sigma);
  expect(bent.warnings.join(' ')).toContain('The lens distorts');
  // in a corner things lie off by radial · r³ of half a side
  const corner = field.at(-1)!;
  const far = 0.8 * Math.SQRT2;
  expect(Math.hypot(corner.dx_px, corner.dy_px) / (radial.value * far ** 3 * radius_px)).toBeCloseTo(1, 1);
  expect(corner.seen!.parts).toBeGreaterThan(0);
  const { value: pitch, sigma } = bent.corrections.pixel_pitch_um!;
  expect(Math.abs(pitch - truth.pitch)).toBeLessThan(2 * sigma);

  // another fit
  if (!thorough) return;
  const straight = at(0);
  expect(straight.distortion!.significant).toBe(false);
  expect(Math.abs(straight.distortion!.radial.value)).toBeLessThan(3 * straight.distortion!.radial.sigma);
});
