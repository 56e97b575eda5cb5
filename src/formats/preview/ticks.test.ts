import { describe, expect, it } from 'vitest';
import { scaleBarLength, ticks } from './ticks.ts';

describe('ticks', () => {
  it('are round and inside the limits', () => {
    expect(ticks({ min: -0.26, max: 0.27 }, 6).map(({ label }) => label)).toEqual([
      '−0.2',
      '−0.1',
      '0',
      '0.1',
      '0.2',
    ]);
    expect(ticks({ min: 990, max: 2110 }, 3).map(({ label }) => label)).toEqual(['1000', '1500', '2000']);
  });

  it('tell small values apart', () => {
    const labels = ticks({ min: 0, max: 3e-8 }, 4).map(({ label }) => label);
    expect(new Set(labels).size).toBe(labels.length);
  });
});

describe('scaleBarLength', () => {
  it.each([
    [7.3, 5, '5 µm'],
    [0.31, 0.2, '0.2 µm'],
    [1999, 1000, '1 mm'],
    [50, 50, '50 µm'],
  ])('up to %d µm is %d µm', (longest, um, label) => {
    expect(scaleBarLength(longest)).toEqual({ um, label });
  });
});
