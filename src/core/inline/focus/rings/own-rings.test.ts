import { expect, it } from 'vitest';
import { Random } from '../../../simulate/random.ts';
import { unforetold } from './own-rings.ts';

const COUNT = 4000;
const random = Random.from(5, 7);
const noise = Float64Array.from(
  { length: COUNT },
  () => Math.sqrt(-2 * Math.log(1 - random.uniform())) * Math.cos(2 * Math.PI * random.uniform()),
);

it('of what is drawn by chance nothing is foretold', () => {
  expect(unforetold(noise)).toBeGreaterThan(0.93);
  expect(unforetold(noise)).toBeLessThan(1.07);
  expect(unforetold(noise.map((value) => 3 * value)) / unforetold(noise)).toBeCloseTo(9, 9);
});

it('of a row that follows from the two before chance alone is left', () => {
  const row = new Float64Array(COUNT);
  for (let r = 0; r < COUNT; r += 1) row[r] = 1.6 * (row[r - 1] ?? 0) - 0.9 * (row[r - 2] ?? 0) + noise[r]!;
  const square = row.reduce((sum, value) => sum + value * value, 0) / COUNT;
  expect(square).toBeGreaterThan(10);
  expect(unforetold(row)).toBeGreaterThan(0.9);
  expect(unforetold(row)).toBeLessThan(1.2);
});

it('even rings are foretold, such as grow finer are not', () => {
  const even = noise.map((value, r) => 10 * Math.cos(r / 3) + value);
  const finer = noise.map((value, r) => 10 * Math.cos((r * r) / (2.5 * COUNT)) + value);
  expect(unforetold(even)).toBeLessThan(unforetold(finer) / 2);
});

it('nothing at all is borne', () => {
  expect(unforetold(new Float64Array(50))).toBe(0);
  expect(unforetold(new Float64Array(2))).toBe(0);
});
