import { describe, expect, it } from 'vitest';
import { focusSettings } from '../focus-settings.ts';
import type { FocusCandidate } from '../metrics/foci.ts';
import { farFrom, goOn, strongEnough, strongestOfCheap, whereLast } from './choose-by-model.ts';

const at = (z: number, strength: number): FocusCandidate => ({ z, strength, kind: 'phase' });
const tried = (z: number, strength: number, cost: number) => ({ candidate: at(z, strength), cost });
describe('what goes on', () => {
  it('are the first few that come near the strongest', () => {
    const found = [at(1, 0.5), at(2, 0.155), at(3, 0.145), at(4, 0.4), at(5, 0.5)];
    const { choice } = focusSettings.model;
    const zs = (most: number) => strongEnough(found, { ...choice, most }).map(({ z }) => z);
    expect(zs(4)).toEqual([1, 2, 4]);
    expect(zs(5)).toEqual([1, 2, 4, 5]);
    expect(zs(1)).toEqual([1]);
    expect(strongEnough([], choice)).toEqual([]);
  });

  const limits = { excluded: 0.1, mostFinalists: 3 };
  const zs = (list: readonly FocusCandidate[]) => list.map(({ z }) => z);
  it('is cheapest first, and not what costs too much', () => {
    const all = [
      tried(100, 0.1, 10.5),
      tried(200, 0.3, 10),
      tried(300, 0.2, 10.999),
      tried(400, 0.4, 11.001),
    ];
    expect(zs(goOn(all, () => 50, limits))).toEqual([200, 100, 300]);
    expect(zs(goOn(all, () => 50, { ...limits, mostFinalists: 2 }))).toEqual([200, 100]);
    // the bound itself is too much
    expect(zs(goOn([tried(1, 0, 2), tried(100, 0, 3)], () => 5, { ...limits, excluded: 0.5 }))).toEqual([1]);
  });

  it('is of two that are one the stronger, also where it costs more', () => {
    const all = [tried(100, 0, 10), tried(104, 0.3, 10.2), tried(120, 0.1, 10.1)];
    expect(zs(goOn(all, () => 5, limits))).toEqual([120, 104]);
    expect(zs(goOn(all, () => 3, limits))).toEqual([100, 120, 104]);
    // also where it costs so much more that nothing would be left
    expect(zs(goOn([tried(100, 0, 10), tried(104, 0.3, 12)], () => 5, limits))).toEqual([104]);
  });
});

describe('the focus', () => {
  const of = (shown: number, ...all: ReturnType<typeof tried>[]) =>
    strongestOfCheap(all, shown, focusSettings.model.choice).candidate.z;
  const chosen = (...all: ReturnType<typeof tried>[]) => of(Infinity, ...all);

  it('is the cheapest where costs decide', () => {
    expect(chosen(tried(100, 0.05, 10), tried(200, 0.1, 10.21))).toBe(100);
    expect(chosen(tried(100, 0.05, 10), tried(200, 0.3, 10.21))).toBe(100);
  });

  it('is the strongest for its distance where they do not', () => {
    expect(chosen(tried(100, 0.02, 10), tried(200, 0.1, 10.19))).toBe(200);
    expect(chosen(tried(100, 0.05, 10), tried(200, 0.09, 10.19))).toBe(100);
    // where the metrics may show it against the cost
    expect(of(0.1, tried(100, 0.02, 10), tried(200, 0.11, 20))).toBe(200);
    expect(of(0.1, tried(100, 0.02, 10), tried(200, 0.1, 20))).toBe(100);
  });

  it('is the cheaper of two that the scan found', () => {
    expect(chosen(tried(100, 0, 10.1), tried(200, 0, 10))).toBe(200);
    expect(chosen(tried(200, 0, 10), tried(100, 0, 10.1))).toBe(200);
  });

  it('has for rivals what is half a depth away, cheapest first', () => {
    const all = [
      tried(100, 0, 3),
      tried(110, 0, 2),
      tried(110.1, 0, 2.5),
      tried(89.9, 0, 1),
      tried(90, 0, 1),
    ];
    const rivals = farFrom(all, { candidate: at(100, 0), depth: 20 });
    expect(rivals.map(({ candidate }) => candidate.z)).toEqual([89.9, 110.1]);
  });
});

describe('a last walk', () => {
  const [ended, open] = [
    { inside: true, open: 1 },
    { inside: false, open: 1 },
  ];

  it('that ends says where, or half way where most fringes leave the frame, and no better than what costs alike', () => {
    expect(whereLast({ ...ended, z: 306 }, 300, true)).toEqual({ at: 306, open: 1 });
    expect(whereLast({ ...ended, z: 306 }, 300, false)).toEqual({ at: 303, open: 3 });
    expect(whereLast({ ...ended, z: 294 }, 300, false)).toEqual({ at: 297, open: 3 });
    expect(whereLast({ ...ended, z: 300 }, 300, false)).toEqual({ at: 300, open: 1 });
  });

  it.each([true, false])('that does not end leaves the distance, and all of its way open', (holdsFringes) => {
    expect(whereLast({ ...open, z: 290 }, 300, holdsFringes)).toEqual({ at: 300, open: 10 });
    expect(whereLast({ ...open, z: 300 }, 300, holdsFringes)).toEqual({ at: 300, open: 1 });
  });
});
