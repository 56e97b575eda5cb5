import { describe, expect, it } from 'vitest';
import {
  coefficientMatrix,
  legendreDerivatives,
  legendreDesign,
  legendreTerms,
  legendreValues,
  slopeDesign,
} from './legendre.ts';
import type { Slopes, Tiles } from './tiles.ts';

describe('legendreValues', () => {
  it('are the closed forms up to degree 4', () => {
    for (const t of [-1, -0.6, 0, 0.3, 1, 1.1]) {
      const p = legendreValues(t, 4);
      const closed = [
        1,
        t,
        (3 * t ** 2 - 1) / 2,
        (5 * t ** 3 - 3 * t) / 2,
        (35 * t ** 4 - 30 * t ** 2 + 3) / 8,
      ];
      closed.forEach((value, d) => expect(p[d]).toBeCloseTo(value, 12));
    }
  });

  it('are orthogonal over [−1, 1] with norm 2/(2d + 1)', () => {
    const n = 20_000;
    const gram = new Float64Array(49);
    for (let k = 0; k < n; k++) {
      const p = legendreValues((2 * (k + 0.5)) / n - 1, 6);
      for (let a = 0; a < 7; a++) for (let b = 0; b < 7; b++) gram[a * 7 + b]! += (p[a]! * p[b]! * 2) / n;
    }
    for (let a = 0; a < 7; a++)
      for (let b = 0; b < 7; b++) expect(gram[a * 7 + b]).toBeCloseTo(a === b ? 2 / (2 * a + 1) : 0, 6);
  });
});

it('legendreDerivatives are the slopes of the values', () => {
  const h = 1e-6;
  for (const t of [-0.9, -0.2, 0, 0.7, 1]) {
    const [above, below] = [legendreValues(t + h, 6), legendreValues(t - h, 6)];
    legendreDerivatives(t, 6).forEach((slope, d) =>
      expect(slope).toBeCloseTo((above[d]! - below[d]!) / (2 * h), 5),
    );
  }
});

describe('legendreTerms', () => {
  it('begin with the terms of every lower degree', () => {
    for (let degree = 0; degree < 6; degree++) {
      const terms = legendreTerms(degree);
      expect(terms).toHaveLength(((degree + 1) * (degree + 2)) / 2);
      expect(legendreTerms(degree + 1).slice(0, terms.length)).toEqual(terms);
      expect(terms.every(({ a, b }) => a + b <= degree)).toBe(true);
    }
  });

  it('go into a matrix by their degrees along y and x', () => {
    // c[a, b] of P_a(y) P_b(x); terms: 1, x, y, x², xy, y²
    expect([...coefficientMatrix([1, 2, 3, 4, 5, 6], 2)]).toEqual([1, 2, 4, 3, 5, 0, 6, 0, 0]);
    expect([...coefficientMatrix([1, 2, 3], 2)]).toEqual([1, 2, 0, 3, 0, 0, 0, 0, 0]);
  });
});

describe('a design', () => {
  const tiles = { count: 6, x: Float64Array.of(-0.5, 0.1, 0.7), y: Float64Array.of(-0.4, 0.6) } as Tiles;
  const slopes = { aheadX: 0.05, aheadY: 0.02 } as Slopes;
  /** 1, x, y, x², xy, y² by their closed forms */
  const terms = (x: number, y: number) => [1, x, y, (3 * x * x - 1) / 2, x * y, (3 * y * y - 1) / 2];

  it('has a row for each tile, with every term there', () => {
    const rows = [...tiles.y].flatMap((y) => [...tiles.x].flatMap((x) => terms(x, y)));
    expect([...legendreDesign(tiles, 2)].map((v, i) => Math.abs(v - rows[i]!) < 1e-12)).not.toContain(false);
    expect(legendreDesign(tiles, 2)).toHaveLength(36);
  });

  it('has the slopes along x of all tiles, then those along y, each where it was measured', () => {
    const design = slopeDesign(tiles, slopes, 2, 0.01, 0.03);
    const [alongX, alongY] = [design.subarray(0, 30), design.subarray(30)];
    expect(design).toHaveLength(60);
    const h = 1e-5;
    tiles.y.forEach((y, j) =>
      tiles.x.forEach((x, i) => {
        const slope = (of: (d: number) => number[]) => of(h).map((v, k) => (v - of(-h)[k]!) / (2 * h));
        const at = 5 * (3 * j + i);
        slope((d) => terms(x + 0.05 + d, y)).slice(1).forEach((s, k) => expect(alongX[at + k]).toBeCloseTo(0.01 * s, 9)); // prettier-ignore
        slope((d) => terms(x, y + 0.02 + d)).slice(1).forEach((s, k) => expect(alongY[at + k]).toBeCloseTo(0.03 * s, 9)); // prettier-ignore
      }),
    );
  });
});
