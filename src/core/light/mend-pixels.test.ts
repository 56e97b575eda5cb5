import { beforeAll, describe, expect, it } from 'vitest';
import { loadKernels } from '../../../test/load-kernels.ts';
import type { Kernels } from '../kernel/kernels.ts';
import { lightSettings } from './light-settings.ts';
import { mendPixels } from './mend-pixels.ts';

const SIDE = 30;
const SIGMA = 0.01;
const { around } = lightSettings.pixels;
const { sure: noise, spoilt: most } = lightSettings.evidence;

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

/** What becomes of a frame of `light`, some pixels of which have values of their own. */
function mended(light: (x: number, y: number) => number, broken: Readonly<Record<number, number>>) {
  using scope = kernels.scope();
  const plane = scope.real(SIDE, SIDE);
  const values = kernels.floats(plane.ptr, SIDE * plane.pitch);
  const at = (k: number) => Math.floor(k / SIDE) * plane.pitch + (k % SIDE);
  for (let k = 0; k < SIDE * SIDE; k += 1) values[at(k)] = broken[k] ?? light(k % SIDE, Math.floor(k / SIDE));
  const { length: count } = mendPixels(kernels, plane, SIGMA, lightSettings);
  return { count, of: (k: number) => values[at(k)]! };
}

describe('pixels that stand out from all around them', () => {
  it('get the median of those, at the edges of the frame, too', () => {
    const places = [15, 10 * SIDE, 12 * SIDE + 14, SIDE * SIDE - 2];
    for (const value of [2, 0]) {
      const { count, of } = mended(() => 1, Object.fromEntries(places.map((k) => [k, value])));
      expect(count).toBe(places.length);
      for (const k of places) expect(of(k)).toBe(1);
    }
  });

  it('are also two side by side, one above the other or corner to corner, but no row of four', () => {
    const at = 12 * SIDE + 14;
    for (const other of [at + 1, at + SIDE, at + SIDE + 1, at + SIDE - 1]) {
      const { count, of } = mended((x) => 1 + 0.01 * x, { [at]: 2, [other]: 2.2 });
      expect(count).toBe(2);
      for (const k of [at, other]) expect(Math.abs(of(k) - 1.14)).toBeLessThan(0.03);
    }
    expect(mended(() => 1, { [at]: 2, [at + 1]: 2, [at + 2]: 2, [at + 3]: 2 }).of(at + 1)).toBe(2);
  });

  it('are those beyond so much noise, and beyond so many times what the others differ by', () => {
    const at = 12 * SIDE + 14;
    expect(mended(() => 1, { [at]: 1 + 1.01 * noise * SIGMA }).count).toBe(1);
    expect(mended(() => 1, { [at]: 1 + 0.99 * noise * SIGMA }).count).toBe(0);
    // it rises by 0.2 across three pixels
    const slope = (x: number) => 1 + 0.1 * x;
    const middle = slope(14);
    expect(mended(slope, { [at]: middle + 1.01 * around * 0.2 }).count).toBe(1);
    expect(mended(slope, { [at]: middle + 0.99 * around * 0.2 }).count).toBe(0);
  });

  it('are none in stripes and boards of single pixels, whose neighbours differ as much', () => {
    expect(mended((x) => 1 + (x % 2), {}).count).toBe(0);
    expect(mended((x, y) => 1 + ((x + y) % 2), {}).count).toBe(0);
  });

  it('are none in the corners, where three neighbours may happen to be alike', () => {
    expect(mended((x, y) => (x + y === 0 ? 1 : 2 + 0.1 * x), {}).count).toBe(0);
  });

  it('stay where too many do', () => {
    const some = (count: number) =>
      Object.fromEntries(
        Array.from({ length: count }, (_, k) => [3 * (k % 9) + 90 * Math.floor(k / 9) + 40, 2]),
      );
    const few = Math.floor(most * SIDE * SIDE);
    expect(mended(() => 1, some(few)).count).toBe(few);
    const { count, of } = mended(() => 1, some(few + 1));
    expect([count, of(40)]).toEqual([0, 2]);
  });
});
