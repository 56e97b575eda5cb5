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

/** A ratio whose frame leaves 10⁻⁴ unknown and whose part 10⁻³, turned by so much. */
function turned(rotation_deg: number, ratio = 1, mirrored = false): Comparable {
  const line = { quantity: 'scale_anisotropy', type: 'A', unit: '1' } as const;
  return {
    corrections: { scale_anisotropy: { value: ratio, sigma: 1e-3 } } as unknown as Comparable['corrections'],
    budget: [
      { ...line, source: 'scatter', u: 1e-4 },
      { ...line, source: 'part', u: 1e-3 },
    ],
    fit: { rotation_deg: { value: rotation_deg, sigma: 0.01 }, mirrored },
  };
}

it('counts a part that is not square twice where it lies across how it lay, and not where it lies as it did', () => {
  const expanded = (from: number, to: number, mirrored = false, showsTurn = true) =>
    compareProfiles(turned(from), turned(to, 1, mirrored), showsTurn)[0]!.expanded;
  const scatter = 2 * Math.hypot(1e-4, 1e-4);
  const twice = 2 * Math.hypot(1e-4, 1e-4, 2e-3);
  // half a turn brings it back
  for (const [from, to] of [
    [12, 12],
    [12, -168],
    [-90, 90],
  ] as const)
    expect(expanded(from, to)).toBeCloseTo(scatter, 12);
  for (const [from, to] of [
    [0, 90],
    [135, 45],
    [-100, -10],
  ] as const)
    expect(expanded(from, to)).toBeCloseTo(twice, 12);
  // by t of the angle between: 2 sin t of it
  const ofTen = Math.hypot(scatter, 2 * 2e-3 * Math.sin((10 * Math.PI) / 180));
  expect(expanded(5, 15) / ofTen).toBeGreaterThan(1);
  expect(expanded(5, 15) / ofTen).toBeLessThan(1.01);
  // nobody knows
  expect(expanded(12, 12, true)).toBeCloseTo(twice, 12);
  expect(expanded(12, 12, false, false)).toBeCloseTo(twice, 12);
});

it('takes 0.2 % of ratio for the part where it was turned by a quarter, and for the rig where it lies as it did', () => {
  const agrees = (to: number) => compareProfiles(turned(3), turned(to, 1.002), true)[0]!.agrees;
  expect([agrees(93), agrees(3)]).toEqual([true, false]);
});
