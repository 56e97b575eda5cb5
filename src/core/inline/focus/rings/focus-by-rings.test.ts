import { beforeAll, describe, expect, it } from 'vitest';
import { loadKernels } from '../../../../../test/load-kernels.ts';
import type { Kernels } from '../../../kernel/kernels.ts';
import { Random } from '../../../simulate/random.ts';
import { ringSettings } from './ring-settings.ts';
import { RingModel, travellingRings } from './ring-model.ts';
import type { RingPower } from '../../optics/contrast-spectrum.ts';
import { behindAt, focusByRings } from './focus-by-rings.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

const WAVELENGTH = 0.532;
const WIDTH = 0.002;
const NOISE = 2;
const WITHIN = [-0.4, -0.2, 0, 0.2, 0.4];
const depth = () => 1 / (WAVELENGTH * 0.3 * 0.3);

interface Object {
  readonly z: number;
  readonly modulation: number;
  /** of the powers' scatter, that of as many exponential ones as a ring has independent samples; none without */
  readonly seed?: number;
}

/** Of an object whose spectrum falls off smoothly. */
function ringsOf({ z, modulation, seed }: Object): RingPower {
  const frequency = Float64Array.from({ length: 240 }, (_, r) => (r + 4.5) * WIDTH);
  const count = frequency.map((_, r) => 6 * (r + 4));
  const random = seed === undefined ? null : Random.from(seed, 7);
  const cosine = (f: number) =>
    Math.cos(4 * Math.PI * z * (1 / WAVELENGTH - Math.sqrt(1 / WAVELENGTH ** 2 - f * f)));
  const power = frequency.map((f, r) => {
    const mean = WITHIN.reduce((sum, part) => sum + cosine(f + part * WIDTH), 0) / WITHIN.length;
    const expected = (1500 / (1 + (f / 0.08) ** 3)) * (1 - modulation * mean) + NOISE;
    if (!random) return expected;
    const samples = count[r]! / 2;
    let sum = 0;
    for (let k = 0; k < samples; k += 1) sum -= Math.log(1 - random.uniform());
    return (expected * sum) / samples;
  });
  return { frequency, width: WIDTH, power, count, noise: NOISE };
}

const modelOf = (object: Object) => new RingModel(ringsOf(object), WAVELENGTH, kernels.run, ringSettings);

describe('a fit of rings', () => {
  it('costs least at their distance', () => {
    const model = modelOf({ z: 1500, modulation: 0.98 });
    const right = model.at(1500, 0.98).cost;
    for (const z of [300, 750, 1450, 1550, 3000, 6000]) {
      expect(model.at(z, 0.98).cost).toBeGreaterThan(right + 10);
      expect(model.at(z, -0.98).cost).toBeGreaterThan(right + 10);
    }
    expect(model.at(1500, -0.98).cost).toBeGreaterThan(right + 1000);
  });

  it.each([0.9, 0.5, -0.3, -0.95])('finds a modulation of %f', (modulation) => {
    const fit = modelOf({ z: 1500, modulation }).at(1500, null);
    expect(fit.modulation).toBeCloseTo(modulation, 1);
    expect(fit.scatter).toBeLessThan(0.1);
  });

  it('scatters as chance has it where the powers do', () => {
    const { scatter } = modelOf({ z: 1500, modulation: 0.98, seed: 3 }).at(1500, 0.98);
    expect(scatter).toBeGreaterThan(0.5);
    expect(scatter).toBeLessThan(2);
  });

  it('finds none where there are none, and bears a frame without noise or without anything', () => {
    expect(Math.abs(modelOf({ z: 1500, modulation: 0 }).at(1500, null).modulation)).toBeLessThan(0.05);
    const rings = ringsOf({ z: 1500, modulation: 0.98 });
    const silent = { ...rings, noise: 0, power: rings.power.map(() => 0) };
    expect(
      Number.isFinite(new RingModel(silent, WAVELENGTH, kernels.run, ringSettings).at(1500, 0.98).cost),
    ).toBe(true);
    const noiseless = new RingModel({ ...rings, noise: 0 }, WAVELENGTH, kernels.run, ringSettings);
    expect(noiseless.at(1500, 0.98).cost).toBeLessThan(noiseless.at(1400, 0.98).cost);
  });

  it('ends where waves no longer travel', () => {
    const rings = ringsOf({ z: 100, modulation: 0.98 });
    expect(travellingRings(rings, WAVELENGTH)).toBe(rings);
    const { frequency, power, count } = travellingRings(rings, 5);
    expect(frequency.at(-1)! * 5).toBeLessThan(1);
    expect(frequency.length).toBeLessThan(rings.frequency.length);
    expect([power.length, count.length]).toEqual([frequency.length, frequency.length]);
  });
});

describe('the rings', () => {
  it.each([
    ['phase', 0.98],
    ['absorbing', -0.98],
  ] as const)('of a %s object have its distance within the stated error, far ahead of others', (kind, m) => {
    const model = modelOf({ z: 1234, modulation: m, seed: 5 });
    const verdict = focusByRings(model, 100, 4000, depth, 0.25, () => {})!;
    const [best, second] = verdict.foci;
    expect(best).toMatchObject({ kind, behind: 0 });
    expect(verdict.sigma).toBeLessThan(0.05 * depth());
    expect(Math.abs(best!.z - 1234)).toBeLessThan(4 * verdict.sigma);
    expect(second!.behind).toBeGreaterThan(50);
    expect(verdict.gain).toBeGreaterThan(50);
    expect(verdict.modulation).toBeGreaterThan(0.9);
    expect(behindAt(model, verdict, best!.z)).toBeCloseTo(0, 6);
    expect(behindAt(model, verdict, 2000)).toBeGreaterThan(50);
  });

  it('that are not there gain nothing', () => {
    const model = modelOf({ z: 1234, modulation: 0, seed: 5 });
    const verdict = focusByRings(model, 100, 4000, depth, 0.25, () => {})!;
    expect(verdict.gain).toBeLessThan(5);
    expect(verdict.modulation).toBeLessThan(0.5);
  });

  it('can be cancelled by throwing', () => {
    const cancel = () => {
      throw new Error('enough');
    };
    const model = modelOf({ z: 1234, modulation: 0.98 });
    expect(() => focusByRings(model, 100, 4000, depth, 0.25, cancel)).toThrow('enough');
  });
});
