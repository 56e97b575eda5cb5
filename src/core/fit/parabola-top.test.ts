import { expect, it } from 'vitest';
import { parabolaTop } from './parabola-top.ts';

const at = (top: number, bend: number) =>
  [-1, 0, 1].map((x) => 3 - bend * (x - top) * (x - top)) as [number, number, number];

it('finds the top of a parabola, no farther than it may lie', () => {
  for (const top of [-0.9, -0.2, 0, 0.4]) expect(parabolaTop(...at(top, 2))).toBeCloseTo(top, 12);
  expect(parabolaTop(...at(0.8, 2), 0.5)).toBe(0.5);
  expect(parabolaTop(...at(-7, 2))).toBe(-1);
});

it('finds none in a trough, on a line or on the level', () => {
  expect(parabolaTop(...at(0.3, -2))).toBe(0);
  expect(parabolaTop(1, 2, 3)).toBe(0);
  expect(parabolaTop(1, 1, 1)).toBe(0);
});
