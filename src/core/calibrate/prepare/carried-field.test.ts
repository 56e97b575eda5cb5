import { expect, it } from 'vitest';
import { loadKernels } from '../../../../test/load-kernels.ts';
import type { CameraImage } from '../../field/camera.ts';
import { carriedField, passedWithin, type CarriedField } from './carried-field.ts';

const CARRIER = { x: 0.26, y: 0.22 };
const [ROWS, COLS] = [300, 340];

/** Of waves beside the carrier, of which the second is half as strong. */
async function carriedWaves(waves: readonly (readonly [number, number])[]) {
  const kernels = await loadKernels();
  using scope = kernels.scope();
  const plane = scope.real(ROWS, COLS);
  const values = kernels.floats(plane.ptr, ROWS * plane.pitch).fill(0);
  for (let row = 0; row < ROWS; row += 1)
    for (let col = 0; col < COLS; col += 1)
      waves.forEach(([x, y], k) => {
        const turns = (CARRIER.x + x) * col + (CARRIER.y + y) * row;
        values[row * plane.pitch + col]! += Math.cos(2 * Math.PI * turns) / (k + 1);
      });
  return { kernels, whole: carriedField(kernels, { plane, mean: 0 } as CameraImage, CARRIER) };
}

/** How far samples lie from the first wave in the window, root mean square. */
function offFrom({ field, window, across, down }: CarriedField, [x, y]: readonly [number, number]): number {
  let sum = 0;
  for (let row = 0, i = 0; row < down.count; row += 1)
    for (let col = 0; col < across.count; col += 1, i += 1) {
      const angle = 2 * Math.PI * (x * col * across.step + y * row * down.step);
      const re = field.re[i]! - (window[i]! * Math.cos(angle)) / 2;
      const im = field.im[i]! - (window[i]! * Math.sin(angle)) / 2;
      sum += re * re + im * im;
    }
  return Math.sqrt(sum / field.re.length);
}

it('a carried field on fewer samples holds the waves that pass, and no others', async () => {
  const [near, far] = [[0.03, -0.02] as const, [-0.09, 0.08] as const];
  const { kernels, whole } = await carriedWaves([near, far]);
  const few = passedWithin(kernels, whole, 0.075);
  expect([few.across.pixels, few.down.pixels, few.passed]).toEqual([COLS, ROWS, 0.075]);
  expect(few.field.re.length).toBeLessThan(0.4 * whole.field.re.length);
  expect(few.window.length).toBe(few.field.re.length);
  expect(offFrom(whole, near)).toBeGreaterThan(0.15);
  expect(offFrom(few, near)).toBeLessThan(0.003);
});

it('and is itself where all of it passes', async () => {
  const { kernels, whole } = await carriedWaves([[0.03, -0.02]]);
  expect(passedWithin(kernels, whole, whole.passed)).toBe(whole);
  expect(offFrom(whole, [0.03, -0.02])).toBeLessThan(0.003);
});
