import { beforeAll, describe, expect, it } from 'vitest';
import { someOf } from '../../../../../test/brief-form.ts';
import { loadKernels } from '../../../../../test/load-kernels.ts';
import type { Kernels } from '../../../kernel/kernels.ts';
import { Random } from '../../../simulate/random.ts';
import { metricsSettings } from '../metrics/metrics-settings.ts';
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

const modelOf = (object: Object) => new RingModel(ringsOf(object), WAVELENGTH, kernels.wasm, ringSettings);

describe('a fit of rings', () => {
  it('costs least at their distance', () => {
    const model = modelOf({ z: 1500, modulation: 0.98 });
    const right = model.at(1500, 0.98).cost;
    for (const z of [300, 750, 1450, 1550, 3000, 6000]) {
      expect(model.at(z, 0.98).cost).toBeGreaterThan(right + 10);
      expect(model.at(z, -0.98).cost).toBeGreaterThan(right + 10);
    }
    expect(model.at(1500, -0.98).cost).toBeGreaterThan(right + 500);
  });

  it.each(someOf([0.9, 0.5, -0.3, -0.95]))('finds a modulation of %f', (modulation) => {
    const fit = modelOf({ z: 1500, modulation }).at(1500, null);
    expect(fit.modulation).toBeCloseTo(modulation, 1);
  });

  it('finds none where there are none, and bears a frame without noise or without anything', () => {
    expect(Math.abs(modelOf({ z: 1500, modulation: 0 }).at(1500, null).modulation)).toBeLessThan(0.05);
    const rings = ringsOf({ z: 1500, modulation: 0.98 });
    const silent = { ...rings, noise: 0, power: rings.power.map(() => 0) };
    expect(
      Number.isFinite(new RingModel(silent, WAVELENGTH, kernels.wasm, ringSettings).at(1500, 0.98).cost),
    ).toBe(true);
    const noiseless = new RingModel({ ...rings, noise: 0 }, WAVELENGTH, kernels.wasm, ringSettings);
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
  it.each(
    someOf([
      ['phase', 0.98],
      ['absorbing', -0.98],
    ] as const),
  )('of a %s object have its distance within the stated error, far ahead of others', (kind, m) => {
    const model = modelOf({ z: 1234, modulation: m, seed: 5 });
    const verdict = focusByRings(model, 100, 4000, depth, metricsSettings, () => {})!;
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
    const verdict = focusByRings(model, 100, 4000, depth, metricsSettings, () => {})!;
    expect(verdict.gain).toBeLessThan(5);
    expect(verdict.modulation).toBeLessThan(0.5);
  });

  it('can be cancelled by throwing', () => {
    const cancel = () => {
      throw new Error('enough');
    };
    const model = modelOf({ z: 1234, modulation: 0.98 });
    expect(() => focusByRings(model, 100, 4000, depth, metricsSettings, cancel)).toThrow('enough');
  });
});

/** Of which the costs are known: a parabola for each distance at which a kind of object could be. */
function known(foci: readonly { z: number; kind: 'phase' | 'absorbing'; cost: number; bend?: number }[]) {
  const asked = new Set<number>();
  const at = (z: number, modulation: number | null) => {
    asked.add(z);
    if (modulation === null) return { cost: 0, modulation: -0.6 };
    if (modulation === 0) return { cost: 150, modulation };
    const kind = modulation > 0 ? 'phase' : 'absorbing';
    const costs = foci
      .filter((one) => one.kind === kind)
      .map((one) => one.cost + ((one.bend ?? 0.02) / 2) * (z - one.z) ** 2);
    return { cost: Math.min(200, ...costs), modulation };
  };
  const model = { at, pure: 0.98, scan: ringSettings.scan, falling: (x: number) => Math.exp(-x) };
  return { model: model as unknown as RingModel, asked };
}

/** What is asked for before anything is looked at more closely. */
function scanned(asked: ReadonlySet<number>): number[] {
  const zs = [...asked];
  return zs.slice(0, zs.indexOf(1000) + 1);
}

describe('by costs that are known', () => {
  const search = (model: RingModel, step = metricsSettings.step) =>
    focusByRings(
      model,
      100,
      1000,
      () => 50,
      { ...metricsSettings, step },
      () => {},
    );

  it('the best and its rivals are told, with how sure that is', () => {
    const { model } = known([
      { z: 403, kind: 'phase', cost: 100 },
      { z: 703, kind: 'absorbing', cost: 104 },
      { z: 251, kind: 'phase', cost: 110 },
    ]);
    const { foci, sigma, gain, modulation, cost } = search(model)!;
    // the last is where the scan ends
    expect(foci.map(({ kind }) => kind)).toEqual(['phase', 'absorbing', 'phase', 'phase']);
    [403, 703, 251].forEach((z, k) => expect(foci[k]!.z).toBeCloseTo(z, 6));
    [0, 4, 10].forEach((behind, k) => expect(foci[k]!.behind).toBeCloseTo(behind, 6));
    expect([gain, modulation]).toEqual([expect.closeTo(50, 6), 0.6]);
    expect(sigma).toBeCloseTo(Math.sqrt(1 / 0.02), 6);
    expect(cost).toBeCloseTo(100, 6);
    expect(behindAt(model, { foci, sigma, gain, modulation, cost }, 713)).toBeCloseTo(5, 6);
  });

  it('of foci that are one the better is taken', () => {
    const { model } = known([
      { z: 400, kind: 'phase', cost: 101 },
      { z: 411, kind: 'absorbing', cost: 100 },
      { z: 440, kind: 'phase', cost: 103 },
    ]);
    // 0.25 of 50 µm
    const nearest = (same: number) =>
      search(model, same)!
        .foci.map(({ z }) => Math.round(z))
        .filter((z) => z < 500);
    expect(nearest(0.25)).toEqual([411, 440]);
    expect(nearest(0.2)).toEqual([411, 400, 440]);
  });

  it('six minima are looked at more closely', () => {
    const eight = [150, 250, 350, 450, 550, 650, 750, 850].map(
      (z, k) => ({ z, kind: 'phase', cost: 100 + k }) as const,
    );
    expect(search(known(eight).model)!.foci).toHaveLength(6);
  });

  it('distances are steps of a quarter of a depth, or of a share of the distance, from end to end', () => {
    const { model, asked } = known([]);
    search(model);
    const zs = scanned(asked);
    const steps = zs.slice(1).map((z, k) => z - zs[k]!);
    expect([zs[0], zs.at(-1)]).toEqual([100, 1000]);
    expect(steps[0]).toBeCloseTo(7.5, 9);
    expect(steps.at(-2)).toBeCloseTo(12.5, 9);
    expect(Math.max(...steps)).toBeCloseTo(12.5, 9);
    // 900 µm by 0.25 · 10 would be more than 320 of them: 0.375 instead
    const fine = known([]);
    focusByRings(
      fine.model,
      100,
      1000,
      () => 10,
      metricsSettings,
      () => {},
    );
    const finer = scanned(fine.asked);
    expect(finer[1]! - finer[0]!).toBeCloseTo(3.75, 9);
  });

  it('what is known worse for the object holding both kinds is said, and the distance is their mean', () => {
    const { model } = known([{ z: 500, kind: 'phase', cost: 100 }]);
    const pure = model.at.bind(model);
    // the more it absorbs the nearer it would be, one step of the angle ahead by as much as a standard deviation
    const at = (z: number, modulation: number | null, angle = 0) => {
      const fit = pure(z + 40 * angle, modulation);
      return angle === 0 ? fit : { ...fit, cost: fit.cost + 20 * Math.abs(angle - Math.PI / 16) - 4 };
    };
    const { foci, sigma } = search({ ...model, at } as unknown as RingModel)!;
    expect(foci[0]!.z).toBeLessThan(496);
    expect(foci[0]!.z).toBeGreaterThan(480);
    expect(sigma).toBeGreaterThan(Math.sqrt(1 / 0.02) + 0.3);
  });

  it('an end of the range is a focus where the cost falls towards it', () => {
    const { foci, sigma } = search(known([{ z: 1200, kind: 'phase', cost: 100, bend: 0.001 }]).model)!;
    expect(foci[0]!.z).toBeGreaterThan(1000 - 1);
    expect(sigma).toBeCloseTo(Math.sqrt(1 / 0.001), 3);
  });
});
