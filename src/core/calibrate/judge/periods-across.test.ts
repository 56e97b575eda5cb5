import { expect, it } from 'vitest';
import { findTarget } from '../../targets/catalogue.ts';
import { periodsAcross } from './periods-across.ts';

const frame = { rows: 180, cols: 200, cell: 1 };
const ruling = findTarget('ronchi-10')!.model();

/** Of 100 µm each, seen as so many pixels, turned. */
function turned(px: number, degrees: number) {
  const angle = (degrees * Math.PI) / 180;
  const [c, s] = [(px / 100) * Math.cos(angle), (px / 100) * Math.sin(angle)];
  return [c, -s, 3, s, c, 5] as const;
}

it('counts periods along a frame, and aslant as many as are seen for as long as they lie apart', () => {
  const across = (px: number, degrees: number) => periodsAcross(ruling, turned(px, degrees), frame);
  expect([across(49.9, 0), across(50.1, 0), across(49.9, 180)]).toEqual([4, 3, 4]);
  expect([across(44.9, 90), across(45.1, 90)]).toEqual([4, 3]);
  // (200 + 180) / √2 less a period: 268.7 = 5 p and p
  expect([across(44.7, 45), across(44.9, 45), across(44.7, -45)]).toEqual([5, 4, 5]);
});

it('counts none of a grid, or of a scale', () => {
  const of = (name: string) => periodsAcross(findTarget(name)!.model(), turned(20, 0), frame);
  expect(['distortion-grid-50um', 'stage-micrometer-100um', 'usaf-1951'].map(of)).toEqual([0, 0, 0]);
});
