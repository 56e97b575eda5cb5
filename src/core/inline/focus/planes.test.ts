import { openFocus } from './metrics/metrics-settings.ts';
import { describe, expect, it } from 'vitest';
import { focusSettings } from './focus-settings.ts';
import * as found from './found.fixture.ts';
import type { Followed } from './metrics/follow-candidate.ts';
import type { Finalist } from './model/choose-by-model.ts';
import {
  apartFrom,
  confirmedByParts,
  explainsMore,
  furtherPlane,
  guessedPlane,
  planesOf,
  saysNothing,
  settle,
  type Settled,
} from './planes.ts';

const { metrics, model } = focusSettings;
const NOTHING = metrics.strength.clear / metrics.strength.clearer;
const { z: Z, depthOfField: DEPTH } = found.followed();
const WEAK = 0.5 * model.weakContrast;
const STRONG = 2 * model.weakContrast;
const followed = (parts: Partial<Followed> = {}) => found.followed({ strength: 0.3, ...parts });
const finalist = (z: number, parts: Partial<Finalist> = {}) => found.finalist({ z, strength: 0.3, ...parts });

const settled = (found: Followed, first: Finalist, contrast = WEAK) =>
  settle(found, first, contrast, focusSettings);

/** of metrics that tell nothing */
const blind = followed({ strength: 0.5 * NOTHING, disagreement: null });

describe('a cost', () => {
  it.each([
    [1.01, true],
    [0.99, false],
  ])('that rises by %f of what is clear tells the distance: %s', (share, certain) => {
    const first = finalist(Z + 30, { rise: share * model.choice.asCheap });
    expect(settled(blind, first)).toMatchObject({ z: Z + 30, certain, byMetrics: false });
  });

  it.each([
    [0.99, true],
    [1.01, false],
  ])('on a grid of %f of what is too coarse tells it: %s', (share, certain) => {
    const first = finalist(Z + 30, { rise: 1, depth: share * metrics.follow.finer * DEPTH });
    expect(settled(blind, first).certain).toBe(certain);
  });

  it('at an end of its walk, or on a grid that may not correct the metrics, tells nothing', () => {
    for (const parts of [{ inside: false }, { resolves: false }])
      expect(settled(blind, finalist(Z + 30, { rise: 1, ...parts })).certain).toBe(false);
  });
});

it.each([
  [0.2, true],
  [0, false],
  [-0.3, false],
])('a plane for which all around its parts costs %f more at the main distance is one: %s', (beside, is) => {
  expect(explainsMore({ beside })).toBe(is);
});

it('what the last walk left open counts in the uncertainty', () => {
  const least = metrics.uncertainty.least * DEPTH;
  const after = (open: number) => settled(blind, finalist(Z, { rise: 1, open, cheapest: null })).uncertainty;
  expect(after(10) ** 2 - after(0) ** 2).toBeCloseTo(100, 6);
  expect(after(0)).toBeGreaterThanOrEqual(least);
});

it('what is cheapest counts in the uncertainty where the metrics are better known', () => {
  const near = followed({ disagreement: 0 });
  const at = (cheapest: number | null) => settled(near, finalist(Z, { cheapest, resolves: false }));
  const least = metrics.uncertainty.least * DEPTH;
  expect(at(null).uncertainty).toBeCloseTo(least, 9);
  expect(at(Z + 30)).toMatchObject({ z: Z, certain: true });
  expect(at(Z + 30).uncertainty).toBeCloseTo(Math.hypot(least, 15), 9);
  // so far away it is another distance
  expect(at(Z + 1.01 * metrics.extrema.same * 100).certain).toBe(false);
});

describe('metrics', () => {
  const flat = finalist(Z);
  it.each([
    [0.99, true],
    [1.01, false],
  ])('that disagree by %f of what is allowed are clear: %s', (share, certain) => {
    const found = followed({ disagreement: share * metrics.step * DEPTH });
    expect(settled(found, flat)).toMatchObject({ certain, byMetrics: certain });
  });

  it.each([
    [1.01, true],
    [0.99, false],
  ])('%f times as strong as what is clear are: %s', (share, certain) => {
    expect(settled(followed({ strength: share * metrics.strength.clear }), flat).certain).toBe(certain);
  });

  it.each([
    [0.99, true],
    [1.01, false],
  ])('of an object %f times as blurred as may be are: %s', (share, certain) => {
    const depthOfField = share * metrics.longest * Z;
    expect(settled(followed({ depthOfField }), finalist(Z, { depth: 400 })).certain).toBe(certain);
  });

  it.each([
    ['weak', WEAK, metrics.extrema.same],
    ['strong', STRONG, metrics.step],
  ])('of a %s phase object must mean the minimum of the cost', (_, contrast, allowed) => {
    const off = (share: number) => finalist(Z + share * allowed * DEPTH);
    expect(settled(followed(), off(0.99), contrast).byMetrics).toBe(true);
    expect(settled(followed(), off(1.01), contrast).byMetrics).toBe(false);
  });

  it('are the better guess where nothing is clear, unless they are as good as none', () => {
    const first = finalist(Z + 90);
    expect(settled(followed({ strength: 1.01 * NOTHING }), first).z).toBe(Z);
    expect(settled(followed({ strength: 0.99 * NOTHING }), first).z).toBe(Z + 90);
  });
});

