import { beforeAll, expect, it } from 'vitest';
import { loadKernels } from '../../../../test/load-kernels.ts';
import type { Kernels } from '../../kernel/kernels.ts';
import { besideLit, inTheLight, takeLitOff } from './lit-waves.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

const [COLS, ROWS] = [9, 7];
let state = 7;
const draw = () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32 - 0.5;
const plane = (count = COLS * ROWS) => ({
  re: Float32Array.from({ length: count }, draw),
  im: Float32Array.from({ length: count }, draw),
});
const place = (k: number, count: number) => (2 * k + 1) / count - 1;
const tableOf = (of: (row: number, col: number) => number) =>
  Float32Array.from({ length: COLS * ROWS }, (_, i) => of(Math.floor(i / COLS), i % COLS));
const tables = [tableOf(() => 1), tableOf((_, col) => place(col, COLS)), tableOf((row) => place(row, ROWS))];
const sums = { tables, lit: plane(), moments: new Float64Array(9) };
const wave = { alongX: plane(COLS), alongY: plane(ROWS), own: plane(3) as never };
const terms = { re: Float64Array.of(0.3, -0.2, 0.7), im: Float64Array.of(-0.4, 0.1, 0.5) };

/** light · wave at a sample. */
function seenAt(i: number): readonly [number, number] {
  const [row, col] = [Math.floor(i / COLS), i % COLS];
  const [r, s] = [wave.alongX.re[col]!, wave.alongX.im[col]!];
  const [p, q] = [wave.alongY.re[row]!, wave.alongY.im[row]!];
  const [x, y] = [p * r - q * s, p * s + q * r];
  const [k, l] = [sums.lit.re[i]!, sums.lit.im[i]!];
  return [x * k - y * l, x * l + y * k];
}

it.each([1, 3])('sums what is left beside a wave in the light, %i terms', (count) => {
  const rest = plane();
  const expected = tables.slice(0, count).map((table) => {
    return rest.re.reduce((sum, a, i) => {
      const [c, d] = seenAt(i);
      return sum + table[i]! * (a * c + rest.im[i]! * d);
    }, 0);
  });
  inTheLight(kernels, rest, sums, COLS, (lit) => {
    const found = besideLit(lit, wave, count);
    expect(found.re).toHaveLength(count);
    found.re.forEach((v, k) => expect(v).toBeCloseTo(expected[k]!, 5));
  });
});

it.each([[terms], [{ re: terms.re.subarray(0, 1), im: terms.im.subarray(0, 1) }]])(
  'takes a wave off what is left, and gives that back',
  (own) => {
    const [rest, before] = [plane(), plane()];
    before.re.set(rest.re);
    before.im.set(rest.im);
    // where there is no light nothing is taken
    sums.lit.re[5] = sums.lit.im[5] = 0;
    inTheLight(kernels, rest, sums, COLS, (lit) => takeLitOff(lit, wave, own));
    rest.re.forEach((v, i) => {
      const [c, d] = seenAt(i);
      const of = (all: Float64Array) => all.reduce((sum, t, k) => sum + t * tables[k]![i]!, 0);
      const [a, b] = [of(own.re), of(own.im)];
      expect(v).toBeCloseTo(before.re[i]! - (c * a - d * b), 5);
      expect(rest.im[i]).toBeCloseTo(before.im[i]! - (c * b + d * a), 5);
    });
  },
);
