import { expect, it } from 'vitest';
import { Problem } from '../problem/problem.ts';
import type { Calibration } from '../rig/calibration.ts';
import { firstClear } from './first-clear.ts';

const explaining = (explained: number) => ({ explained }) as Calibration;

it('ends with the first try of which nothing is missing, past those that see no target', () => {
  let looked = 0;
  const counted = (come: () => Calibration) => () => {
    looked += 1;
    return come();
  };
  const refused = counted(() => {
    throw new Problem('TARGET_NOT_RECOGNISED', 'not seen');
  });
  const own = [refused, ...[0.91, 0.95, 0.99].map((v) => counted(() => explaining(v)))];
  expect(firstClear(own, 0.93).map(({ explained }) => explained)).toEqual([0.91, 0.95]);
  expect(looked).toBe(3);
  expect(firstClear(own, 0.995)).toHaveLength(3);
  expect(firstClear([refused], 0.93)).toEqual([]);
});

it('keeps what is no refusal', () => {
  const failing = () => {
    throw new RangeError('a fault');
  };
  expect(() => firstClear([failing], 0.93)).toThrow(RangeError);
});
