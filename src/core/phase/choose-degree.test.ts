import { expect, it } from 'vitest';
import { someOf } from '../../../test/brief-form.ts';
import { loadKernels } from '../../../test/load-kernels.ts';
import { tissueWaves } from '../../../test/tissue-waves.ts';
import { normalSource } from '../simulate/normal.ts';
import { Random } from '../simulate/random.ts';
import { backgroundSettings } from './background-settings.ts';
import { chooseDegree } from './choose-degree.ts';
import { legendreTerms } from './legendre.ts';
import { evaluateSeries } from './smooth-series.ts';
import type { Tiles } from './tiles.ts';

const kernels = await loadKernels();
const SIDE = 40;
const third = Float64Array.from([0.3, 1.5, 1.6, 0.3, -1.4, 0.2, 0.1, 0.8, 0.7, 0.2]);
const place = (k: number) => (2 * (k + 0.5)) / SIDE - 1;

/** Over a surface of degree 3: 1 where the sample is, rad of it, and noise. */
function chosen(
  sampleAt: (x: number, y: number) => number,
  mirrored: boolean,
  noise = 0.1,
  surface = third,
  hasQuiet = false,
  isRest = false,
) {
  const normal = normalSource(Random.from(4), kernels.wasm);
  const phases = new Float64Array(SIDE * SIDE);
  for (let j = 0; j < SIDE; j++)
    for (let i = 0; i < SIDE; i++) {
      const [x, y] = [place(i), place(j)];
      const at = j * SIDE + (mirrored ? SIDE - 1 - i : i);
      phases[at] = sampleAt(x, y) + evaluateSeries(surface, 3, x, y) + noise * normal();
    }
  const axis = Float64Array.from({ length: SIDE }, (_, k) => place(k));
  const tiles = { x: axis, y: axis, count: SIDE * SIDE, block: { rows: 8, cols: 8 } } as Tiles;
  const sign = legendreTerms(4).map(({ b }) => (mirrored && b % 2 === 1 ? -1 : 1));
  // as slopes leave them: the low degrees right, the high ones missing
  const start = Float64Array.from(sign, (s, k) => (k > 0 && k < 6 ? s * surface[k]! : 0));
  // as those of the quiet tiles alone leave them
  const quiet = Float64Array.from(sign, (s, k) =>
    k > 0 ? s * (surface[k] ?? 0) + 0.01 * (k % 3) - 0.01 : 0,
  );
  const weight = new Float64Array(SIDE * SIDE).fill(1);
  const found = chooseDegree(
    kernels,
    { tiles, phases, weight, start, isRest, ...(hasQuiet && { startOf: () => quiet }) },
    [1, 2, 3, 4],
    2e-4,
    backgroundSettings.degree,
  )!;
  return { ...found, coefficients: found.coefficients.map((c, k) => c * sign[k]!) };
}

it.each(
  someOf([
    ['nothing', () => 0],
    ['a strip over half of the frame', (x: number, y: number) => (Math.abs(x - y) < 0.58 ? 3.5 : 0)],
    ['a round cell over a third', (x: number, y: number) => 5 * Math.sqrt(Math.max(0, 0.4 - x * x - y * y))],
  ] as const),
)('takes the degree that the surface has, whichever way round the frame lies: below %s', (_, sample) => {
  const [one, other] = [chosen(sample, false), chosen(sample, true)];
  expect([one.degree, other.degree]).toEqual([3, 3]);
  for (let k = 1; k < third.length; k++) {
    expect(Math.abs(one.coefficients[k]! - other.coefficients[k]!)).toBeLessThan(0.03);
    expect(Math.abs(one.coefficients[k]! - third[k]!)).toBeLessThan(0.1);
  }
});

it('begins from means of slopes, too, and takes what foretells left-out patches better', () => {
  const normal = normalSource(Random.from(4), kernels.wasm);
  const bowl = Float64Array.from([0, 2, -1.7, 8, 1.4, 13, 0.4, -0.8, 0, 0]);
  const axis = Float64Array.from({ length: SIDE }, (_, k) => place(k));
  const tiles = { x: axis, y: axis, count: SIDE * SIDE, block: { rows: 8, cols: 8 } } as Tiles;
  const phases = Float64Array.from({ length: SIDE * SIDE }, (_, t) => {
    const [x, y] = [place(t % SIDE), place(Math.floor(t / SIDE))];
    const sample = x < 0 && y > 0 ? 2 + 0.3 * Math.sin(9 * x) : 0;
    return evaluateSeries(bowl, 3, x, y) + sample + 0.06 * normal();
  });
  const weight = new Float64Array(SIDE * SIDE).fill(1);
  // as fringes of a reflection leave slopes, and their means
  const far = Float64Array.from([0, 5, -5, 6, 5, 12, 1, -2, 1, 0]);
  const near = bowl.map((c, k) => (k === 0 ? 0 : c + 0.2));
  const off = (start: Float64Array, means: Float64Array) => {
    const of = { tiles, phases, weight, start, startOfMeans: () => means };
    const { coefficients } = chooseDegree(kernels, of, [1, 2, 3], 2e-4, backgroundSettings.degree)!;
    return Math.max(...bowl.map((c, k) => (k === 0 ? 0 : Math.abs(c - (coefficients[k] ?? 0)))));
  };
  expect(off(far, far)).toBeGreaterThan(1);
  expect(off(far, near)).toBeLessThan(0.1);
  expect(off(near, far)).toBeLessThan(0.1);
});

