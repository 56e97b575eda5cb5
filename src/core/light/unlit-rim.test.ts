import { beforeAll, describe, expect, it } from 'vitest';
import { loadKernels } from '../../../test/load-kernels.ts';
import type { Kernels } from '../kernel/kernels.ts';
import { unlitRim } from './unlit-rim.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

const SIDE = 96;
const LIGHT = 200;

/** @param value over the light, of a pixel */
function marksOf(value: (x: number, y: number) => number): Uint8Array | null {
  using scope = kernels.scope();
  const plane = scope.real(SIDE, SIDE);
  const floats = kernels.floats(plane.ptr, SIDE * plane.pitch);
  for (let y = 0; y < SIDE; y += 1)
    for (let x = 0; x < SIDE; x += 1) floats[y * plane.pitch + x] = LIGHT * value(x, y);
  return unlitRim(kernels, plane, LIGHT);
}

const fromMiddle = (x: number, y: number) => Math.hypot(x - SIDE / 2, y - SIDE / 2);

/** Light behind an opaque half plane that ends at 0 (Fresnel): @param u places over √(λz / 2), positive where it is lit */
function behindEdge(u: number): number {
  const [steps, end] = [2000, Math.abs(u)];
  let [c, s] = [0, 0];
  for (let k = 0; k < steps; k += 1) {
    const angle = (Math.PI / 2) * ((k + 0.5) * (end / steps)) ** 2;
    c += (Math.cos(angle) * end) / steps;
    s += (Math.sin(angle) * end) / steps;
  }
  const sign = Math.sign(u);
  return ((0.5 + sign * c) ** 2 + (0.5 + sign * s) ** 2) / 2;
}
const shadow = (scale: number) => {
  const row = Array.from({ length: SIDE }, (_, x) => behindEdge(((x - SIDE / 2) * Math.SQRT2) / scale));
  return (x: number) => row[x]!;
};

describe('unlitRim', () => {
  it('marks what is dark beyond a stop, and its edge', () => {
    const marks = marksOf((x, y) => 1 / (1 + Math.exp(2 * (fromMiddle(x, y) - 40))))!;
    const at = (x: number) => marks[(SIDE / 2) * SIDE + x];
    // 5 % of the light is left at 41.5 px from the middle, and eight pixels more are its edge, along and across
    expect([at(SIDE / 2 + 42), at(SIDE / 2 + 35), at(SIDE / 2 + 31), at(SIDE / 2)]).toEqual([1, 1, 0, 0]);
    expect(marks[0]).toBe(1);
  });

  it('marks nothing of a frame that is lit, and of one that fades', () => {
    expect(marksOf(() => 1)).toBe(null);
    expect(marksOf((x, y) => Math.exp(-((fromMiddle(x, y) / 30) ** 2)))).toBe(null);
  });

  it('tells a stop from the shadow of a sample by how far light is diffracted', () => {
    // within 4 px from a twentieth to half of the light: √(λz) of 4.4 px
    expect(marksOf(shadow(3.5))).not.toBe(null);
    expect(marksOf(shadow(5.5))).toBe(null);
    expect(marksOf(shadow(12))).toBe(null);
  });

  it('marks no dark fringes, no matter how deep, and nothing that ends before the border', () => {
    for (const period of [8, 16, 32, 64])
      expect(marksOf((x) => 1 - Math.cos((2 * Math.PI * x) / period))).toBe(null);
    expect(marksOf((x, y) => (fromMiddle(x, y) < 30 ? 0 : 1))).toBe(null);
  });
});
