import { expect, it } from 'vitest';
import type { Nominal } from '../model/nominal.ts';
import { fitsAsWell, isElsewhere, span } from './distance-doubt.ts';
import { judgeSettings } from './judge-settings.ts';

const { doubt } = judgeSettings;

it('another place fits as well if it leaves four times as much and half a per cent, and not if it leaves more', () => {
  expect([0.9601, 0.9599].map((there) => fitsAsWell(there, 0.99, doubt))).toEqual([true, false]);
  // where the first leaves next to nothing
  expect([0.9951, 0.9949].map((there) => fitsAsWell(there, 1, doubt))).toEqual([true, false]);
  expect([0.9942, 0.994].map((there) => fitsAsWell(there, 0.9991, doubt))).toEqual([true, false]);
});

it('an image nearer than a sixteenth of half a depth of field is the same place', () => {
  expect([59, -59, 61, -61].map((difference) => isElsewhere(difference, 1000, doubt))).toEqual([
    ...[false, false],
    ...[true, true],
  ]);
});

it('a distance without a range may be wrong by a factor of four, one with a range by a depth of field', () => {
  const given = { from_um: 800, to_um: 1200 };
  expect(span({ ...given, rangeGiven: true } as Nominal, 100, doubt)).toEqual([700, 1300]);
  expect(span({ ...given, rangeGiven: false } as Nominal, 100, doubt)).toEqual([200, 4800]);
});
