import { describe, expect, it } from 'vitest';
import { caughtReach, coarseReach, resolvedDepth, searchRange, sweepDistances } from './search-range.ts';
import type { SweepSettings } from './metrics-settings.ts';
import { gridSize, type SweepSetup } from './sweep.ts';

describe('a range', () => {
  it.each([
    [10, 50, { from: 10, to: 50, sign: 1, bothSides: false }],
    [50, 10, { from: 10, to: 50, sign: 1, bothSides: false }],
    [0, 50, { from: 0, to: 50, sign: 1, bothSides: false }],
    [-10, -50, { from: 10, to: 50, sign: -1, bothSides: false }],
    [-50, 0, { from: -0, to: 50, sign: -1, bothSides: false }],
    [-10, 50, { from: 0, to: 50, sign: 1, bothSides: true }],
    [-50, 10, { from: 0, to: 50, sign: -1, bothSides: true }],
    [-50, 50, { from: 0, to: 50, sign: 1, bothSides: true }],
  ])('from %d to %d is searched as distances of one sign', (from, to, range) => {
    expect(searchRange(from, to)).toEqual(range);
  });
});

/** A frame of 100 × 40 µm. */
const contrast = { rows: 80, cols: 50, radius: 0.4, reach: 0.5, sampling: { pitchX: 2, pitchY: 0.5 } };
const wavelength = 0.5;

it('a frame catches W / 2λz of the light', () => {
  const caught = (z: number) => caughtReach(contrast as never, wavelength, z);
  expect(caught(100)).toBeCloseTo(40 / (2 * 0.5 * 100), 12);
  expect(caught(0)).toBe(40 / (2 * 0.5 * 1e-9));
});

it('the depth of field is λ / NA² of the least aperture of three', () => {
  const setup = { contrast, wavelength } as unknown as SweepSetup;
  // NA = λ · reach
  const of = (reach: number) => wavelength / (wavelength * reach) ** 2;
  const share = (depth: number, reach: number) => depth / of(reach);
  expect(share(resolvedDepth(setup, 0.3)(1), 0.3)).toBeCloseTo(1, 1);
  expect(share(resolvedDepth(setup, 0.6)(1), 0.4)).toBeCloseTo(1, 1);
  expect(share(resolvedDepth(setup, 0.6)(200), 0.2)).toBeCloseTo(1, 1);
});

describe('a sweep', () => {
  const settings = { beyond: 2, nearest: 0.5, step: 0.25 } as SweepSettings;
  const sweep = (from: number, to: number, depth: (z: number) => number) =>
    sweepDistances({ from, to, sign: 1, bothSides: false }, depth, settings);

  it('reaches two depths of field beyond the range, in steps of a quarter', () => {
    const zs = sweep(100, 200, () => 8);
    expect(zs[0]).toBe(84);
    expect(zs.at(-1)).toBe(216);
    expect(zs).toHaveLength(1 + (216 - 84) / 2);
    expect(zs.slice(1).every((z, k) => z - zs[k]! === 2)).toBe(true);
  });

  it('begins half a depth of field from the sensor at the nearest, and goes in growing steps', () => {
    const zs = sweep(0, 100, (z) => 4 + z / 10);
    expect(zs[0]).toBe(2);
    zs.slice(1).forEach((z, k) => expect(z - zs[k]!).toBeCloseTo(0.25 * (4 + zs[k]! / 10), 9));
    expect(zs.at(-1)).toBeGreaterThanOrEqual(128);
    expect(zs.at(-2)).toBeLessThan(128);
  });

  it('is as fine as samples times distances allow', () => {
    const side = { rows: 4000, cols: 4000 };
    const sampling = { pitchX: 0.5, pitchY: 0.5 };
    const large = { ...side, spectrum: side, radius: 0.9, reach: 1, sampling };
    const setup = { contrast: large, wavelength, metrics: { sweep: settings } } as unknown as SweepSetup;
    const range = searchRange(100, 3000);
    const work = (reach: number) => {
      const { rows, cols } = gridSize(large as never, reach);
      return rows * cols * sweepDistances(range, resolvedDepth(setup, reach), settings).length;
    };
    const reach = coarseReach(setup, range);
    expect(work(reach)).toBeLessThanOrEqual(48e6);
    expect(work(reach * Math.SQRT2)).toBeGreaterThan(48e6);
    // halves of the area, from the whole
    const halvings = 2 * Math.log2(1 / reach);
    expect(halvings).toBeCloseTo(Math.round(halvings), 9);
    const near = searchRange(100, 101);
    const small = { ...setup, contrast: { ...large, spectrum: { rows: 64, cols: 64 } } } as SweepSetup;
    expect(coarseReach(small, near)).toBe(1);
  });
});
