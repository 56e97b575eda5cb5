import { describe, expect, it } from 'vitest';
import { widestDiscs } from './widest-disc.ts';

const [ROWS, COLS] = [120, 160];

function widestOf(isMarked: (x: number, y: number) => boolean, partOf = (_: number) => 1, count = 1) {
  const marks = Uint8Array.from({ length: ROWS * COLS }, (_, at) =>
    isMarked(at % COLS, Math.floor(at / COLS)) ? 1 : 0,
  );
  return widestDiscs({ rows: ROWS, cols: COLS, marks }, partOf, count);
}

const isIn = (x: number, y: number, at: readonly [number, number], radius: number) =>
  (x - at[0]) ** 2 + (y - at[1]) ** 2 < radius * radius;

describe('widestDiscs', () => {
  it.each([3, 8, 20, 45])('finds a disc of radius %i', (radius) => {
    const [, found] = widestOf((x, y) => isIn(x, y, [80, 60], radius));
    expect(found! / (2 * radius)).toBeGreaterThan(0.8);
    expect(found! / (2 * radius)).toBeLessThan(1.1);
  });

  it('takes the width of what is long, and fills holes', () => {
    expect(widestOf((x, y) => x > 5 && x < 150 && y > 50 && y <= 60)[1]).toBe(9);
    const ring = widestOf((x, y) => isIn(x, y, [80, 60], 30) && !isIn(x, y, [80, 60], 20));
    expect(ring[1]).toBeGreaterThan(50);
  });

  it('goes on beyond the edge of the frame', () => {
    const half = widestOf((x, y) => isIn(x, y, [0, 60], 25));
    expect(half[1]).toBeGreaterThan(42);
    expect(widestOf(() => true)[1]).toBe(ROWS + COLS);
  });

  it('tells parts from each other', () => {
    const isMarked = (x: number, y: number) => isIn(x, y, [40, 60], 10) || isIn(x, y, [120, 60], 25);
    const [none, left, right] = widestOf(isMarked, (at) => (at % COLS < 60 ? 1 : 2), 2);
    expect(none).toBe(0);
    expect(right! / left!).toBeGreaterThan(2.2);
    expect(right! / left!).toBeLessThan(2.9);
  });
});
