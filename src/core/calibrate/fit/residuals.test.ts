import { expect, it } from 'vitest';
import type { MeasuredLight } from '../model/measured.ts';
import { fitSettings } from './fit-settings.ts';
import { weighed } from './residuals.ts';

it('takes residuals of intensities in units of the amplitude, where there is light enough to have one', () => {
  const light = [0, 0.0099, 0.0101, 0.25, 1];
  const even = Float64Array.from(light, () => 1);
  const measured = {
    re: Float64Array.from(light, Math.sqrt),
    im: null,
    weight: even,
  } as Partial<MeasuredLight>;
  const model = { re: Float32Array.from(light), im: new Float32Array(light.length) };
  const { gauge } = weighed(measured as MeasuredLight, model, fitSettings);
  // d√I = dI / 2√I, in the dark as at a hundredth of the light
  [5, 5, 0.5 / Math.sqrt(0.0101), 1, 0.5].forEach((expected, k) => expect(gauge[k]).toBeCloseTo(expected, 5));
});
