import { expect, it } from 'vitest';
import { lightTables } from '../model/light.ts';
import { degreeWorth } from './uneven-light.ts';

const side = 48;

/** Numbers between −½ and ½ that look like chance and are the same each time. */
function chance(i: number): number {
  return ((Math.imul(i + 1, 2654435761) >>> 8) % 1000) / 1000 - 0.5;
}

const light = lightTables({ rows: side, cols: side }, 8);
/** behind one other unknown */
const columns = [light[0]!.map((_, i) => (i % side < side / 3 ? 1 : 0)), ...light];
const count = columns.length;

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i += 1) sum += a[i]! * b[i]!;
  return sum;
}

const matrix = new Float64Array(count * count);
for (let k = 0; k < count; k += 1)
  for (let l = 0; l < count; l += 1) matrix[k * count + l] = dot(columns[k]!, columns[l]!);

/** The degree that such residuals ask for. */
function asked(residual: (u: number, v: number) => number, noise: number, degree: number): number {
  const at = (k: number) => (2 * k + 1) / side - 1;
  const left = light[0]!.map((_, i) => residual(at(i % side), at(Math.floor(i / side))) + noise * chance(i));
  const right = Float64Array.from(columns, (column) => dot(column, left));
  const of = { first: 1, degree, sum: dot(left, left), cells: side * side };
  return degreeWorth({ matrix, right, count }, of, 12);
}

it('gives light in-line as many degrees as lower what is left by more than noise does', () => {
  const uneven = (u: number, v: number) => Math.log(1 + 0.3 * u + 0.2 * v * v * v);
  expect(asked(() => 0, 0.05, 2)).toBe(2);
  expect(asked((u) => 0.01 * u, 0.05, 2)).toBe(2);
  expect(asked((u) => 0.03 * u * u * u, 0.05, 2)).toBe(3);
  // past degrees that bring nothing
  expect(asked((u, v) => 0.3 * u * u * u * v * v, 0.05, 2)).toBe(5);
  expect(asked(uneven, 0.05, 2)).toBeGreaterThan(3);
  expect(asked(uneven, 0.001, 2)).toBeGreaterThan(asked(uneven, 0.05, 2));
  expect(asked(() => 0, 0.05, 6)).toBe(6);
});
