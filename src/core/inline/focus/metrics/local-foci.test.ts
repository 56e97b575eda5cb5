import { describe, expect, it } from 'vitest';
import type { SweepSample } from './sweep.ts';
import { votedFocus } from './local-foci.ts';
import { metricsSettings as metrics } from './metrics-settings.ts';

const TILES = 9;
const SUMS = 7;
const zs = Array.from({ length: 80 }, (_, k) => 100 + 5 * k);
const shares = new Float64Array(TILES).fill(1 / TILES);
const parts = { depth: () => 20, inRange: () => true, shares, metrics };

/** A sweep in which a tile's phase object is sparse, and its gradient out of the amplitude, at a distance of its own. */
function sweepOf(focusOf: (tile: number) => number, dip = 0.1): SweepSample[] {
  return zs.map((z) => {
    const sums = new Float64Array(TILES * SUMS);
    for (let tile = 0; tile < TILES; tile++) {
      const off = (z - focusOf(tile)) / 15;
      const sharp = dip / (1 + off * off);
      sums.set([1, 1, 0.5 - sharp, 0.6, 1, 0.6 * (1 - sharp), 1], tile * SUMS);
    }
    return { z, sums, pixelsPerTile: 1 };
  });
}

describe('the vote of the tiles', () => {
  it('goes to the distance that most of them speak for', () => {
    const focus = (tile: number) => (tile < 5 ? 300 : 130 + 40 * (tile - 5));
    const voted = votedFocus({ ...parts, sweep: sweepOf(focus) })!;
    expect(voted.candidate.z).toBeCloseTo(300, 0);
    expect(voted.candidate.kind).toBe('phase');
    expect(voted.tiles).toEqual([0, 1, 2, 3, 4]);
    expect(voted.share).toBeCloseTo(5 / 9, 6);
  });

  it('counts strong evidence more than many weak hints', () => {
    const strong = sweepOf((tile) => (tile < 4 ? 400 : 200), 0.2);
    const weak = sweepOf((tile) => (tile < 4 ? 400 : 200), 0.02);
    const mixed = strong.map((sample, k) => {
      const sums = sample.sums.map((v, at) => (at < 4 * SUMS ? v : weak[k]!.sums[at]!));
      return { ...sample, sums };
    });
    expect(votedFocus({ ...parts, sweep: mixed })!.candidate.z).toBeCloseTo(400, 0);
  });

  it('is none where the depth of field leaves the distance open, and none outside the range', () => {
    const sweep = sweepOf(() => 300);
    expect(votedFocus({ ...parts, sweep, depth: (z) => 0.25 * z })).toBeNull();
    expect(votedFocus({ ...parts, sweep, inRange: ({ z }) => z > 350 })).toBeNull();
  });
});
