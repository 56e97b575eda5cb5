import { expect, it } from 'vitest';
import { ENOUGH_PX } from '../locate/with-all.ts';
import { isSettled } from './fit-scene.ts';
import { LAST_MOVE_PX } from './through-pupil.ts';

it.each([
  ['a search', ENOUGH_PX, 0.1],
  ['the last fit', LAST_MOVE_PX, 0.003],
])('the steps of %s end with one that moves little and lowers the residuals by little', (_, enough, px) => {
  const ends = (moved: number, after: number) => isSettled({ moved, before: 2, after }, { enough });
  expect([ends(0.99 * px, 2), ends(1.01 * px, 2)]).toEqual([true, false]);
  // a thousandth; what is weighed anew may rise as well
  expect([1.99802, 1.99798, 2.00198, 2.00202].map((after) => ends(0, after))).toEqual([
    ...[true, false],
    ...[true, false],
  ]);
});
