import { expect, it } from 'vitest';
import { clearLevel } from './clear-level.ts';
import { prepareSettings } from './prepare-settings.ts';

/** A thousand cells, of which the brightest share is as bright as a field of 3 + 4i, the others as `dim` of it. */
function levelOf(brightest: number, dim: number): number {
  const size = (k: number) => (k < 1000 * brightest ? 1 : dim);
  const cells = Array.from({ length: 1000 }, (_, k) => size(k));
  const weight = Float64Array.from([...cells.map(() => 1), 0]);
  // the last, which does not count, is brighter than all
  const [re, im] = [3, 4].map((part) => Float64Array.from([...cells.map((v) => part * v), 1e6]));
  return clearLevel({ re: re!, im: im!, weight }, prepareSettings.clear);
}

it('takes for clear what three quarters of a frame are no brighter than', () => {
  expect(levelOf(0.26, 0.7)).toBeCloseTo(5, 9);
  expect(levelOf(0.24, 0.7)).toBeCloseTo(3.5, 9);
});

it('takes the brightest parts where the rest is darker than half as bright', () => {
  expect(levelOf(0.1, 0.51)).toBeCloseTo(2.55, 9);
  expect(levelOf(0.1, 0.49)).toBeCloseTo(5, 9);
  // a hundredth and less of a frame is no part of it
  expect(levelOf(0.004, 0.49)).toBeCloseTo(2.45, 9);
});
