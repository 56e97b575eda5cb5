import { expect, it } from 'vitest';
import { overlapSettings } from './overlap-settings.ts';
import { shareBy } from './reference-power.ts';

it('takes no more than nearly all of the light for the reference, and nothing from a slope that may be chance', () => {
  const { reference } = overlapSettings;
  expect(shareBy(1 / 0.97, 0.1, reference)).toBeCloseTo(0.97, 9);
  // else there were no object beam
  expect(shareBy(1 / 0.99, 0.1, reference)).toBeCloseTo(0.98, 9);
  expect(shareBy(1.5, 1.5 / 5.9, reference)).toBeNull();
  expect(shareBy(1.5, 1.5 / 6.1, reference)).toBeCloseTo(1 / 1.5, 9);
});
