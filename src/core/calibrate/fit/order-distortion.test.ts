import { expect, it } from 'vitest';
import { loadKernels } from '../../../../test/load-kernels.ts';
import { legendreTerms, legendreValues } from '../../phase/legendre.ts';
import { distortionTerms } from '../../rig/distortion-terms.ts';
import { evenLight, HIGHEST_DEGREE } from '../model/light.ts';
import { carriedField } from '../prepare/carried-field.ts';
import { orderWaves } from './order-waves.ts';
import { radialBehind, radialByOrders } from './order-distortion.ts';
import type { ShapedOrder } from './order-waves.ts';
import type { Pair } from './wave-sums.ts';

const kernels = await loadKernels();
const { wasm } = kernels;
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
  const steps = [-2, -1, 0, 1, 2];
  const orders = steps.flatMap((n) =>
    steps.map((m) => ({ f: [0.03 * n, 0.03 * m] as Pair, shell: n * n + m * m })),
  );
  return orders.map(({ f, shell }) => {
    const phase = (x: number, y: number) => {
      const [dx, dy] = distortionTerms[0]!(x, (y * DOWN) / ACROSS);
      return -2 * Math.PI * HALF * radial * (f[0] * dx + f[1] * dy) + light(x, y);
    };
    const noise = { noise: NOISE, angle: 0, angleNoise: NOISE };
    const shapeNoise = new Float64Array(terms.length).fill(NOISE);
    return { f, shell, amplitude: [0, 0], phase: [0, 0], ...noise, shape: shapeOf(phase), shapeNoise };
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

it('believes no orders that all err alike by as much as these say: others say otherwise', () => {
  const quiet = seen(0, dark);
  const outermost = quiet.filter(({ shell }) => shell === 8);
  const cubic = terms.findIndex(({ a, b }) => a === 0 && b === 3);
  // a rim that takes of the outermost, outwards
  const cut = quiet.map((one) => {
    if (!outermost.includes(one)) return one;
    const im = one.shape.im.map((v, k) => v + (k === cubic ? 0.2 * Math.sign(one.f[0]) : 0));
    return { ...one, shape: { ...one.shape, im } };
  });
  const found = radialByOrders(cut, size, wasm)!;
  expect(Math.abs(found.value)).toBeLessThan(1.5 * found.sigma);
  // none of it is noise
  const before = radialByOrders(quiet, size, wasm)!;
  expect(found.sigma).toBeGreaterThan(2 * before.sigma);
  expect(Math.abs(found.value)).toBeGreaterThan(2 * before.sigma);
});

/** Periods of lines a tenth as wide, 5.2 of them, behind a lens that moves what belongs at u to u + radial · r² u. */
function waves(radial: number) {
  using scope = kernels.scope();
  const [side, period, carrier] = [160, 31, { x: 0.23, y: 0.2 }];
  const half = side / 2;
  const own = (k: number) => (k === 0 ? 0.9 : (-0.1 * Math.sin(0.1 * Math.PI * k)) / (0.1 * Math.PI * k));
  const steps = Array.from({ length: 9 }, (_, k) => k - 4);
  const orders = steps.flatMap((n) => steps.map((m) => ({ n, m, f: [n / period, m / period] as const })));
  const plane = scope.real(side, side);
  const values = kernels.floats(plane.ptr, plane.rows * plane.pitch);
  let mean = 0;
  for (let row = 0; row < side; row += 1)
    for (let col = 0; col < side; col += 1) {
      const [x, y] = [(col + 0.5) / half - 1, (row + 0.5) / half - 1];
      let [u, v] = [x, y];
      for (let turn = 0; turn < 20; turn += 1) {
        const square = u * u + v * v;
        [u, v] = [x - radial * square * u, y - radial * square * v];
      }
      const at = carrier.x * col + carrier.y * row;
      let value = 0;
      for (const { n, m, f } of orders)
        value += own(n) * own(m) * Math.cos(2 * Math.PI * (at + half * (f[0] * u + f[1] * v) + 0.1 * n));
      values[row * plane.pitch + col] = 100 * value;
      mean += (100 * value) / side ** 2;
    }
  const image = { plane, mean, crop: null as never, minimum: 0, maximum: 0, fractionAtMaximum: 0 };
  const carried = carriedField(kernels, image, carrier);
  const asked = orders
    .filter(({ f }) => Math.hypot(...f) < carried.passed)
    .map(({ n, m, f }) => ({ f, shell: n * n + m * m }));
  const found = orderWaves(kernels, carried, asked, [], evenLight(4, 4));
  return { carried, found, seen: found.found.filter(({ noise }) => noise < 0.1), apart: side / period };
}

// five turns apart each takes up to a sixth of the other's shape: what that does depends on where the lattice lies
it.each([
  [0.004, 0.1],
  [-0.006, 0.04],
])(
  'tells a distortion of %f by orders that take of each other',
  { tags: 'further/rig' },
  (radial, asFirstSeen) => {
    const { carried, found, seen: all, apart } = waves(radial);
    const of = { seen: all, whole: all };
    const { value, sigma } = radialBehind(found, of, carried, apart, [0, 0], kernels)!;
    expect(Math.abs(value / radial - 1)).toBeLessThan(0.05);
    expect(sigma).toBeLessThan(0.05 * Math.abs(radial));
    expect(Math.abs(radialByOrders(all, carried, wasm)!.value / radial - 1)).toBeGreaterThan(asFirstSeen);
  },
);
