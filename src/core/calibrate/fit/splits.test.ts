import { beforeAll, expect, it } from 'vitest';
import { loadKernels } from '../../../../test/load-kernels.ts';
import type { Kernels } from '../../kernel/kernels.ts';
import { Chance } from '../../../../test/second-simulator/chance.ts';
import { evenLight, lightTables } from '../model/light.ts';
import type { MeasuredLight } from '../model/measured.ts';
import { normalEquations } from './normal-equations.ts';
import { chiSquare, splitsOf } from './splits.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

const SIDE = 48;
const NOISE = 0.01;

/** Chi-square of what halves differ by in the slope of a ramp that was fitted, over what noise lets expect; its mean. */
function disagreement(wrong: (u: number, v: number) => number): number {
  const chance = new Chance(7);
  const place = (i: number) =>
    [(2 * (i % SIDE) + 1) / SIDE - 1, (2 * Math.floor(i / SIDE) + 1) / SIDE - 1] as const;
  const values = (of: (u: number, v: number) => number) =>
    Float32Array.from({ length: SIDE * SIDE }, (_, i) => of(...place(i)));
  const flat = values(() => 1);
  const zero = new Float32Array(SIDE * SIDE);
  const measured: MeasuredLight = {
    ...{ rows: SIDE, cols: SIDE, cell: 1, weight: new Float64Array(SIDE * SIDE).fill(1) },
    re: Float64Array.from(flat, (value, i) => value + wrong(...place(i)) + NOISE * chance.normal()),
    im: Float64Array.from(zero, () => NOISE * chance.normal()),
    filter: { pass: 0.4, stop: 0.5 },
  };
  const light = evenLight(0, 0);
  const linear = {
    ...{ measured, weight: measured.weight, gauge: new Float32Array(0), light, parts: 16 },
    ...{ field: { re: flat, im: zero }, lit: { re: flat, im: zero } },
    slopes: [{ re: values((u) => u), im: zero }],
    tables: lightTables(measured, 0),
  };
  const normal = normalEquations(kernels, linear, true);
  const splits = splitsOf(normal, [0, 1, 2], [], NOISE * NOISE, 1);
  return chiSquare(splits, Float64Array.of(1));
}

it('finds parts of a frame alike where the model holds, and apart where it lacks something at the edges', () => {
  expect(disagreement(() => 0)).toBeLessThan(4);
  // both ends pull a ramp’s slope alike: only the middle of the frame says something else
  expect(disagreement((u) => (Math.abs(u) > 0.8 ? 0.01 * Math.sign(u) : 0))).toBeGreaterThan(20);
});
