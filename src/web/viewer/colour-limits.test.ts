import { expect, it } from 'vitest';
import { colourLimits } from './colour-limits.ts';

it('shows how the usual uncertainty varies, not that edges and unknown turns are worse', () => {
  expect(colourLimits('phase_uncertainty', { min: 0.002, max: 1.8 }, 0.003)).toEqual({
    min: 0.002,
    max: 0.03,
  });
  expect(colourLimits('temporal_std', { min: 0.002, max: 0.009 }, 0.003)).toEqual({ min: 0.002, max: 0.009 });
  // a phase may be high in few places
  expect(colourLimits('phase', { min: -0.1, max: 3 }, 0.001)).toEqual({ min: -0.1, max: 3 });
  expect(colourLimits('phase_noise', { min: 0, max: 1 }, NaN)).toEqual({ min: 0, max: 1 });
});
