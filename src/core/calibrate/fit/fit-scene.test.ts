import { expect, it } from 'vitest';
import { locateSettings } from '../locate/locate-settings.ts';
import { isSettled } from './fit-scene.ts';
import { fitSettings } from './fit-settings.ts';

it.each([
  ['a search', locateSettings.enough, 0.1],
  ['the last fit', fitSettings.final.enough, 0.003],
])('the steps of %s end with one that moves little and lowers the residuals by little', (_, enough, px) => {
  const ends = (moved: number, after: number) =>
    isSettled({ moved, before: 2, after }, { enough, settings: fitSettings });
  expect([ends(0.99 * px, 2), ends(1.01 * px, 2)]).toEqual([true, false]);
  // a thousandth; what is weighed anew may rise as well
  expect([1.99802, 1.99798, 2.00198, 2.00202].map((after) => ends(0, after))).toEqual([
    ...[true, false],
    ...[true, false],
  ]);
});
