import { describe, expect, it } from 'vitest';
import { loadKernels } from '../../../../test/load-kernels.ts';
import type { MeasuredLight } from '../model/measured.ts';
import { fitSettings } from './fit-settings.ts';
import { misfitOf, weighed } from './residuals.ts';

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

describe('what a fit is off by', async () => {
  const { wasm } = await loadKernels();
  /** one that is measured as 0 with both parts, and drawn to be off by so much */
  const offBy = (square: readonly number[], weight = square.map(() => 1)) => {
    const nothing = Float64Array.from(square, () => 0);
    const measured = {
      re: nothing,
      im: nothing,
      weight: Float64Array.from(weight),
    } as Partial<MeasuredLight>;
    const model = { re: Float32Array.from(square, Math.sqrt), im: new Float32Array(square.length) };
    return {
      misfit: misfitOf(measured as MeasuredLight, Float64Array.from(square), fitSettings, wasm),
      loss: weighed(measured as MeasuredLight, model, fitSettings).loss,
    };
  };

  it('grows with a few cells that are far off, which weights of its own would leave out', () => {
    const spoilt = offBy([...Array<number>(95).fill(0.9), ...Array<number>(5).fill(100)]);
    const fair = offBy(Array<number>(100).fill(1.5));
    expect(spoilt.loss).toBeLessThan(fair.loss);
    expect(spoilt.misfit).toBeGreaterThan(1.3 * fair.misfit);
  });

  it('is the variance that Cauchy’s tails make likely, of any number of cells and by their weights', () => {
    const square = Array.from({ length: 5001 }, (_, k) => (k % 7 === 0 ? 1e9 * (k + 1) : 1 + (k % 5)));
    const weight: number[] = square.map((_, k) => (k % 11 === 0 ? 0 : k % 13 === 0 ? 0.5 : 1));
    const used = square.filter((_, k) => weight[k]! > 0).sort((a, b) => a - b);
    const variance = used[used.length >> 1]! / 1.386;
    const sum = square.reduce((all, v, k) => all + weight[k]! * Math.log1p(v / (16 * variance)), 0);
    const expected = variance * Math.exp((16 / 2) * (sum / weight.reduce((a, b) => a + b)));
    expect(offBy(square, weight).misfit / expected).toBeCloseTo(1, 9);
  });
});
