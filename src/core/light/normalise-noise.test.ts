import { expect, it } from 'vitest';
import { lightSettings } from './light-settings.ts';
import { lowerLine } from './normalise-noise.ts';

/** The line through classes of noise whose brightness spreads by a share of its mean, of an offset and a slope. */
function lineOf(spread: number) {
  const mean = Array.from({ length: 48 }, (_, k) => 100 * (1 + (k % 2 === 0 ? spread : -spread)));
  return lowerLine(
    mean,
    mean.map((m) => 50 + 0.5 * m),
    lightSettings.noise,
  );
}

it('noise is that of the light alone where brightness spreads too little to tell an offset', () => {
  expect(lineOf(0.074)).toEqual({ offset: 0, slope: expect.closeTo(1, 6) });
  const { offset, slope } = lineOf(0.086);
  expect([offset, slope]).toEqual([expect.closeTo(50, 6), expect.closeTo(0.5, 6)]);
});
