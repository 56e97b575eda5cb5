import { beforeAll, describe, expect, it } from 'vitest';
import { loadKernels } from '../../../../../test/load-kernels.ts';
import type { Kernels } from '../../../kernel/kernels.ts';
import { Random } from '../../../simulate/random.ts';
import { hold, RingModel, stiffen, travellingRings } from './ring-model.ts';
import { ringSettings } from './ring-settings.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

const WAVELENGTH = 0.532;

function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random.uniform())) * Math.cos(2 * Math.PI * random.uniform());
}

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
  /** what powers cost where all are as expected */
  const least = (power: Float64Array) => power.reduce((sum, p) => sum + Math.log(p), 0);
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
      const { cost, modulation: found } = fit(power, given);
      expect(cost).toBeCloseTo(least(power), 1);
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
    }
  });

  it('costs half a logarithm for each ring of what scatters by more than chance has it', () => {
    // as if each were drawn by itself
    const random = Random.from(3, 7);
    const off = Array.from(count, (n) => Math.sqrt(2 / n) * normal(random));
    const power = (scatter: number) => flat(0.5, (r) => Math.sqrt(scatter) * off[r]!);
    const costs = [1, 4, 9].map((scatter) => {
      const { cost } = fit(power(scatter), 0.5);
      return cost - least(flat(0.5));
    });
    expect(costs[1]! / 60).toBeCloseTo(Math.log(4) + 1, 0);
    expect((costs[2]! - costs[1]!) / 60).toBeCloseTo(Math.log(9 / 4), 0);
    expect(costs[0]! / 60).toBeCloseTo(1, 0);
  });

  it('does not take even rings for those of the distance', () => {
    // of things of one size, ten of them to the end of the spectrum
    const own = (r: number) => 0.8 * Math.cos((2 * Math.PI * r) / 12);
    const power = flat(0.98, own);
    const off = (turn: (r: number) => number) => fit(flat(0.98, turn), 0.98).cost - fit(power, 0.98).cost;
    // rings that are not even cost more than as many that are
    expect(off((r) => 0.8 * Math.cos((2 * Math.PI * r * r) / (12 * 60)))).toBeGreaterThan(20);
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

  it('bends with the spectrum but where it is stiff', () => {
    // ten cubic splines over the square root of the frequency, of heights c k²: every second difference is 2 c
    const c = -0.1;
    const [low, high] = [frequency[0]!, frequency.at(-1)!];
    const bent = frequency.map((f) => {
      // cubic B-splines of k² make t² + 1/3 where t counts from the second of them
      const t = 7 * Math.sqrt((f - low) / (high - low)) + 1;
      return (1e5 * Math.exp(c * (t * t + 1 / 3))) / 2 + noise;
    });
    const cost = (stiffness: number) => fit(bent, 0, { ...ringSettings, stiffness }).cost;
    expect(cost(0)).toBeCloseTo(least(bent), 3);
    expect(cost(ringSettings.stiffness)).toBeCloseTo(least(bent), 2);
    // one that may not bend misses the powers
    expect(cost(1e6)).toBeGreaterThan(least(bent) + 10);
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
