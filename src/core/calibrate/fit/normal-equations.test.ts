import { beforeAll, expect, it } from 'vitest';
import { loadKernels } from '../../../../test/load-kernels.ts';
import type { Kernels } from '../../kernel/kernels.ts';
import { evenLight, lightField, lightTables, type Light } from '../model/light.ts';
import type { MeasuredLight } from '../model/measured.ts';
import type { Complex } from '../model/spectrum.ts';
import { ridged } from './linear-refit.ts';
import { normalEquations } from './normal-equations.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

const [rows, cols] = [37, 50];
const count = rows * cols;
/** Values between −1 and 1 that repeat nowhere in the frame. */
const noise = (seed: number) =>
  Float32Array.from({ length: count }, (_, i) => Math.sin(i * i * 0.37 + 11 * seed));
const wave = (seed: number): Complex => ({ re: noise(seed).map((v) => 1 + 0.3 * v), im: noise(seed + 0.5) });

it.each([
  ['amplitudes', 3],
  ['amplitudes', 4],
  ['fields', 2],
  ['fields', 3],
] as const)('sums the products of the derivatives of %s, %i unknowns', (kind, unknowns) => {
  const isField = kind === 'fields';
  const measured: MeasuredLight = {
    ...{ rows, cols, cell: 1, filter: null, re: Float64Array.from(noise(1), (v) => 1 + 0.2 * v) },
    ...{ im: isField ? Float64Array.from(noise(2)) : null, weight: new Float64Array(count).fill(1) },
  };
  const weight = Float64Array.from(noise(3), (v) => Math.max(0, v));
  const gauge = noise(4).map((v) => 2 + v);
  const light: Light = evenLight(1, isField ? 1 : -1);
  light.amplitude.set([0.1, -0.2, 0.05]);
  if (isField) light.phase.set([0.3, 0.2, -0.1]);
  const tables = lightTables(measured, 1);
  const field = wave(5);
  const slopes = Array.from({ length: unknowns }, (_, k) => wave(6 + k));
  /** What is compared with the samples for each of a cell's parts, the light by its formula and the field moved along a slope. */
  const seen = (i: number, shifts: readonly number[], terms: readonly number[]): number[] => {
    const own: Light = {
      ...light,
      amplitude: light.amplitude.map((v, k) => v + (terms[k] ?? 0)),
      phase: light.phase.map((v, k) => v + (terms[k + light.amplitude.length] ?? 0)),
    };
    const lit = lightField(
      own,
      tables.map((table) => table.subarray(i, i + 1)),
      kernels.wasm,
    );
    const a = shifts.reduce((sum, s, k) => sum + s * slopes[k]!.re[i]!, field.re[i]!);
    const b = shifts.reduce((sum, s, k) => sum + s * slopes[k]!.im[i]!, field.im[i]!);
    const [c, d] = [lit.re[0]!, lit.im[0]!];
    return isField ? [a * c - b * d, a * d + b * c] : [c * c * (a * a + b * b) * gauge[i]!];
  };
  const lit = lightField(light, tables, kernels.wasm);
  const normal = normalEquations(kernels, {
    measured,
    weight,
    gauge,
    field,
    slopes,
    light,
    tables,
    lit,
    parts: 16,
  });
  const terms = light.amplitude.length + light.phase.length;
  expect(normal.count).toBe(unknowns + terms);

  const matrix = new Float64Array(normal.count * normal.count);
  const right = new Float64Array(normal.count);
  const step = 1e-2;
  for (let i = 0; i < count; i += 1) {
    if (weight[i] === 0) continue;
    const at = (k: number, by: number) => {
      const moved = Array.from({ length: normal.count }, (_, l) => (l === k ? by : 0));
      return seen(i, moved.slice(0, unknowns), moved.slice(unknowns));
    };
    const here = at(-1, 0);
    const slope = Array.from({ length: normal.count }, (_, k) => {
      const [low, high] = [at(k, -step), at(k, step)];
      return here.map((_, part) => (high[part]! - low[part]!) / (2 * step));
    });
    const data = isField
      ? [measured.re[i]!, measured.im![i]!]
      : [measured.re[i]! * measured.re[i]! * gauge[i]!];
    here.forEach((value, part) => {
      for (let k = 0; k < normal.count; k += 1) {
        right[k]! += weight[i]! * slope[k]![part]! * (data[part]! - value);
        for (let l = 0; l < normal.count; l += 1)
          matrix[k * normal.count + l]! += weight[i]! * slope[k]![part]! * slope[l]![part]!;
      }
    });
  }
  const largest = Math.max(...matrix.map(Math.abs));
  matrix.forEach((value, i) => expect(Math.abs(value - normal.matrix[i]!)).toBeLessThan(1e-3 * largest));
  right.forEach((value, i) => expect(Math.abs(value - normal.right[i]!)).toBeLessThan(1e-3 * largest));
  expect(normal.covariance()!.every(Number.isFinite)).toBe(true);
});

it('scatters alike with a disturbance in all parts and without it, once that is taken off', () => {
  const light = evenLight(0, -1);
  const tables = lightTables({ rows, cols }, 0);
  const lit = lightField(light, tables, kernels.wasm);
  const [field, ...slopes] = [wave(5), wave(6), wave(7)] as const;
  const scattered = (size: number) => {
    const part = (name: 're' | 'im', own: Float32Array) =>
      Float64Array.from(own, (v, i) => field[name][i]! + size * slopes[1]![name][i]! + 0.01 * v);
    const measured: MeasuredLight = {
      ...{ rows, cols, cell: 1, filter: null, re: part('re', noise(1)), im: part('im', noise(2)) },
      weight: new Float64Array(count).fill(1),
    };
    const linear = { measured, weight: measured.weight, gauge: new Float32Array(count), field, slopes };
    const normal = normalEquations(kernels, { ...linear, light, tables, lit, parts: 16 }, true);
    const columns = [1];
    const solution = ridged(normal, [{ name: 'lens', columns, width: 1 }], 1e-4)!;
    const variance = (taken: Float64Array) => normal.after!(taken, [0, 2]).covariance![0]!;
    return { after: variance(solution), before: variance(new Float64Array(normal.count)) };
  };
  const [calm, disturbed] = [scattered(0), scattered(0.3)];
  expect(disturbed.after / calm.after).toBeCloseTo(1, 2);
  expect(disturbed.before / calm.before).toBeGreaterThan(10);
});
