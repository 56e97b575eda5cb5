import { describe, expect, it } from 'vitest';
import { metricsSettings } from './metrics-settings.ts';
import {
  candidates as candidatesWith,
  dipsBelowRims as dipsWith,
  distinct,
  sparsest,
  type RegionCurves,
} from './foci.ts';

const z = Array.from({ length: 200 }, (_, k) => 100 + 10 * k);
const flat = z.map(() => 0.7);
const depth = () => 60;
const { extrema } = metricsSettings;
const candidates = (of: RegionCurves, depthOfField: () => number) =>
  candidatesWith(of, depthOfField, extrema);
const dips = (x: number[], y: number[]) => dipsWith(x, y, extrema);

/** A dip (or, with a negative depth, a peak) of a Gaussian's shape at `at`. */
function bump(at: number, how: number): number[] {
  return z.map((v) => -how * Math.exp(-(((v - at) / 50) ** 2)));
}

function sum(...curves: number[][]): number[] {
  return z.map((_, k) => curves.reduce((total, curve) => total + curve[k]!, 0));
}

function curves(parts: Partial<RegionCurves>): RegionCurves {
  const none = { absorbing: flat, phase: flat, amplitudeShare: flat, peakedness: flat };
  return { z, ...none, explained: z.map(() => 1), ...parts };
}

describe('dips', () => {
  it('are found between the samples, with their depth below the lower rim', () => {
    const [found, ...others] = dips(z, sum(flat, bump(713, 0.2)));
    expect(others).toEqual([]);
    expect(found!.at).toBeCloseTo(713, 0);
    expect(found!.depth).toBeCloseTo(0.2, 2);
  });

  it('are not the ends of a slope', () => {
    expect(dips(z, z)).toEqual([]);
  });

  it('on a slope are only as deep as the nearer rim', () => {
    const slope = z.map((v) => v / 1000);
    const [found] = dips(z, sum(slope, bump(1000, 0.3)));
    expect(found!.depth).toBeLessThan(0.3);
  });
});

describe('candidates', () => {
  it('of a phase object need fewer edges in the amplitude, of an absorbing one more', () => {
    const phase = curves({
      phase: sum(flat, bump(700, 0.2)),
      amplitudeShare: sum(flat, bump(710, 0.2)),
    });
    expect(candidates(phase, depth)[0]).toMatchObject({ kind: 'phase' });
    const wrongWay = curves({
      phase: sum(flat, bump(700, 0.2)),
      amplitudeShare: sum(flat, bump(710, -0.2)),
    });
    expect(candidates(wrongWay, depth)[0]!.strength).toBeLessThan(candidates(phase, depth)[0]!.strength / 3);
  });

  it('where both metrics agree outrank deeper extrema of one', () => {
    const found = candidates(
      curves({
        absorbing: sum(flat, bump(500, 0.3), bump(1200, 0.1)),
        amplitudeShare: sum(flat, bump(1210, -0.1)),
      }),
      depth,
    );
    expect(found[0]!.z).toBeCloseTo(1200, -1);
  });

  it('that one metric shows alone count as if the other hid the least', () => {
    const [edges] = candidates(curves({ phase: sum(flat, bump(700, 0.2)) }), depth);
    const [share] = candidates(curves({ amplitudeShare: sum(flat, bump(700, 0.2)) }), depth);
    for (const one of [edges, share]) {
      expect(one!.strength).toBeCloseTo(Math.sqrt(2 * 0.2 * 0.002), 3);
    }
  });

  it('from which the finest fringes cannot come count less', () => {
    const parts = { phase: sum(flat, bump(700, 0.2)), amplitudeShare: sum(flat, bump(700, 0.2)) };
    const [whole] = candidates(curves(parts), depth);
    const [half] = candidates(curves({ ...parts, explained: z.map(() => 0.5) }), depth);
    expect(half!.strength).toBeCloseTo(whole!.strength / 2, 6);
  });

  it('within a depth of field of a stronger one are the same', () => {
    const two = [700, 730, 900].map((at, k) => ({ z: at, kind: 'phase', strength: 1 - k / 10 }) as const);
    expect(distinct(two, depth).map((one) => one.z)).toEqual([700, 900]);
  });

  it('there are none on flat curves; the sparsest distance has no strength', () => {
    const nothing = curves({ phase: z.map((v) => 0.7 - v / 1e5) });
    expect(candidates(nothing, depth)).toEqual([]);
    expect(sparsest(nothing)).toEqual({ z: z.at(-1), kind: 'phase', strength: 0 });
    const absorbed = curves({ absorbing: sum(flat, bump(500, 0.3)), phase: sum(flat, bump(700, 0.2)) });
    expect(sparsest(absorbed)).toMatchObject({ kind: 'absorbing', strength: 0 });
    expect(sparsest(absorbed).z).toBeCloseTo(500, -1.5);
  });
});

describe('a dip', () => {
  const xs = Array.from({ length: 200 }, (_, k) => k + 1);
  /** a valley at 100 whose rims rise to 1 within 8, and to 2 further away than 15 on the left, 30 on the right */
  const valley = (at: number) => {
    if (at < 85 || at > 130) return 2;
    return Math.min(1, Math.abs(at - 100) / 8);
  };
  const depthOf = (window: number) => dipsWith(xs, xs.map(valley), { window })[0]!.depth;

  it('is as deep as the lower of its rims, looked for within a factor of its distance', () => {
    // 100 / 1.05 to 105, 100 / 1.2 to 120, 100 / 1.4 to 140
    expect(depthOf(1.05)).toBeCloseTo(0.5, 9);
    expect(depthOf(1.2)).toBe(1);
    expect(depthOf(1.4)).toBe(2);
  });
});
