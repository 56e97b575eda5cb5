import { describe, expect, it } from 'vitest';
import type { SweepSample } from './sweep.ts';
import { localFoci, tilesInFocus, votedFocus } from './local-foci.ts';
import { metricsSettings as metrics } from './metrics-settings.ts';

const TILES = 9;
const SUMS = 7;
const zs = Array.from({ length: 80 }, (_, k) => 100 + 5 * k);
const shares = new Float64Array(TILES).fill(1 / TILES);
const parts = { depth: () => 20, inRange: () => true, shares, metrics };

/**
 * A sweep in which a tile's phase object is sparse, and its gradient out of the amplitude, at a distance of its own.
 * @param alsoAt a second distance where it is so as well, and how much of the first's dip it has
 */
function sweepOf(
  focusOf: (tile: number) => number,
  dip = 0.1,
  alsoAt: readonly [z: number, share: number] = [0, 0],
): SweepSample[] {
  return zs.map((z) => {
    const sums = new Float64Array(TILES * SUMS);
    for (let tile = 0; tile < TILES; tile++) {
      const [off, other] = [(z - focusOf(tile)) / 15, (z - alsoAt[0]) / 15];
      const sharp = dip / (1 + off * off) + (alsoAt[1] * dip) / (1 + other * other);
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
    // its strength is the root mean square over all tiles
    const all = votedFocus({ ...parts, sweep: sweepOf(() => 300) })!.candidate.strength;
    expect(voted.candidate.strength / all).toBeCloseTo(Math.sqrt(5 / 9), 6);
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
    expect(votedFocus({ ...parts, sweep, depth: (z) => 0.95 * metrics.longest * z })).not.toBeNull();
    expect(votedFocus({ ...parts, sweep, depth: (z) => 1.05 * metrics.longest * z })).toBeNull();
    expect(votedFocus({ ...parts, sweep, inRange: ({ z }) => z > 350 })).toBeNull();
  });
});

describe('foci beside the main one', () => {
  const main = { z: 200, kind: 'phase', strength: 0.1 } as const;
  const { agreeing } = metrics.parts;
  /** The first so many tiles are in focus at 400 µm, the others where the frame is. */
  const local = (count: number, dip: number, settings = metrics) =>
    localFoci(
      { ...parts, sweep: sweepOf((tile) => (tile < count ? 400 : 200), dip), metrics: settings },
      main,
    );
  /** whose evidence is above chance, and less than one part needs that is alone */
  const faint = 0.1;

  it('are where enough parts agree', () => {
    const [found, ...others] = local(agreeing, faint);
    expect(others).toEqual([]);
    expect(found!.candidate.z).toBeCloseTo(400, 0);
    expect(found!.tiles).toHaveLength(agreeing);
    expect(found!.share).toBeCloseTo(agreeing / TILES, 6);
    expect(local(agreeing - 1, faint)).toEqual([]);
  });

  it('are where fewer parts are strong', () => {
    expect(local(1, 0.21)).toHaveLength(1);
    expect(local(1, 0.16)).toEqual([]);
  });

  it('are not where a part holds hardly any of the light', () => {
    const holding = (share: number) => {
      const own = shares.map((one, tile) => (tile < agreeing ? share * one : one));
      const sweep = sweepOf((tile) => (tile < agreeing ? 400 : 200), faint);
      return localFoci({ ...parts, shares: own, sweep }, main).length;
    };
    expect([holding(0.41), holding(0.39)]).toEqual([1, 0]);
  });

  it('are not where a part shows the main one nearly as well', () => {
    const at = (share: number) =>
      localFoci(
        { ...parts, sweep: sweepOf((tile) => (tile < agreeing ? 400 : 200), 0.3, [200, share]) },
        main,
      );
    expect(at(0.6).map(({ tiles }) => tiles.length)).toEqual([agreeing]);
    expect(at(0.73)).toEqual([]);
  });

  it.each([
    ['alone', 1],
    ['beside another', 2],
  ])('are not where what holds little of the light is %s', (_, count) => {
    const found = (share: number) => {
      const own = shares.map((_, tile) => (tile < count ? share / count : (1 - share) / (TILES - count)));
      // a part with so little of the light has no vote otherwise
      const open = { ...metrics, parts: { ...metrics.parts, leastEnergy: 0 } };
      const sweep = sweepOf((tile) => (tile < count ? 400 : 200), 0.24);
      return localFoci({ ...parts, shares: own, sweep, metrics: open }, main).length;
    };
    expect([found(0.0303), found(0.0297)]).toEqual([1, 0]);
  });

  it('are on either side of the main one', () => {
    const sweep = sweepOf((tile) => (tile < agreeing ? 200 : 400), faint);
    const found = localFoci({ ...parts, sweep }, { ...main, z: 400 });
    expect(found.map(({ candidate }) => Math.round(candidate.z))).toEqual([200]);
    // each part has a weaker extremum at 200 beside its own at 400
    const both = sweepOf((tile) => (tile < agreeing ? 400 : 300), 0.3, [200, 0.8]);
    expect(localFoci({ ...parts, sweep: both }, { ...main, z: 300 }).length).toBeGreaterThan(0);
  });

  it('are not where evidence may be chance', () => {
    expect(local(agreeing, 1.1 * metrics.strength.clear)).toHaveLength(1);
    expect(local(agreeing, 0.7 * metrics.strength.clear)).toEqual([]);
  });
});

describe('the tiles in focus at the main distance', () => {
  const main = { z: 200, strength: 0.3, kind: 'phase' } as const;
  const sweep = (dip: number) => sweepOf((tile) => (tile < 3 ? 400 : 200), dip);

  it('are those whose own is within a depth of field of it', () => {
    const found = (z: number) => tilesInFocus({ ...parts, sweep: sweep(0.1) }, { ...main, z });
    expect(found(200)).toEqual([3, 4, 5, 6, 7, 8]);
    expect(found(400)).toEqual([0, 1, 2]);
    expect([found(218).length, found(222).length]).toEqual([6, 0]);
  });

  it('are none whose evidence may be chance, or that hold hardly any of the light', () => {
    expect(tilesInFocus({ ...parts, sweep: sweep(0.7 * metrics.strength.clear) }, main)).toEqual([]);
    const least = metrics.parts.leastEnergy;
    const held = shares.map((one, tile) => (tile === 3 ? 0.9 * least * one : one));
    expect(tilesInFocus({ ...parts, shares: held, sweep: sweep(0.1) }, main)).toEqual([4, 5, 6, 7, 8]);
  });
});
