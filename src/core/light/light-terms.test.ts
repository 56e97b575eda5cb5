import { describe, expect, it } from 'vitest';
import { loadKernels } from '../../../test/load-kernels.ts';
import { legendreDesign } from '../phase/legendre.ts';
import { lightDesign, lightTerms } from './light-terms.ts';

const x = Float64Array.from([-1, -0.3, 0.5, 1]);
const y = Float64Array.from([-0.8, 0, 1]);

describe('the terms of a light that bends', () => {
  it('are polynomials up to degree 3, and waves up to the order that is asked for', () => {
    expect(lightTerms(0)).toHaveLength(1);
    expect(lightTerms(2).filter(({ isWave }) => isWave)).toHaveLength(2 + 3);
    const terms = lightTerms(8);
    expect(Math.max(...terms.filter(({ isWave }) => !isWave).map(({ order }) => order))).toBe(3);
    expect(terms.filter(({ isWave, order }) => isWave && order === 8)).toHaveLength(9);
  });

  it('are what they say at every place', async () => {
    const kernels = await loadKernels();
    const terms = lightTerms(5);
    const design = lightDesign(kernels, x, y, 5);
    const polynomials = legendreDesign({ x, y, count: 12 }, 3);
    const count = polynomials.length / 12;
    for (let place = 0; place < 12; place += 1) {
      const row = design.subarray(place * terms.length, (place + 1) * terms.length);
      expect([...row.subarray(0, count)]).toEqual([
        ...polynomials.subarray(place * count, (place + 1) * count),
      ]);
      terms.forEach(({ along, isWave }, k) => {
        const wave = (half: number, at: number) => Math.cos((Math.PI * half * (at + 1)) / 2);
        if (isWave)
          expect(row[k]).toBeCloseTo(
            wave(along.y, y[Math.floor(place / 4)]!) * wave(along.x, x[place % 4]!),
            12,
          );
      });
    }
  });
});
