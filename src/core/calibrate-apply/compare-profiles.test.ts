import { expect, it } from 'vitest';
import { compareProfiles, type Comparable } from './compare-profiles.ts';

/** A pitch with its scatter, and the part's own uncertainty beside it. */
function found(value: number, scatter: number, part: number, phase: number | null = null): Comparable {
  const line = { quantity: 'pixel_pitch_um', type: 'A', unit: 'µm' } as const;
  return {
    corrections: {
      pixel_pitch_um: { value, sigma: Math.hypot(scatter, part) },
      phase_scale: phase === null ? null : { value: phase, sigma: 0.01 },
    } as unknown as Comparable['corrections'],
    budget: [
      { ...line, source: 'scatter', u: scatter },
      { ...line, source: 'part', u: part },
    ],
  };
}

it('does not let the part, which is the same both times, hide a drift', () => {
  const [pitch, ...others] = compareProfiles(found(1, 0.003, 0.5), found(1.011, 0.004, 0.5));
  expect(pitch!.expanded).toBeCloseTo(0.01, 12);
  expect(pitch!.e_n).toBeCloseTo(1.1, 9);
  expect([pitch!.agrees, others]).toEqual([false, []]);
  expect(compareProfiles(found(1, 0.003, 0.5), found(1.009, 0.004, 0.5))[0]!.agrees).toBe(true);
});

it('compares what has no budget by its whole uncertainty, and leaves out what one of them lacks', () => {
  const both = compareProfiles(found(1, 0.1, 0, 1), found(1, 0.1, 0, 1.05));
  expect(both.map(({ name, agrees }) => [name, agrees])).toEqual([
    ['pixel_pitch_um', true],
    ['phase_scale', false],
  ]);
  expect(compareProfiles(found(1, 0.1, 0, 1), found(1, 0.1, 0)).map(({ name }) => name)).toEqual([
    'pixel_pitch_um',
  ]);
});
