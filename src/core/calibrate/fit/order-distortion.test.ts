import { expect, it } from 'vitest';
import { loadKernels } from '../../../../test/load-kernels.ts';
import { legendreTerms, legendreValues } from '../../phase/legendre.ts';
import { distortionTerms } from '../../rig/distortion-terms.ts';
import { HIGHEST_DEGREE } from '../model/light.ts';
import { radialByOrders } from './order-distortion.ts';
import type { ShapedOrder, Pair } from './order-waves.ts';

const { wasm } = await loadKernels();
const [ACROSS, DOWN] = [240, 160];
const HALF = ACROSS / 2;
const NOISE = 0.01;
const SAMPLES = 40;
const terms = legendreTerms(HIGHEST_DEGREE);
const along = (pixels: number) => ({ count: pixels, step: 1, pixels });
const size = { across: along(ACROSS), down: along(DOWN) };

/** By each of the light's terms, from samples all over the frame: what is exp(iφ) of a phase. */
function shapeOf(phase: (x: number, y: number) => number): ShapedOrder['shape'] {
  const shape = { re: new Float64Array(terms.length), im: new Float64Array(terms.length) };
  for (let j = 0; j < SAMPLES; j += 1)
    for (let i = 0; i < SAMPLES; i += 1) {
      const [x, y] = [(2 * i + 1) / SAMPLES - 1, (2 * j + 1) / SAMPLES - 1];
      const [px, py] = [legendreValues(x, HIGHEST_DEGREE), legendreValues(y, HIGHEST_DEGREE)];
      terms.forEach(({ a, b }, k) => {
        const own = (py[a]! * px[b]! * (2 * a + 1) * (2 * b + 1)) / (SAMPLES * SAMPLES);
        shape.re[k]! += own * Math.cos(phase(x, y));
        shape.im[k]! += own * Math.sin(phase(x, y));
      });
    }
  return shape;
}

/** Orders that lie as far apart as those of 50 µm do, behind a lens that moves things, in light with a phase of its own. */
function seen(radial: number, light: (x: number, y: number) => number): ShapedOrder[] {
  const orders: Pair[] = [-2, -1, 0, 1, 2].flatMap((n) =>
    [-2, -1, 0, 1, 2].map((m): Pair => [0.03 * n, 0.03 * m]),
  );
  return orders.map((f) => {
    const phase = (x: number, y: number) => {
      const [dx, dy] = distortionTerms[0]!(x, (y * DOWN) / ACROSS);
      return -2 * Math.PI * HALF * radial * (f[0] * dx + f[1] * dy) + light(x, y);
    };
    const noise = { noise: NOISE, angle: 0, angleNoise: NOISE };
    const shapeNoise = new Float64Array(terms.length).fill(NOISE);
    return { f, shell: 0, amplitude: [0, 0], phase: [0, 0], ...noise, shape: shapeOf(phase), shapeNoise };
  });
}

const dark = () => 0;

it.each([0.001, -0.004, 0.01])('finds a radial distortion of %f by what it turns of each order', (radial) => {
  const found = radialByOrders(seen(radial, dark), size, wasm)!;
  expect(found.value / radial).toBeCloseTo(1, 1.3);
  expect(found.sigma).toBeLessThan(3e-4);
});

it('takes no phase that all orders share for a distortion', () => {
  const light = (x: number, y: number) => 0.4 * x * x * x - 0.3 * x * x * y + 0.2 * y * y;
  expect(radialByOrders(seen(0, light), size, wasm)!.value).toBeCloseTo(0, 6);
  expect(radialByOrders(seen(0.003, light), size, wasm)!.value).toBeCloseTo(0.003, 4);
});

it('is as uncertain as noise makes it, and more where orders contradict each other', () => {
  const quiet = seen(0.002, dark);
  const louder = quiet.map((one) => ({ ...one, shapeNoise: one.shapeNoise.map((v) => 2 * v) }));
  const { sigma } = radialByOrders(quiet, size, wasm)!;
  expect(radialByOrders(louder, size, wasm)!.sigma / sigma).toBeCloseTo(2, 6);
  const contrary = quiet.map((one, k) => {
    const im = one.shape.im.map((v) => v + (k % 2 === 0 ? 0.1 : -0.1));
    return { ...one, shape: { ...one.shape, im } };
  });
  expect(radialByOrders(contrary, size, wasm)!.sigma).toBeGreaterThan(3 * sigma);
  expect(radialByOrders(quiet.slice(0, 1), size, wasm)).toBeNull();
});
