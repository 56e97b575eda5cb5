import { beforeAll, describe, expect, it } from 'vitest';
import { loadKernels } from '../../../test/load-kernels.ts';
import type { Kernels, Scope } from '../kernel/kernels.ts';
import type { PowerSpectrum } from './power-spectrum.ts';
import { ringProfile } from './rings.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

const [rows, cols] = [120, 150];

/** A made-up half spectrum: `at(fx, fy)` in cycles/px, −½ ≤ fy < ½. */
function spectrumOf(scope: Scope, at: (fx: number, fy: number) => number): PowerSpectrum {
  const half = (cols >> 1) + 1;
  const power = scope.real(rows, half);
  const values = kernels.floats(power.ptr, rows * power.pitch);
  for (let v = 0; v < rows; v++)
    for (let u = 0; u < half; u++)
      values[v * power.pitch + u] = at(u / cols, (v < rows / 2 ? v : v - rows) / rows);
  const cells = { rows: 0, cols: 0, power: new Float64Array(), fx: () => 0, fy: () => 0 };
  return { power, rows, cols, floor: 1, windowEnergy: 1, cells };
}

describe('ringProfile', () => {
  it('averages power against the distance from a frequency', () => {
    using scope = kernels.scope();
    const centre = { x: 0.21, y: -0.17 };
    const spectrum = spectrumOf(scope, (fx, fy) => 100 * Math.hypot(fx - centre.x, fy - centre.y));
    const { mean, bins } = ringProfile(kernels, spectrum, centre, { step: 0.02, rings: 6 });
    mean.forEach((value, k) => expect(Math.abs(value - 100 * (k + 0.5) * 0.02)).toBeLessThan(0.25));
    bins.forEach((n, k) => expect(n / (Math.PI * 0.02 ** 2 * (2 * k + 1) * rows * cols)).toBeCloseTo(1, 0));
  });

  it('reads the other half plane through the symmetry of a real frame', () => {
    using scope = kernels.scope();
    const spectrum = spectrumOf(scope, (fx, fy) => (Math.hypot(fx - 0.2, fy + 0.15) < 0.05 ? 9 : 1));
    const options = { step: 0.04, rings: 1 };
    expect(ringProfile(kernels, spectrum, { x: -0.2, y: 0.15 }, options).mean[0]).toBe(9);
    expect(ringProfile(kernels, spectrum, { x: 0.2, y: 0.15 }, options).mean[0]).toBe(1);
  });

  it('leaves the stripes on the axes out, unless its centre lies on one of them', () => {
    using scope = kernels.scope();
    const spectrum = spectrumOf(scope, (fx, fy) => (Math.abs(fx) < 0.01 || Math.abs(fy) < 0.01 ? 1e6 : 1));
    const options = { step: 0.1, rings: 1 };
    expect(ringProfile(kernels, spectrum, { x: 0.09, y: 0.09 }, options).mean[0]).toBe(1);
    expect(ringProfile(kernels, spectrum, { x: 0, y: 0 }, options).mean[0]).toBe(1);
    expect(ringProfile(kernels, spectrum, { x: 0.25, y: 0.002 }, options).mean[0]).toBeGreaterThan(1e4);
    expect(ringProfile(kernels, spectrum, { x: 0, y: 0.25 }, options).mean[0]).toBeGreaterThan(1e4);
  });

  it('leaves a sector out', () => {
    using scope = kernels.scope();
    const centre = { x: 0.25, y: 0.2 };
    const spectrum = spectrumOf(scope, (fx, fy) => {
      const towards = (fx - centre.x) * -centre.x + (fy - centre.y) * -centre.y;
      return towards > 0.6 * Math.hypot(fx - centre.x, fy - centre.y) * Math.hypot(centre.x, centre.y)
        ? 50
        : 2;
    });
    const away = { x: -centre.x, y: -centre.y, maxCosine: 0.5 };
    const { mean } = ringProfile(kernels, spectrum, centre, { step: 0.05, rings: 2, away });
    expect([...mean]).toEqual([2, 2]);
  });
});

it.each([
  { x: 0.21, y: 0.1, radius: 0.07 },
  { x: 0.47, y: -0.46, radius: 0.06 },
  { x: 0.03, y: 0.02, radius: 0.05 },
])(
  'the bins of a disc around $x, $y are those that lie within it, over the edge of the spectrum too',
  (disc) => {
    const [rows, cols] = [60, 96];
    using scope = kernels.scope();
    const half = scope.real(rows, cols / 2 + 1);
    const values = kernels.floats(half.ptr, rows * half.pitch);
    for (let k = 0; k < values.length; k++) values[k] = 1 + ((k * 37) % 101);
    const apart = 4;
    const found = scope.doubles(5);
    kernels.wasm.discBins(half, found, { frameCols: cols, ...disc, apart });
    const power = (v: number, u: number) => kernels.wasm.readPower(half, { frameCols: cols, v, u });
    const expected = [0, 0, 0, 0, 0];
    for (let v = -rows; v < rows; v++)
      for (let u = -cols; u < cols; u++) {
        if (Math.hypot(u / cols - disc.x, v / rows - disc.y) > disc.radius) continue;
        const [own, next] = [power(v, u), power(v, u + apart)];
        expected[0]! += 1;
        expected[1]! += own;
        expected[2] = Math.max(expected[2]!, own);
        expected[3]! += (own - next) ** 2;
        expected[4]! += ((own + next) / 2) ** 2;
      }
    expect(expected[0]).toBeGreaterThan(20);
    [...kernels.doubles(found, 5)].forEach((value, k) => expect(value / expected[k]!).toBeCloseTo(1, 9));
  },
);
