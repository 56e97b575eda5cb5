import { beforeAll, describe, expect, it } from 'vitest';
import { loadKernels } from '../../../test/load-kernels.ts';
import { planeOf, polar } from '../../../test/wave-of.ts';
import type { Kernels } from '../kernel/kernels.ts';
import { fromPlane } from '../simulate/wave.ts';
import { divide, evaluateSeries, leastOfSeries, steepestSlope, subtractSeries } from './smooth-series.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

/** 40 rad across the frame, and an amplitude that falls to a third. */
const phase = new Float64Array([0.3, 12, -9, 2, -1.5, 3]);
const amplitude = new Float64Array([1.2, 0.3, -0.2, -0.1, 0.05, 0.1]);

function closed(c: Float64Array, x: number, y: number): number {
  const second = (t: number) => (3 * t * t - 1) / 2;
  return c[0]! + c[1]! * x + c[2]! * y + c[3]! * second(x) + c[4]! * x * y + c[5]! * second(y);
}

describe('divide', () => {
  it.each([
    [33, 50],
    [64, 64],
    [17, 130],
  ])('turns a field of %i × %i that is the series itself into 1', (rows, cols) => {
    using scope = kernels.scope();
    const plane = planeOf(kernels, scope, rows, cols, (i, j) => {
      const [x, y] = [(2 * i) / (cols - 1) - 1, (2 * j) / (rows - 1) - 1];
      return polar(closed(amplitude, x, y), closed(phase, x, y));
    });
    divide(kernels, plane, rows, cols, 2, phase, 2, amplitude);
    const { re, im } = fromPlane(kernels, plane, rows, cols);
    expect(re.every((value) => Math.abs(value - 1) < 2e-6)).toBe(true);
    expect(im.every((value) => Math.abs(value) < 2e-6)).toBe(true);
  });

  it('and its negative undo each other', () => {
    using scope = kernels.scope();
    const plane = planeOf(kernels, scope, 20, 24, (x, y) => [1 + x, y - 3]);
    const one = new Float64Array([1]);
    divide(kernels, plane, 20, 24, 2, phase, 0, one);
    divide(kernels, plane, 20, 24, 2, phase.map((c) => -c), 0, one); // prettier-ignore
    const { re, im } = fromPlane(kernels, plane, 20, 24);
    re.forEach((value, i) => expect(value).toBeCloseTo(1 + (i % 24), 4));
    im.forEach((value, i) => expect(value).toBeCloseTo(Math.floor(i / 24) - 3, 4));
  });
});

it('leastOfSeries finds what a plane falls to in a corner', () => {
  expect(leastOfSeries(Float64Array.from([1, 0.5, -0.75]), 1)).toBeCloseTo(-0.25, 12);
});

it('evaluateSeries sums the terms at a place', () => {
  for (const [x, y] of [
    [-1, 1],
    [0.3, -0.7],
    [0, 0],
  ] as const) {
    expect(evaluateSeries(phase, 2, x, y)).toBeCloseTo(closed(phase, x, y), 12);
  }
});

it('subtractSeries takes a model of higher degree off', () => {
  const rest = subtractSeries(new Float64Array([5, 4, 3]), 1, phase, 2);
  for (const [x, y] of [
    [0.2, 0.9],
    [-0.4, 0.1],
  ] as const) {
    expect(evaluateSeries(rest, 2, x, y)).toBeCloseTo(5 + 4 * x + 3 * y - closed(phase, x, y), 12);
  }
});

describe('steepestSlope', () => {
  const field = { rows: 61, cols: 101, stepX: 2, stepY: 3 };
  // 1, x, y: a tilt of one rad from the middle to an edge
  it.each([
    ['x', [0, 1, 0], 100 * 2],
    ['y', [0, 0, 1], 60 * 3],
  ] as const)('of a tilt along %s is its cycles per camera pixel', (_, tilt, pixels) => {
    const coefficients = Float64Array.from(tilt);
    expect(steepestSlope({ degree: 1, coefficients }, field)).toBeCloseTo(2 / (2 * Math.PI * pixels), 12);
  });

  it('is the root of the sum of both squares, where a series is steepest', () => {
    const coefficients = Float64Array.from([0, 3, 4, 0, 0, 0]);
    const [x, y] = [3 / (Math.PI * 200), 4 / (Math.PI * 180)];
    expect(steepestSlope({ degree: 2, coefficients }, field)).toBeCloseTo(Math.hypot(x, y), 12);
    // P₂ has the slope 3 at an edge
    const bowl = Float64Array.from([0, 0, 0, 1, 0, 0]);
    expect(steepestSlope({ degree: 2, coefficients: bowl }, field)).toBeCloseTo(3 / (Math.PI * 200), 12);
  });
});
