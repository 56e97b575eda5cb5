import { expect, test } from 'vitest';
import { loadKernels } from '../../../test/load-kernels.ts';
import { planeOf, polar } from '../../../test/wave-of.ts';
import { fromPlane } from '../simulate/wave.ts';
import { removeSmoothBackground } from './background.ts';
import { evaluateSeries, leastOfSeries } from './smooth-series.ts';
import { seriesOfBeam } from './fit-beam.ts';

const [rows, cols] = [180, 200];
const options = { degrees: [1, 2, 3, 4], amplitudeDegrees: [0, 1, 2, 3, 4], margin: 4 };

test('fringes that end within the frame are followed, which no polynomial does', async () => {
  const kernels = await loadKernels();
  const light = (i: number, j: number) => {
    const t = (i / cols + j / rows / 2 - 0.85) / 0.275;
    return Math.exp(-t * t);
  };
  using scope = kernels.scope();
  const plane = planeOf(kernels, scope, rows, cols, (i, j) => {
    const [re, im] = polar(2.5 * light(i, j), 0.7 + (11 * i) / cols - (6 * j) / rows);
    // what a camera's noise is: no light has no phase
    return [re + 0.005 * Math.sin(3.1 * i * j), im + 0.005 * Math.cos(1.7 * i + j * j)];
  });
  const fit = removeSmoothBackground(kernels, plane, rows, cols, options)!;
  const field = fromPlane(kernels, plane, rows, cols);
  const off = [];
  for (let j = 10; j < rows; j += 20)
    for (let i = 10; i < cols; i += 20)
      if (light(i, j) > 0.2)
        off.push(Math.abs(Math.hypot(field.re[j * cols + i]!, field.im[j * cols + i]!) - 1));
  expect(off.length).toBeGreaterThan(20);
  expect(Math.max(...off)).toBeLessThan(0.02);
  expect(leastOfSeries(fit.amplitude, fit.amplitudeDegree)).toBeGreaterThan(-0.01);
});

test('the series of a beam is that beam', async () => {
  const kernels = await loadKernels();
  const [top, slope, width] = [0.4, -0.9, -1.5];
  const { degree, coefficients: amplitude } = seriesOfBeam(kernels, {
    logarithm: Float64Array.from([top, 0, slope, width, 0, 0]),
    scale: 0,
  });
  for (const [x, y] of [
    [0, 0],
    [0.9, -0.8],
    [-1, 1],
  ] as const)
    expect(evaluateSeries(amplitude, degree, x, y)).toBeCloseTo(
      Math.exp(top + slope * y + width * 0.5 * (3 * x * x - 1)),
      5,
    );
});
