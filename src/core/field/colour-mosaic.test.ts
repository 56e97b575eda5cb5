import { beforeAll, describe, expect, it } from 'vitest';
import { loadKernels } from '../../../test/load-kernels.ts';
import type { Kernels, Scope } from '../kernel/kernels.ts';
import { mosaicGains } from './colour-mosaic.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

const SIDE = 64;
const SLACK = 0.02;

function gainsOf(value: (x: number, y: number) => number): readonly number[] | null {
  using scope: Scope = kernels.scope();
  const plane = scope.real(SIDE, SIDE);
  const floats = kernels.floats(plane.ptr, SIDE * plane.pitch);
  for (let y = 0; y < SIDE; y += 1)
    for (let x = 0; x < SIDE; x += 1) floats[y * plane.pitch + x] = value(x, y);
  return mosaicGains(kernels, plane, SLACK);
}

/** Uneven light with slow fringes. */
const light = (x: number, y: number) => (300 + 2 * x + y) * (1 + 0.3 * Math.sin(0.31 * x + 0.17 * y));

describe('mosaicGains', () => {
  it.each([
    ['red light', [1, 0.4, 0.4, 0.1]],
    ['yellow light', [1, 0.95, 0.95, 0.6]],
  ])('finds what kinds of pixels make of the same light: %s', (_, filters) => {
    const gains = gainsOf((x, y) => light(x, y) * filters[2 * (y % 2) + (x % 2)]!);
    const level = filters.reduce((sum, one) => sum + one / 4, 0);
    filters.forEach((one, kind) => expect(gains![kind]).toBeCloseTo(one / level, 1));
    expect(gains![0]! / gains![3]!).toBeGreaterThan((0.97 * filters[0]!) / filters[3]!);
  });

  it.each([
    ['even pixels', light],
    ['kinds that differ by less than is told', (x: number, y: number) => light(x, y) * (x % 2 ? 1 : 0.985)],
    // the sum over the frame does not vanish, but turns its sign from part to part
    [
      'fringes near half a cycle per pixel',
      (x: number) => 300 * (1 + 0.9 * Math.cos(2 * Math.PI * 0.489 * x)),
    ],
    [
      'a pattern in one corner',
      (x: number, y: number) => light(x, y) * (x < 24 && y < 24 && x % 2 ? 0.3 : 1),
    ],
    ['darkness', () => 0],
  ])('finds none in %s', (_, value) => {
    expect(gainsOf(value)).toBeNull();
  });
});
