import { describe, expect, it } from 'vitest';
import { focusSettings } from './focus-settings.ts';
import type { Finalist } from './model/choose-by-model.ts';
import { finalist, settled } from './found.fixture.ts';
import type { CostScan } from './model/scan-by-model.ts';
import type { Settled } from './planes.ts';
import { spreadOf } from './undecided.ts';

const { doubts, model } = focusSettings;
const OWN = 10;
const range = { from: 500, to: 3500, sign: 1, bothSides: false } as const;

const sharp = finalist({ rise: 1 });
/** What costs twice as much as the least everywhere but at 1000. */
const steep = { zs: [500, 990, 1000, 1010, 3500], costs: [2, 2, 1, 2, 2] };
const of = (main: Settled, first = sharp, rivals: readonly Finalist[] = [], scan: CostScan = steep) =>
  spreadOf(main, first, rivals, { range, scan }, focusSettings);
/** of a distance that may be any of the range, about 1000 */
const anywhere = Math.sqrt(3000 ** 2 / 12 + 1000 ** 2);

describe('the uncertainty of a distance', () => {
  it('that is certain and has no rival is its own, whatever else costs little', () => {
    expect(of(settled(), sharp, [], { zs: [500, 1000, 3500], costs: [1, 1, 1] })).toBe(OWN);
  });

  it('covers rivals by how well they explain the hologram', () => {
    const even = of(settled(), sharp, [finalist({ z: 1400 })]);
    expect(even).toBeCloseTo(Math.sqrt((OWN ** 2 + 400 ** 2) / 2), 9);
    const worse = finalist({ relativeCost: 1 + doubts.asGood / 2, z: 1400 });
    expect(of(settled(), sharp, [worse])).toBeCloseTo(Math.sqrt((OWN ** 2 + 0.5 * 400 ** 2) / 1.5), 9);
    const hardly = finalist({ relativeCost: 1 + 0.9999 * doubts.asGood, z: 1400 });
    expect(of(settled(), sharp, [hardly])).toBeLessThan(OWN + 1);
  });

  it('that is not certain covers all that phase retrieval does not exclude, each as likely', () => {
    const open = settled({ certain: false });
    const zs = [500, 1000, 1500, 2000, 2500, 3000, 3500];
    const most = 1 + model.choice.excluded;
    const scan = (...costs: number[]) => of(open, sharp, [], { zs, costs });
    expect(scan(1, 1, 1, 1, 1, 1, 1)).toBeCloseTo(
      Math.sqrt(
        (500 * 500 ** 2 + 1000 * (500 ** 2 + 1000 ** 2 + 1500 ** 2 + 2000 ** 2) + 500 * 2500 ** 2) / 6000,
      ),
      9,
    );
    // elsewhere it explains the hologram far better, and does not even come near that at the distance that is stated
    expect(scan(9, 9, 9, 9, 9, 4, 9)).toBeCloseTo(2000, 9);
    // the bound itself is not excluded
    expect(scan(9, 9, 9, 4 * most, 9, 4, 9)).toBeCloseTo(Math.sqrt((1000 ** 2 + 2000 ** 2) / 2), 9);
    expect(scan(9, 9, 9, 4.001 * most, 9, 4, 9)).toBeCloseTo(2000, 9);
    expect(of(open)).toBe(OWN);
  });

  it('that is not certain, where what explains the hologram best lies outside, is that of the range', () => {
    const open = settled({ certain: false });
    for (const z of [499, 3501]) expect(of(open, finalist({ z }))).toBeCloseTo(anywhere, 9);
    for (const z of [500, 3500]) expect(of(open, finalist({ z }))).toBe(OWN);
    expect(of(settled(), finalist({ z: 499 }))).toBe(OWN);
  });

  it('that nothing speaks for is that of the range searched', () => {
    const undecided = { others: [], anywhere: Infinity };
    expect(of(settled({ certain: false, undecided }))).toBeCloseTo(anywhere, 9);
  });

  it('that the rings guessed goes by their likelihoods, within the range', () => {
    const others = [
      { z: 1600, weight: 0.25 },
      { z: 9000, weight: 0.9 },
    ];
    const guess = settled({ certain: false, byRings: false, undecided: { others, anywhere: 0.1 } });
    const square = (OWN ** 2 + 0.25 * 600 ** 2 + 0.1 * anywhere ** 2) / 1.35;
    expect(of(guess, finalist({ inside: false, rise: 0 }))).toBeCloseTo(Math.sqrt(square), 9);
  });

  it('that the rings decided is its own', () => {
    const undecided = { others: [{ z: 2000, weight: 1 }], anywhere: 1 };
    expect(of(settled({ byRings: true, undecided }), sharp, [finalist({ z: 1400 })])).toBe(OWN);
  });
});
