import { describe, expect, it } from 'vitest';
import { agreedFocus, chanceOf } from './agreed-focus.ts';
import { metricsSettings as metrics } from './metrics-settings.ts';
import type { SearchRange } from './search-range.ts';

const SUMS = 7;
const TILES = 36;
const DEPTH = 20;
const zs = Array.from({ length: 100 }, (_, k) => 100 + 8 * k);
const range = { from: zs[0]!, to: zs.at(-1)!, sign: 1, bothSides: false } as const;
const shares = new Float64Array(TILES).fill(1 / TILES);

/** A sweep in which the edges of each tile are the most peaked at a distance of its own. */
const sweepOf = (focusOf: (tile: number) => number) =>
  zs.map((z) => {
    const sums = new Float64Array(TILES * SUMS);
    for (let tile = 0; tile < TILES; tile++) {
      const off = (z - focusOf(tile)) / 15;
      sums.set([1, 3 + 0.2 / (1 + off * off), 0.5, 0.6, 1, 0.6, 1], tile * SUMS);
    }
    return { z, sums, pixelsPerTile: 1 };
  });

const agreed = (focusOf: (tile: number) => number, other: object = {}, within: SearchRange = range) =>
  agreedFocus(
    { ...{ depth: () => DEPTH, inRange: () => true, shares, metrics, sweep: sweepOf(focusOf) }, ...other },
    within,
  );
/** The first few at 300 µm, the others far from each other. */
const fewAt300 = (count: number) => (tile: number) => (tile < count ? 300 : 130 + 21 * tile);

describe('the distance that parts of a frame agree on', () => {
  it('is where more of them are the most peaked than chance brings there', () => {
    // 5 of 100 distances lie within a depth of 300 µm: 36 parts bring 1.8 there, and 12 once in several millions
    const each = 5 / 100;
    const most = Array.from({ length: TILES }, (_, n) => n).find(
      (n) => chanceOf(n, TILES, each) / each < metrics.parts.chance,
    )!;
    expect(agreed(fewAt300(most + 2))).toBeCloseTo(300, -1);
    expect(agreed(fewAt300(4))).toBeNull();
  });

  it.each([
    ['116,000', 86, 300],
    ['93,000', 84, null],
  ])(
    'is that of 12 of 36 parts, where chance has it once in %s: 5 of %i distances, %s',
    (_, count, found) => {
      const twelve = (tile: number) => (tile < 12 ? 300 : 178 + 16 * tile);
      const z = agreed(twelve, {}, { ...range, to: zs[count - 1]! });
      expect(z && Math.round(z)).toBe(found);
    },
  );

  it('is told by no part that holds next to nothing', () => {
    const uneven = shares.map((share, tile) => (tile < 12 ? 0.3 * share : share));
    expect(agreed(fewAt300(12))).not.toBeNull();
    expect(agreed(fewAt300(12), { shares: uneven })).toBeNull();
  });

  it('lies a depth of field within the range, and that is a part of the distance', () => {
    expect(agreed(() => range.from + 1.6 * DEPTH)).not.toBeNull();
    expect(agreed(() => range.from + 0.5 * DEPTH)).toBeNull();
    expect(agreed(() => range.to - 0.5 * DEPTH)).toBeNull();
    const long = (share: number) => ({ depth: (z: number) => share * metrics.longest * z });
    expect(agreed(() => 480, long(0.9))).not.toBeNull();
    expect(agreed(() => 480, long(1.1))).toBeNull();
  });
});

describe('the chance of so many', () => {
  it('is the tail of the binomial distribution', () => {
    expect(chanceOf(0, 7, 0.3)).toBeCloseTo(1, 12);
    expect(chanceOf(7, 7, 0.3)).toBeCloseTo(0.3 ** 7, 12);
    // of 3 coins two heads or three: 4 of 8 ways
    expect(chanceOf(2, 3, 0.5)).toBeCloseTo(0.5, 12);
    // a die thrown four times, at least one six: 1 − (5/6)⁴
    expect(chanceOf(1, 4, 1 / 6)).toBeCloseTo(1 - (5 / 6) ** 4, 12);
  });
});
