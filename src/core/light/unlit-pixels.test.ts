import { beforeAll, describe, expect, it } from 'vitest';
import { loadKernels } from '../../../test/load-kernels.ts';
import type { Kernels, Scope } from '../kernel/kernels.ts';
import { fillUnlit, leastLit, ofLit } from './unlit-pixels.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

const [ROWS, COLS] = [6, 10];

function planeOf(scope: Scope, value: (x: number, y: number) => number) {
  const plane = scope.real(ROWS, COLS);
  const floats = kernels.floats(plane.ptr, ROWS * plane.pitch);
  for (let y = 0; y < ROWS; y += 1)
    for (let x = 0; x < COLS; x += 1) floats[y * plane.pitch + x] = value(x, y);
  return plane;
}

describe('leastLit', () => {
  it('is a twentieth of the light where it is, however little of the frame that is', () => {
    expect(leastLit(Float64Array.of(100, 100, 100, 100))).toBe(5);
    expect(leastLit(Float64Array.of(100, 0, 0, 0, 0, 0, 0, 0))).toBe(5);
    expect(leastLit(new Float64Array(4))).toBe(0);
  });

  it('parts dark parts from those that are dim', () => {
    expect([...ofLit(Float64Array.of(1, 2, 3), Float64Array.of(100, 5.1, 4))]).toEqual([1, 2]);
    expect([...ofLit(Float64Array.of(1, 2), Float64Array.of(0, 0))]).toEqual([1, 2]);
  });
});

describe('fillUnlit', () => {
  const dark = (x: number, y: number) => x > 6 && y > 2;

  it('gives places without light the beam, and names them', () => {
    using scope = kernels.scope();
    const light = planeOf(scope, (x, y) => (dark(x, y) ? 2 : 100));
    const amplitude = planeOf(scope, (x, y) => (dark(x, y) ? 0.1 : 0.7));
    const unlit = fillUnlit(kernels, light, amplitude, Float64Array.of(100, 100, 100, 2));
    const expected = [3, 4, 5].flatMap((y) => [7, 8, 9].map((x) => y * amplitude.pitch + x));
    expect(unlit).toEqual(expected);
    const floats = kernels.floats(amplitude.ptr, ROWS * amplitude.pitch);
    expect([floats[3 * amplitude.pitch + 7], floats[3 * amplitude.pitch + 6]]).toEqual([1, Math.fround(0.7)]);
  });

  it('looks for nothing where all parts are lit: single dark pixels are dust', () => {
    using scope = kernels.scope();
    const light = planeOf(scope, (x) => (x === 4 ? 0 : 100));
    const amplitude = planeOf(scope, () => 0.7);
    expect(fillUnlit(kernels, light, amplitude, Float64Array.of(90, 100, 100, 100))).toEqual([]);
  });
});
