import { expect, it } from 'vitest';
import { boxOfMost } from './box-of-most.ts';

const distanceTo =
  (at: readonly [number, number]) => (box: { x: number; y: number; width: number; height: number }) =>
    -Math.hypot(box.x + box.width / 2 - at[0], box.y + box.height / 2 - at[1]);

it('is one of seven by seven, the nearest to what it is to hold', () => {
  const frame = { rows: 200, cols: 320 };
  const box = boxOfMost(frame, 80, distanceTo([161, 99]));
  expect(box).toEqual({ x: 120, y: 60, width: 80, height: 80 });
  expect(boxOfMost(frame, 80, distanceTo([320, 200]))).toEqual({ x: 240, y: 120, width: 80, height: 80 });
});

it('begins at the multiple that is asked for, and is as large as the frame where that is smaller', () => {
  const box = boxOfMost({ rows: 60, cols: 131 }, 80, distanceTo([55, 0]), 4);
  expect(box).toEqual({ x: 16, y: 0, width: 80, height: 60 });
});

it('is the first of those that hold the same', () => {
  const boxes: unknown[] = [];
  const box = boxOfMost({ rows: 100, cols: 100 }, 40, (one) => (boxes.push(one), 1));
  expect(boxes).toHaveLength(49);
  expect(box).toEqual({ x: 0, y: 0, width: 40, height: 40 });
});
