import { expect, it } from 'vitest';
import { loadKernels } from '../../../../test/load-kernels.ts';
import { distortionTerms } from '../../rig/distortion-terms.ts';
import { carriedField } from '../prepare/carried-field.ts';
import { straightField } from './straight-field.ts';

const kernels = await loadKernels();
const [COLS, ROWS] = [150, 121];
const CARRIER = { x: 0.23, y: 0.2 };
const HALF = COLS / 2;

/** Where a lens puts what belongs at a pixel. */
function putTo(terms: readonly number[], x: number, y: number): readonly [number, number] {
  const [u, v] = [(x + 0.5 - COLS / 2) / HALF, (y + 0.5 - ROWS / 2) / HALF];
  let [p, q] = [x, y];
  distortionTerms.forEach((term, k) => {
    const [a, b] = term(u, v);
    p += HALF * terms[k]! * a;
    q += HALF * terms[k]! * b;
  });
  return [p, q];
}

/** Where what is seen at a pixel belongs. */
function belongsAt(terms: readonly number[], x: number, y: number): readonly [number, number] {
  let [p, q] = [x, y];
  for (let turn = 0; turn < 30; turn += 1) {
    const [a, b] = putTo(terms, p, q);
    [p, q] = [p + x - a, q + y - b];
  }
  return [p, q];
}

it.each([
  [[0.008, 0.003, -0.002], 0.03],
  [[-0.006, 0, 0.001], 0.06],
] as const)('a wave that a lens of %j bends is straight again', (terms, f) => {
  using scope = kernels.scope();
  const plane = scope.real(ROWS, COLS);
  const values = kernels.floats(plane.ptr, ROWS * plane.pitch);
  const [fx, fy] = [f, -0.6 * f];
  for (let y = 0; y < ROWS; y += 1)
    for (let x = 0; x < COLS; x += 1) {
      const [p, q] = belongsAt(terms, x, y);
      values[y * plane.pitch + x] =
        2 * Math.cos(2 * Math.PI * (CARRIER.x * x + CARRIER.y * y + fx * p + fy * q));
    }
  const carried = carriedField(kernels, { plane, mean: 0 } as never, CARRIER);
  const straight = straightField(kernels, carried, terms);
  const { across, down, field, window } = straight;
  let [worst, unmended] = [0, 0];
  for (let row = 0, i = 0; row < down.count; row += 1)
    for (let col = 0; col < across.count; col += 1, i += 1) {
      const angle = 2 * Math.PI * (fx * col * across.step + fy * row * down.step);
      const [c, s] = [Math.cos(angle), Math.sin(angle)];
      const off = (own: typeof carried) =>
        Math.hypot(own.field.re[i]! - own.window[i]! * c, own.field.im[i]! - own.window[i]! * s);
      worst = Math.max(worst, off({ ...straight, field, window }));
      unmended = Math.max(unmended, off(carried));
    }
  expect(worst).toBeLessThan(0.01);
  expect(unmended).toBeGreaterThan(0.1);
});

it('changes nothing where a lens moves nothing', () => {
  using scope = kernels.scope();
  const plane = scope.real(ROWS, COLS);
  const values = kernels.floats(plane.ptr, ROWS * plane.pitch);
  values.forEach((_, i) => (values[i] = ((i * 7919) % 101) / 101));
  const carried = carriedField(kernels, { plane, mean: 0.5 } as never, CARRIER);
  const { field, window } = straightField(kernels, carried, [0, 0, 0]);
  field.re.forEach((value, i) => expect(value).toBeCloseTo(carried.field.re[i]!, 5));
  expect([...window]).toEqual([...carried.window]);
});
