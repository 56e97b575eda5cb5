import { describe, expect, it } from 'vitest';
import { coefficientMatrix, legendreDerivatives, legendreTerms, legendreValues } from './legendre.ts';

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
