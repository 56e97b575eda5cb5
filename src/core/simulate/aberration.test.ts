import { describe, expect, it } from 'vitest';
import { aberrationPhase, legendre } from './aberration.ts';

describe('legendre', () => {
  it('has the closed forms of the low degrees', () => {
    for (const x of [-1, -0.3, 0, 0.7, 1]) {
      expect(legendre(0, x)).toBe(1);
      expect(legendre(1, x)).toBeCloseTo(x, 14);
      expect(legendre(2, x)).toBeCloseTo((3 * x * x - 1) / 2, 14);
      expect(legendre(4, x)).toBeCloseTo((35 * x ** 4 - 30 * x * x + 3) / 8, 14);
    }
  });

  it('is orthogonal on [−1, 1] with norm 2/(2n + 1)', () => {
    const count = 20_000;
    for (const [m, n] of [
      [3, 3],
      [3, 5],
      [8, 8],
      [2, 4],
    ] as const) {
      let integral = 0;
      for (let i = 0; i < count; i += 1) {
        const x = (2 * i + 1) / count - 1;
        integral += (legendre(m, x) * legendre(n, x) * 2) / count;
      }
      expect(integral).toBeCloseTo(m === n ? 2 / (2 * n + 1) : 0, 6);
    }
  });
});

describe('aberrationPhase', () => {
  it('adds its terms, x along columns and y down the rows, sampled at pixel centres', () => {
    const phase = aberrationPhase(
      [
        { x: 1, y: 0, rad: 4 },
        { x: 0, y: 2, rad: 2 },
      ],
      2,
      4,
    );
    const tilt = [-3, -1, 1, 3]; // 4 · u at u = ∓3/4, ∓1/4
    const bend = (3 * 0.25 - 1) / 1; // 2 · P2(±½)
    expect([...phase]).toEqual([...tilt, ...tilt].map((value) => expect.closeTo(value + bend, 12)));
  });
});
