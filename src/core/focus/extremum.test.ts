import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parabolaVertex } from './extremum.ts';

describe('parabolaVertex', () => {
  it('is exact for a parabola, evenly sampled or not', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -0.9, max: 0.9, noNaN: true }),
        fc.double({ min: 0.1, max: 5, noNaN: true }),
        (vertex, bend) => {
          const x = [-1.7, -1, 0, 1.3, 2];
          const y = x.map((t) => 4 + bend * (t - vertex) ** 2);
          const k = y.indexOf(Math.min(...y));
          expect(parabolaVertex(x, y, k)).toBeCloseTo(vertex, 9);
        },
      ),
      { seed: 1 },
    );
  });

  it('is the sample itself at an end, on a line and on a hill', () => {
    expect(parabolaVertex([0, 1, 2], [1, 2, 5], 0)).toBe(0);
    expect(parabolaVertex([0, 1, 2], [5, 2, 1], 2)).toBe(2);
    expect(parabolaVertex([0, 1, 2], [3, 2, 1], 1)).toBe(1);
    expect(parabolaVertex([0, 1, 2], [0, 3, 0], 1)).toBe(1);
    expect(parabolaVertex([7], [1], 0)).toBe(7);
  });

  it('never leaves the neighbours', () => {
    expect(parabolaVertex([0, 1, 2], [1, 1.0001, 5], 1)).toBe(
      0.5 * (1 - 0) + 0 - 0.0001 / (5 - 1.0001 - 0.0001),
    );
    expect(parabolaVertex([0, 1, 2], [0, 10, 20.000001], 1)).toBe(0);
  });
});
