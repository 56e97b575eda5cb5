import { beforeAll, describe, expect, it } from 'vitest';
import { loadKernels } from '../../../../../test/load-kernels.ts';
import type { Kernels } from '../../../kernel/kernels.ts';
import { hold, RingModel, stiffen, travellingRings } from './ring-model.ts';
import { ringSettings } from './ring-settings.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

const WAVELENGTH = 0.532;

/** Ten heights and the modulation. */
const PARAMETERS = 11;

describe('the normal equations', () => {
  const empty = () => [new Float64Array(PARAMETERS), new Float64Array(PARAMETERS * PARAMETERS)] as const;

  it('have the derivatives of what bends cost, and add them to what is there', () => {
    const values = Float64Array.from({ length: PARAMETERS }, (_, k) => Math.sin(3 * k) + 0.2 * k * k);
    const cost = (at: Float64Array) => stiffen(0.7, at, ...empty());
    const bends = Array.from({ length: 8 }, (_, k) => values[k]! - 2 * values[k + 1]! + values[k + 2]!);
    expect(cost(values)).toBeCloseTo((0.7 / 2) * bends.reduce((sum, bend) => sum + bend * bend, 0), 12);
    const [gradient, matrix] = [new Float64Array(PARAMETERS).fill(5), empty()[1].fill(2)];
    stiffen(0.7, values, gradient, matrix);
    const moved = (...by: readonly (readonly [number, number])[]) => {
      const at = values.slice();
      for (const [k, step] of by) at[k]! += step;
      return cost(at);
    };
    // of a quadratic form differences are the derivatives
    for (let i = 0; i < PARAMETERS; i += 1) {
      expect(gradient[i]! - 5).toBeCloseTo((moved([i, 1]) - moved([i, -1])) / 2, 9);
      for (let j = 0; j < PARAMETERS; j += 1) {
        const second = moved([i, 1], [j, 1]) - moved([i, 1]) - moved([j, 1]) + moved();
        expect(matrix[i * PARAMETERS + j]! - 2).toBeCloseTo(second, 9);
      }
    }
  });

  it('leave a modulation that is held where it is, and the heights as they were', () => {
    const [gradient, matrix] = [new Float64Array(PARAMETERS).fill(5), empty()[1].fill(2)];
    hold(gradient, matrix);
    expect([...gradient]).toEqual([...new Array<number>(10).fill(5), 0]);
    const rows = Array.from({ length: PARAMETERS }, (_, i) => [
      ...matrix.slice(i * PARAMETERS, (i + 1) * PARAMETERS),
    ]);
    const kept = [...new Array<number>(10).fill(2), 0];
    expect(rows).toEqual([...Array.from({ length: 10 }, () => kept), [...new Array<number>(10).fill(0), 1]]);
  });
});

