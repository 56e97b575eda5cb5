import { beforeAll, describe, expect, it } from 'vitest';
import { loadKernels } from '../../../test/load-kernels.ts';
import { planeOf, polar } from '../../../test/wave-of.ts';
import type { Kernels } from '../kernel/kernels.ts';
import { normalSource } from '../simulate/normal.ts';
import { Random } from '../simulate/random.ts';
import { fromPlane } from '../simulate/wave.ts';
import { divideBySmooth, removeSlopes, smoothAmplitude } from './background.ts';
import { evaluateSeries } from './smooth-series.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

const [rows, cols, margin] = [180, 200, 4];
/** piston, tilt, defocus and astigmatism: 30 rad from corner to corner */
const second = [0.7, 11, -6, 3, -2, 2];
const light = [2.5, 0.3, -0.2];

/** A field that is nothing but exp(i series). */
function ofSeries(scope: ReturnType<Kernels['scope']>, series: readonly number[], degree: number, noise = 0) {
  const normal = normalSource(Random.from(12), kernels.wasm);
  return planeOf(kernels, scope, rows, cols, (i, j) => {
    const [x, y] = [(2 * i) / (cols - 1) - 1, (2 * j) / (rows - 1) - 1];
    const [re, im] = polar(1, evaluateSeries(Float64Array.from(series), degree, x, y));
    return [re + noise * normal(), im + noise * normal()];
  });
}

describe('removeSlopes', () => {
  it('finds tilt and curvature of a frame that is wider than high, and leaves next to nothing of them', () => {
    using scope = kernels.scope();
    const plane = ofSeries(scope, second, 2, 0.02);
    const found = removeSlopes(kernels, plane, rows, cols, { degree: 2, margin })!;
    // the constant is nobody's slope
    found.coefficients.forEach(
      (value, k) => k > 0 && expect(Math.abs(value - second[k]!)).toBeLessThan(0.05),
    );
    const left = fromPlane(kernels, plane, rows, cols);
    const [c, s] = polar(1, second[0]!);
    const off = left.re.map((re, at) => Math.atan2(left.im[at]! * c - re * s, re * c + left.im[at]! * s));
    expect(Math.sqrt(off.reduce((sum, value) => sum + value * value, 0) / off.length)).toBeLessThan(0.06);
  });

  it('says nothing of a field that carries no phase anywhere, and leaves it', () => {
    using scope = kernels.scope();
    const plane = planeOf(kernels, scope, rows, cols, () => [0, 0]);
    expect(removeSlopes(kernels, plane, rows, cols, { degree: 2, margin })).toBeNull();
    expect(fromPlane(kernels, plane, rows, cols).re.every((value) => value === 0)).toBe(true);
  });
});

describe('divideBySmooth', () => {
  it('takes the surface out of a field of the same rig, amplitude and phase', () => {
    using scope = kernels.scope();
    const plane = ofSeries(scope, second, 2);
    const surface = { degree: 2, phase: Float64Array.from(second), amplitudeDegree: 1 };
    divideBySmooth(kernels, { plane, rows, cols }, { ...surface, amplitude: Float64Array.from(light) });
    const { re, im } = fromPlane(kernels, plane, rows, cols);
    for (const [x, y] of [
      [0, 0],
      [cols - 1, 0],
      [0, rows - 1],
      [37, 150],
    ] as const) {
      const [u, v] = [(2 * x) / (cols - 1) - 1, (2 * y) / (rows - 1) - 1];
      expect(re[y * cols + x]! * evaluateSeries(Float64Array.from(light), 1, u, v)).toBeCloseTo(1, 4);
      expect(im[y * cols + x]!).toBeCloseTo(0, 4);
    }
  });
});

it('is divided by no less than a fifth of its mean amplitude', () => {
  const ends = (mean: number, slope: number) => {
    const amplitude = Float64Array.of(mean, 0, slope);
    const surface = { degree: 1, phase: new Float64Array(3), amplitudeDegree: 1, amplitude };
    const all = [-1, 0, 1].flatMap((x) => [-1, 0, 1].map((y) => smoothAmplitude(surface, x, y)));
    return [Math.min(...all), Math.max(...all)];
  };
  expect(ends(2, 1.5)).toEqual([0.5, 3.5]);
  expect(ends(2, 1.75)).toEqual([0.4, 3.75]);
  expect(ends(-2, 1.75)).toEqual([0.4, 0.4]);
});