describe('what is stated', () => {
  const { least } = metrics.uncertainty;
  const open = openFocus(metrics);
  it.each([
    [0, 0, least],
    [8, 0, Math.hypot(least, 0.04)],
    [8, 14, Math.hypot(least, 0.04, 0.07)],
    [20, 0, Math.hypot(least, 0.1)],
    [30, 0, Math.hypot(least, 0.15)],
    [0, 40, Math.hypot(least, 0.2)],
  ])('of a clear distance holds that it lies %f µm from metrics %f µm apart', (off, disagreement, depths) => {
    const { uncertainty } = settled({ ...blind, disagreement }, finalist(Z + off, { rise: 1 }));
    expect(uncertainty / DEPTH).toBeCloseTo(depths, 9);
  });

  it('of a distance that is not clear is at least half the depth of field', () => {
    expect(settled(blind, finalist(Z + 20)).uncertainty).toBe(open * DEPTH);
    expect(settled(blind, finalist(Z + 140)).uncertainty).toBe(70);
  });
});

describe('planes', () => {
  const main = (certain: boolean): Settled => ({ ...followed(), certain, byMetrics: false });
  const at = (depths: number, share: number, certain = true) => ({
    ...followed({ z: Z + depths * DEPTH, share }),
    certain,
  });

  it('are foci farther apart than a depth of field', () => {
    expect(apartFrom(at(1.01, 1), followed())).toBe(true);
    expect(apartFrom(at(0.99, 1), followed())).toBe(false);
  });

  it('of parts that hold most of the light take the place of a frame where nothing is clear', () => {
    const most = at(4, 0.51);
    const fewer = at(4, 0.49);
    expect(planesOf(main(false), [most])).toMatchObject({
      main: { z: most.z, certain: true, byMetrics: true },
      others: [],
    });
    expect(planesOf(main(false), [{ ...most, certain: false }]).main).toMatchObject({
      z: most.z,
      certain: false,
      byMetrics: false,
    });
    expect(planesOf(main(false), [fewer])).toMatchObject({ main: { z: Z }, others: [fewer] });
    expect(planesOf(main(true), [most])).toMatchObject({ main: { z: Z }, others: [most] });
  });

  it.each([
    ['two metrics agree', 0.03, 10, STRONG, true],
    ['they do not', 0.03, null, STRONG, false],
    ['metrics and costs see the same', 0.03, 10, WEAK, false],
    ['phase retrieval excludes the main one', 1.01 * model.choice.excluded, null, WEAK, true],
    ['it nearly does', 0.99 * model.choice.excluded, null, STRONG, false],
  ])('of parts where %s', (_, more, disagreement, contrast, certain) => {
    const found = followed({ disagreement, uncertainty: 12 });
    expect(furtherPlane(found, { more, beside: 1 }, contrast, focusSettings)).toMatchObject({
      certain,
      uncertainty: certain ? 12 : openFocus(metrics) * DEPTH,
    });
  });

  it('of parts that all around them speaks against is not certain', () => {
    const [found, more] = [followed({ disagreement: 10 }), 2 * model.choice.excluded];
    const of = (beside: number) => furtherPlane(found, { more, beside }, STRONG, focusSettings).certain;
    expect([of(more), of(1.01 * model.choice.asCheap), of(-0.3)]).toEqual([true, true, false]);
  });

  it('that are guessed are not certain', () => {
    const voted = { candidate: { z: 700, kind: 'phase', strength: 0.02 } as const, tiles: [1], share: 0.4 };
    const guess = guessedPlane(voted, followed({ z: 690 }), 33);
    expect(guess).toMatchObject({ main: { z: 700, uncertainty: 33, certain: false }, others: [] });
  });

  it('are guessed where neither the cost nor the metrics prefer a distance', () => {
    const weak = { z: Z, kind: 'phase', strength: 0.9 * NOTHING } as const;
    const strong = { ...weak, strength: 1.1 * NOTHING };
    const [less, more] = [0.0018, 0.0022];
    expect(saysNothing(finalist(Z, { rise: less, candidate: weak }), metrics)).toBe(true);
    expect(saysNothing(finalist(Z, { rise: more, candidate: weak }), metrics)).toBe(false);
    expect(saysNothing(finalist(Z, { rise: less, candidate: strong }), metrics)).toBe(false);
  });
});

describe('parts that agree', () => {
  const open = found.settled({ certain: false, undecided: { others: [], anywhere: Infinity } });
  const confirmed = (agreed: number, main: Settled = open) =>
    confirmedByParts({ main, others: [] }, agreed, 80, metrics).main;

  it('make certain what they confirm, between the two', () => {
    const apart = 0.99 * metrics.extrema.same * 80;
    expect(confirmed(Z + apart)).toMatchObject({ z: Z + apart / 2, certain: true, byParts: true });
    expect(confirmed(Z + apart).undecided).toBeUndefined();
    expect(confirmed(Z).uncertainty).toBeCloseTo(80 * openFocus(metrics), 9);
    expect(confirmed(Z + 40).uncertainty).toBeCloseTo(Math.hypot(80 * openFocus(metrics), 20), 9);
  });

  it('change nothing where they are elsewhere, or where it was certain', () => {
    expect(confirmed(Z + 1.01 * metrics.extrema.same * 80)).toEqual(open);
    const sure = found.settled();
    expect(confirmed(Z + 10, sure)).toEqual(sure);
  });
});
