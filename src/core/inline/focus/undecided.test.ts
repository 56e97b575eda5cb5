import { describe, expect, it } from 'vitest';
import { focusSettings } from './focus-settings.ts';
import type { Finalist } from './model/choose-by-model.ts';
import { finalist, settled } from './found.fixture.ts';
import type { Settled } from './planes.ts';
import { spreadOf } from './undecided.ts';

const { doubts, model } = focusSettings;
const OWN = 10;
const DEPTH = 100;
const range = { from: 500, to: 3500, sign: 1, bothSides: false } as const;

const sharp = finalist({ rise: 1 });
const of = (main: Settled, first = sharp, rivals: readonly Finalist[] = []) =>
  spreadOf(main, first, rivals, range, focusSettings);
/** of a distance that may be any of the range, about 1000 */
const anywhere = Math.sqrt(3000 ** 2 / 12 + 1000 ** 2);

describe('the uncertainty of a distance', () => {
  it('that is certain and has no rival is its own, however flat the cost', () => {
    expect(of(settled(), finalist({ rise: 1e-6 }))).toBe(OWN);
  });

  it('covers rivals by how well they explain the hologram', () => {
    const even = of(settled(), sharp, [finalist({ z: 1400 })]);
    expect(even).toBeCloseTo(Math.sqrt((OWN ** 2 + 400 ** 2) / 2), 9);
    const worse = finalist({ relativeCost: 1 + doubts.asGood / 2, z: 1400 });
    expect(of(settled(), sharp, [worse])).toBeCloseTo(Math.sqrt((OWN ** 2 + 0.5 * 400 ** 2) / 1.5), 9);
    const hardly = finalist({ relativeCost: 1 + 0.9999 * doubts.asGood, z: 1400 });
    expect(of(settled(), sharp, [hardly])).toBeLessThan(OWN + 1);
  });

  it('that is not certain covers where the cost has not risen by what tells two apart', () => {
    const rise = 0.01;
    const reach = model.walk.second.step * DEPTH * Math.sqrt(doubts.asGood / rise);
    const open = settled({ certain: false });
    expect(of(open, finalist({ rise }))).toBeCloseTo(reach / Math.sqrt(3), 9);
    expect(of(open, finalist({ rise: 10 }))).toBe(OWN);
    expect(of(open, finalist({ rise: 1e-9 }))).toBeCloseTo(anywhere, 9);
    expect(of(open, finalist({ inside: false, rise: 0 }))).toBeCloseTo(anywhere, 9);
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
