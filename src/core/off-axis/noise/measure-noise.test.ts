import { expect, it } from 'vitest';
import { afterSmoothing, type MeasuredNoise } from './measure-noise.ts';
import { offAxisSettings } from '../off-axis-settings.ts';

it('leaves a hologram a tenth of its noise, however much of it is the pattern of a background that was smoothed', () => {
  const left = (theirs: number) => {
    const one = { fieldVariance: Float64Array.of(1), backgroundPhaseVariance: Float64Array.of(theirs) };
    const smoothed = { left: Float64Array.of(1), shared: 1 } as unknown as Parameters<
      typeof afterSmoothing
    >[1];
    return afterSmoothing(one as unknown as MeasuredNoise, smoothed, offAxisSettings.noise).fieldVariance[0];
  };
  // both frames have the pattern alone: the squared difference of its sizes, √½ of the one frame's phase, is left
  expect(left(0.1)).toBeCloseTo(1 + 2 * (0.1 - 2 * Math.sqrt(0.5 * 0.1)), 9);
  expect(left(0.5)).toBeCloseTo(0.1, 9);
});