describe('a fit of powers that follow the model', () => {
  const [z, noise] = [400, 3];
  const count = Float64Array.from({ length: 120 }, (_, r) => 20 + 3 * r);
  const frequency = Float64Array.from({ length: 120 }, (_, r) => (r + 4.5) * 0.001);
  /** ln S + P/S, weighted, at its minimum P = S */
  const least = (power: Float64Array) =>
    power.reduce((sum, p, r) => sum + (count[r]! / 2) * (Math.log(p) + 1), 0);
  const flat = (modulation: number, off: (r: number) => number = () => 0) =>
    frequency.map((f, r) => {
      const turn = 2 * Math.PI * z * (1 / WAVELENGTH - Math.sqrt(1 / WAVELENGTH ** 2 - f * f));
      // the ring is as wide as the frequencies are apart
      const within = (2 * Math.PI * z * 0.001 * f) / Math.sqrt(1 / WAVELENGTH ** 2 - f * f);
      const cosine = (Math.cos(2 * turn) * Math.sin(within)) / within;
      return ((1000 / 2) * (1 - modulation * cosine) + noise) * (1 + off(r));
    });
  const fit = (power: Float64Array, modulation: number | null, settings = ringSettings, weight = 1) =>
    new RingModel(
      { frequency, width: 0.001, power, count: count.map((n) => n * weight), noise },
      WAVELENGTH,
      kernels.wasm,
      settings,
    ).at(z, modulation);

  it.each([0, 0.5, -0.7, 0.98])('costs what its likelihood is, with a modulation of %f', (modulation) => {
    const power = flat(modulation);
    for (const given of [modulation, null]) {
      const { cost, scatter, modulation: found } = fit(power, given);
      expect(cost).toBeCloseTo(least(power), 2);
      expect(scatter).toBeLessThan(1e-4);
      expect(found).toBeCloseTo(modulation, 3);
    }
  });

  it('has the same modulation in any unit of power', () => {
    const power = flat(0.5);
    for (const unit of [1e-12, 1e12]) {
      const rings = {
        frequency,
        width: 0.001,
        power: power.map((p) => p * unit),
        count,
        noise: noise * unit,
      };
      const found = new RingModel(rings, WAVELENGTH, kernels.wasm, ringSettings).at(z, null);
      expect(found.modulation).toBeCloseTo(0.5, 3);
      expect(found.scatter).toBeLessThan(1e-4);
    }
  });

  it('scatters by the squares of what is off, over what chance permits', () => {
    // up and down from ring to ring, which no spline follows
    const { scatter } = fit(
      flat(0.5, (r) => (r % 2 ? 0.1 : -0.1)),
      0.5,
    );
    const chi = count.reduce((sum, n) => sum + (n / 2) * 0.01, 0);
    expect(scatter / (chi / (120 - 11))).toBeCloseTo(1, 1);
  });

  it('keeps the modulation within what a pure object shows', () => {
    expect(fit(flat(1.2), null).modulation).toBe(ringSettings.modulation);
    expect(fit(flat(-1.2), null).modulation).toBe(-ringSettings.modulation);
    expect(
      new RingModel(
        { frequency, width: 0.001, power: flat(0), count, noise },
        WAVELENGTH,
        kernels.wasm,
        ringSettings,
      ).pure,
    ).toBe(0.98);
  });

  it('pays for each bend of the spectrum by its stiffness', () => {
    // ten cubic splines over the square root of the frequency, of heights c k²: every second difference is 2 c
    const c = -0.1;
    const [low, high] = [frequency[0]!, frequency.at(-1)!];
    const bent = frequency.map((f) => {
      // cubic B-splines of k² make t² + 1/3 where t counts from the second of them
      const t = 7 * Math.sqrt((f - low) / (high - low)) + 1;
      return (1e5 * Math.exp(c * (t * t + 1 / 3))) / 2 + noise;
    });
    // so many samples that the fit stays where the powers are, which costs a little less than to give in
    const cost = (stiffness: number) => fit(bent, 0, { ...ringSettings, stiffness }, 1e6).cost;
    expect(cost(0) / (1e6 * least(bent))).toBeCloseTo(1, 9);
    expect(cost(3) - cost(0)).toBeCloseTo((3 / 2) * 8 * (2 * c) ** 2, 2);
  });

  it('is of travelling waves alone', () => {
    const rings = { frequency, width: 0.001, power: flat(0), count, noise };
    // the last ring is at 0.1235 cycles/µm
    expect(travellingRings(rings, 0.95 / 0.1236)).toBe(rings);
    expect(travellingRings(rings, 0.95 / 0.1234).frequency).toHaveLength(119);
    // not even the first one, at 0.0045
    expect(travellingRings(rings, 0.95 / 0.0044).frequency).toHaveLength(0);
    const cut = travellingRings(rings, 0.95 / 0.0604);
    expect([...cut.frequency]).toEqual([...frequency.slice(0, cut.frequency.length)]);
    expect([...cut.count]).toEqual([...count.slice(0, cut.frequency.length)]);
    expect(cut.frequency).toHaveLength(56);
  });
});
