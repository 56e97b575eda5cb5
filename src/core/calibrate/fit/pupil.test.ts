import { expect, it } from 'vitest';
import { pupilOf } from './pupil.ts';

/** Least at the radius that is meant, by a share of what there is without a disc. */
const lossAround = (radius: number, share: number) => (tried: number | null) =>
  tried === null ? 1 : 1 - share + Math.abs(tried - radius);

it('finds the disc that explains the frame best, to a hundredth of the widest one', () => {
  const filter = { pass: 0.09, stop: 0.1 };
  const { pupil, loss } = pupilOf(filter, lossAround(0.0537, 0.3), null, 0.01);
  expect(Math.abs(pupil! - 0.0537)).toBeLessThanOrEqual(0.001);
  expect(loss).toBeLessThan(0.702);
  const inline = pupilOf(null, lossAround(0.413, 0.3), null, 0.01);
  expect(Math.abs(inline.pupil! - 0.413)).toBeLessThanOrEqual(0.005);
});

it('leaves a disc away that fits the noise a little better', () => {
  const filter = { pass: 0.09, stop: 0.1 };
  expect(pupilOf(filter, lossAround(0.044, 0.006), null, 0.01)).toEqual({ pupil: null, loss: 1 });
  expect(pupilOf(filter, lossAround(0.044, 0.02), null, 0.01).pupil).not.toBeNull();
});

it('moves a disc that is known a little', () => {
  const filter = { pass: 0.09, stop: 0.1 };
  const { pupil } = pupilOf(filter, lossAround(0.05, 0.3), 0.047, 0.01);
  expect(Math.abs(pupil! - 0.05)).toBeLessThanOrEqual(0.001);
  expect(pupilOf(filter, lossAround(0.02, 0.3), 0.08, 0.01).pupil).toBeGreaterThan(0.075);
});
