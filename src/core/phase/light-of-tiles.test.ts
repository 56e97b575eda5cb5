import { describe, expect, it } from 'vitest';
import { chanceOfLevel, medianOfLight } from './light-of-tiles.ts';

describe('the median of light', () => {
  it('is the median where all places are alike', () => {
    expect(medianOfLight(Float64Array.from([1, 1, 1, 1, 1]))).toBe(1);
  });

  it('is that of the few bright places of a dark frame', () => {
    const moduli = new Float64Array(1000).fill(0.01);
    moduli.fill(1, 0, 30);
    expect(medianOfLight(moduli)).toBe(1);
  });

  it('is 0 where there is nothing', () => {
    expect(medianOfLight(new Float64Array())).toBe(0);
    expect(medianOfLight(new Float64Array(4))).toBe(0);
  });
});

describe('the chance of a level', () => {
  it('is the share of a turn that a robust fit reaches to both sides, and at most all of it', () => {
    expect(chanceOfLevel(0.1)).toBeCloseTo(0.7 / (2 * Math.PI), 12);
    expect(chanceOfLevel(1)).toBe(1);
  });
});
