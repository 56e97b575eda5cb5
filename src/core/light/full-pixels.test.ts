import { expect, it } from 'vitest';
import type { RealPlane } from '../kernel/plane.ts';
import { loadKernels } from '../../../test/load-kernels.ts';
import { asMeasured, fullPixels, withoutPixels } from './full-pixels.ts';

it('pixels at the largest value are not measured where they are more than chance, and all others are', async () => {
  const kernels = await loadKernels();
  using scope = kernels.scope();
  const [plane, amplitude] = [scope.real(3, 5), scope.real(3, 5)];
  const [counts, values] = [plane, amplitude].map(({ ptr, pitch }) => kernels.floats(ptr, 3 * pitch));
  for (let y = 0; y < 3; y += 1)
    for (let x = 0; x < 5; x += 1) {
      counts![y * plane.pitch + x] = Math.min(12, 5 * y + x);
      values![y * amplitude.pitch + x] = 5 * y + x;
    }
  const image = { plane, maximum: 12, fractionAtMaximum: 0.2 };
  const full = fullPixels(kernels, image, amplitude, 0.1);
  const kept = withoutPixels(kernels, scope, amplitude, full);
  const read = ({ ptr, pitch }: RealPlane) => {
    const out = kernels.floats(ptr, 3 * pitch);
    return Array.from({ length: 15 }, (_, k) => out[Math.floor(k / 5) * pitch + (k % 5)]!);
  };
  expect(read(kept)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, -1, -1, -1]);
  const none = fullPixels(kernels, image, amplitude, 0.25);
  expect(withoutPixels(kernels, scope, amplitude, none)).toBe(amplitude);
  // content that was moved up and left by parts of a pixel holds some of them on either side
  const moved = withoutPixels(kernels, scope, amplitude, full, { x: -1.5, y: -0.5 });
  expect(read(moved)).toEqual([0, 1, 2, 3, 4, -1, -1, -1, -1, 9, -1, -1, -1, -1, 14]);
  // of what is light it stays known that it is as bright
  const pixels = { full, cutOff: full.slice(1), unlit: [3], empty: [] };
  const measured = asMeasured(kernels, scope, amplitude, pixels);
  expect(read(measured)).toEqual([0, 1, 2, -1, 4, 5, 6, 7, 8, 9, 10, 11, -1, -14, -15]);
});

it('few of them are not measured either where they make a spot, and are where they lie apart or in a line', async () => {
  const kernels = await loadKernels();
  const side = 100;
  /** how many are left out of a frame with these pixels full */
  const leftOut = (places: readonly (readonly [number, number])[]) => {
    using scope = kernels.scope();
    const plane = scope.real(side, side);
    const counts = kernels.floats(plane.ptr, side * plane.pitch).fill(100);
    for (const [x, y] of places) counts[y * plane.pitch + x] = 255;
    const image = { plane, maximum: 255, fractionAtMaximum: places.length / side ** 2 };
    return fullPixels(kernels, image, plane, 0.002).length;
  };
  const block = (width: number, height: number, [x, y]: readonly [number, number]) =>
    Array.from({ length: width * height }, (_, k) => [x + (k % width), y + Math.floor(k / width)] as const);
  expect(leftOut([...block(3, 3, [97, 97]), [5, 5]])).toBe(10);
  expect(leftOut(block(9, 1, [20, 20]))).toBe(0);
  expect(leftOut(block(2, 9, [40, 3]))).toBe(0);
  expect(leftOut(Array.from({ length: 19 }, (_, k) => [5 * k, 7 * (k % 9)] as const))).toBe(0);
});