it('does not hold what lies on one level by chance against a higher degree, where a sample fills the frame', () => {
  const bowl = Float64Array.from([0, 0.5, 0, 9, 0, 8, 0, 0, 0, 0]);
  const tissue = (x: number, y: number) =>
    tissueWaves.reduce((sum, [u, v], k) => sum + 0.45 * Math.sin(u * x + v * y + k), 0);
  const { degree, coefficients, others } = chosen(tissue, false, 0.1, bowl);
  expect(degree).toBeGreaterThanOrEqual(2);
  for (const k of [3, 5]) {
    const off = Math.abs(coefficients[k]! - bowl[k]!);
    expect(off).toBeLessThan(0.5);
    const doubt = others.reduce(
      (sum, one) => sum + one.share * ((one.coefficients[k] ?? 0) - coefficients[k]!) ** 2,
      0,
    );
    // nor does the doubt count a degree that explains nothing
    expect(Math.sqrt(doubt)).toBeLessThan(0.5);
    expect(Math.sqrt(doubt)).toBeGreaterThan(off / 3);
  }
});

it('leaves out one patch of the frame at a time, for the doubt about the surface', () => {
  const { others } = chosen(() => 0, false);
  const patches = others.filter(({ degree }) => degree === 3);
  expect(patches).toHaveLength(backgroundSettings.degree.patches ** 2);
  // the jackknife's variance of a coefficient, against that of least squares: noise² over the sum of squares of its term
  const variance = patches.reduce((sum, { coefficients, share }) => sum + share * coefficients[1]! ** 2, 0);
  const mean = patches.reduce((sum, { coefficients }) => sum + coefficients[1]!, 0) / patches.length;
  const spread = variance - patches.length * patches[0]!.share * mean * mean;
  const expected = (0.1 * 0.1 * 3) / (SIDE * SIDE);
  expect(spread / expected).toBeGreaterThan(0.5);
  expect(spread / expected).toBeLessThan(2);
});

it('counts other degrees as far as they are likely: with the one that was taken that is 1 in all', () => {
  const { others, degree } = chosen(() => 0, false);
  const rivals = others.filter((one) => one.degree !== degree);
  expect(rivals.length).toBeGreaterThan(0);
  for (const { share } of rivals) expect(share).toBeLessThan(0.5);
});

it('takes what holds the frame’s border for background, where a fibre across most of it is a surface of its own', () => {
  const bent = Float64Array.from([0, 0.2, 0.1, 1.5, 0, 1.7, 0, 0, 0, 0]);
  const fibre = (_: number, y: number) => (Math.abs(y) < 0.62 ? 2.4 - 4 * y * y : 0);
  const { degree, coefficients, fit, others } = chosen(fibre, false, 0.02, bent);
  expect(degree).toBe(2);
  for (let k = 1; k < 6; k++) expect(Math.abs(coefficients[k]! - bent[k]!)).toBeLessThan(0.03);
  expect(fit.weight.filter((w) => w > 0).length / fit.weight.length).toBeLessThan(0.44);
  // the fibre’s own surface stays possible, by its share of the border: 2 × 0.62 of 4 sides
  const rival = others.find(({ coefficients: [, , , , , y2] }) => Math.abs(y2! - bent[5]!) > 1);
  expect(rival?.share).toBeCloseTo(0.31, 1);
});

it('takes what bends least behind a background frame, though domes that bend more hold more of the border', () => {
  const domes = (_: number, y: number) => (Math.abs(y) < 0.5 ? 0 : 2.4 - 4 * y * y);
  const bendOfY = (isRest: boolean) =>
    Math.abs(chosen(domes, false, 0.02, new Float64Array(10), false, isRest).coefficients[5] ?? 0);
  expect(bendOfY(true)).toBeLessThan(0.05);
  // 4 y² is 8/3 of P2(y)
  expect(bendOfY(false)).toBeCloseTo(8 / 3, 0);
});

it('doubts a degree that hardly predicts better than a lower one with several levels: a rough pad on a rough ground', () => {
  const flat = new Float64Array(10);
  const pad = (x: number, y: number) => (Math.abs(x) + Math.abs(y) < 0.6 ? 0.9 : 0);
  const { degree, coefficients, others } = chosen(pad, false, 0.22, flat);
  // it bends into the pad
  expect(degree).toBeGreaterThan(1);
  const at = (one: { degree: number; coefficients: Float64Array }, x: number, y: number) =>
    evaluateSeries(one.coefficients, one.degree, x, y);
  for (const [x, y] of [
    [0, 0],
    [0.4, 0.4],
    [-0.8, 0.1],
    [0.9, -0.9],
  ] as const) {
    const off = at({ degree, coefficients }, x, y);
    const doubt = others.reduce((sum, one) => sum + one.share * (at(one, x, y) - off) ** 2, 0);
    expect(Math.abs(off)).toBeLessThan(2 * Math.sqrt(doubt));
  }
});

it('takes the ground’s surface, and its tiles alone, beside a pattern too fine for the field over half of the frame', () => {
  const random = Random.from(9);
  const pattern = (x: number, y: number) => (x * x + y * y < 0.64 ? random.between(0.18, 0.36) : 0);
  const { degree, coefficients, fit, others } = chosen(pattern, false, 0.003, third, true);
  expect(degree).toBe(3);
  for (let k = 1; k < third.length; k++) expect(Math.abs(coefficients[k]! - third[k]!)).toBeLessThan(0.002);
  expect(Math.abs(coefficients[0]! - third[0]!)).toBeLessThan(0.002);
  expect(fit.scale).toBeLessThan(0.004);
  expect(fit.weight.filter((w) => w > 0).length / fit.weight.length).toBeCloseTo(1 - Math.PI * 0.16, 1);
  // and is sure of it
  const doubt = others.reduce(
    (sum, one) => sum + one.share * (one.coefficients[3]! - coefficients[3]!) ** 2,
    0,
  );
  expect(Math.sqrt(doubt)).toBeLessThan(0.002);
});
