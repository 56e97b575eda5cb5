import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lineRadices, rowRadices } from './factorise.ts';
import { fastSize } from './fast-size.ts';

const product = (factors: readonly number[]) => factors.reduce((a, b) => a * b, 1);

describe('sizes', () => {
  it('keeps the sizes of cameras and pads others little', () => {
    expect([1024, 1080, 1920, 2048, 2160].map(fastSize)).toEqual([1024, 1080, 1920, 2048, 2160]);
    expect(fastSize(17)).toBe(18);
    expect(fastSize(1021)).toBe(1024);
  });

  it('gives a size with small prime factors only, at least n and less than 15 % above', () => {
    fc.assert(
      fc.property(fc.integer({ min: 16, max: 8192 }), (n) => {
        const size = fastSize(n);
        expect(size).toBeGreaterThanOrEqual(n);
        expect(size).toBeLessThan(1.15 * n);
        expect(product(lineRadices(size)!)).toBe(size);
      }),
      { seed: 1 },
    );
  });

  it('factorises rows into quads where they divide by 16, and nothing with a large prime', () => {
    expect(lineRadices(7)).toBeUndefined();
    expect(rowRadices(1080)).toBeUndefined();
    for (let n = 16; n <= 4096; n += 16) {
      const radices = rowRadices(n);
      expect(radices === undefined).toBe(lineRadices(n) === undefined);
      if (!radices) continue;
      expect(product(radices)).toBe(n);
      expect([4, 8]).toContain(radices[0]);
      expect(n % (4 * radices[0]!)).toBe(0);
    }
  });
});
