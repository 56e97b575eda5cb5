import { beforeAll, describe, expect, it } from 'vitest';
import { loadKernels } from '../../../test/load-kernels.ts';
import { tissueWaves } from '../../../test/tissue-waves.ts';
import { planeOf, polar } from '../../../test/wave-of.ts';
import type { Kernels } from '../kernel/kernels.ts';
import { normalSource } from '../simulate/normal.ts';
import { Random } from '../simulate/random.ts';
import { backgroundScatter } from './background-scatter.ts';
import { litTiles } from './quiet-grid.ts';
import { backgroundSettings } from '../phase/background-settings.ts';
import { scatterSettings } from './scatter-settings.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

const SIZE = 192;
/** A disc as large as all that samples can hold. */
const WHOLE_BAND = { x: 0.564, y: 0.564 };

/** A field of 1 with white noise of `sigma` in either part and stray light, times a sample's phase. */
const { leastTiles, degree } = backgroundSettings;
const quiet = { ...scatterSettings, leastTiles, bandwidth: degree.finest, terms: 15 };

function measured(
  sigma: (x: number, y: number) => number,
  sample: (x: number, y: number) => number = () => 0,
  size = SIZE,
  stray: (x: number, y: number) => readonly [number, number] = () => [0, 0],
) {
  using scope = kernels.scope();
  const normal = normalSource(Random.from(3), kernels.wasm);
  const plane = planeOf(kernels, scope, size, size, (x, y) => {
    const [re, im] = polar(1, sample(x, y));
    const [along, beside] = stray(x, y);
    return [re + along + sigma(x, y) * normal(), im + beside + sigma(x, y) * normal()];
  });
  const field = { plane, rows: size, cols: size, rim: WHOLE_BAND, hasBeam: true };
  return backgroundScatter(kernels, field, 4, 4, quiet);
}

describe('backgroundScatter', () => {
  it('finds the standard deviation of an empty field, and no clouds', () => {
    const found = measured(() => 0.1)!;
    expect(Math.sqrt(found.grain.variance) / 0.1).toBeGreaterThan(0.95);
    expect(Math.sqrt(found.grain.variance) / 0.1).toBeLessThan(1.05);
    expect(Math.sqrt(found.clouds.variance)).toBeLessThan(0.01);
    expect(found.share).toBeGreaterThan(0.9);
  });

  it('does not take a sample for scatter: cells of 2 rad, and bars with an edge in every third tile', () => {
    const cells = measured(
      () => 0.05,
      (x, y) => (((x % 64) - 32) ** 2 + ((y % 64) - 32) ** 2 < 400 ? 2 : 0),
    )!;
    const bars = measured(
      () => 0.05,
      (x, y) => (y > 48 && Math.floor(x / 20) % 2 === 0 ? 0.8 : 0),
    )!;
    for (const { grain } of [cells, bars]) {
      expect(Math.sqrt(grain.variance) / 0.05).toBeGreaterThan(0.9);
      expect(Math.sqrt(grain.variance) / 0.05).toBeLessThan(1.25);
    }
  });

  it('finds what is free between cells that leave no tile of eight samples without one', () => {
    const { grain, clouds } = measured(
      () => 0.01,
      (x, y) => 2 * Math.sqrt(Math.max(0, 1 - (((x % 14) - 7) ** 2 + ((y % 14) - 7) ** 2) / 25)),
      72,
    )!;
    expect(Math.sqrt(grain.variance) / 0.01).toBeGreaterThan(0.9);
    expect(Math.sqrt(grain.variance) / 0.01).toBeLessThan(1.3);
    expect(Math.sqrt(clouds.variance)).toBeLessThan(0.01);
  });

  it('finds what is free between bars that leave no tile of four samples without one, in a small frame', () => {
    const { grain, clouds } = measured(
      () => 0.01,
      (x, y) => (x % 7 < 3 || y % 9 < 2 ? 1 : 0),
      52,
    )!;
    expect(Math.sqrt(grain.variance) / 0.01).toBeGreaterThan(0.8);
    expect(Math.sqrt(grain.variance) / 0.01).toBeLessThan(1.25);
    expect(Math.sqrt(clouds.variance)).toBeLessThan(0.01);
  });

  it('finds what is free between spokes that reach into most tiles of eight samples, under clouds', () => {
    const clouds = (x: number, y: number) =>
      [0.25 * Math.sin(x / 19) * Math.cos(y / 17), 0.25 * Math.sin(x / 17) * Math.cos(y / 19)] as const;
    const isSpoke = (x: number, y: number) => Math.sin(36 * Math.atan2(y - 30, x - 40)) > 0.2;
    const found = measured(
      () => 0.05,
      (x, y) => (isSpoke(x, y) ? 0.75 : 0),
      SIZE,
      clouds,
    )!;
    const all = Math.sqrt(found.grain.variance + found.clouds.variance);
    expect(all / Math.hypot(0.05, 0.125)).toBeGreaterThan(0.8);
    expect(all / Math.hypot(0.05, 0.125)).toBeLessThan(1.25);
  });

  it('takes what rings at the rim of a filter for the sample', () => {
    const ring = (x: number, y: number) => 0.05 * Math.cos(2 * Math.PI * 0.33 * (x + 0.3 * y));
    using scope = kernels.scope();
    const normal = normalSource(Random.from(5), kernels.wasm);
    const plane = planeOf(kernels, scope, SIZE, SIZE, (x, y) => {
      const [re, im] = polar(1, ring(x, y));
      return [re + 0.01 * normal(), im + ring(y, x) + 0.01 * normal()];
    });
    const field = { plane, rows: SIZE, cols: SIZE, rim: WHOLE_BAND, hasBeam: true };
    const { grain } = backgroundScatter(kernels, field, 4, 4, quiet)!;
    expect(Math.sqrt(grain.variance) / 0.01).toBeLessThan(1.6);
    // nothing says so of a frame that a program changed: there the phase scatters by two waves and the noise
    const edited = backgroundScatter(kernels, { ...field, edited: true }, 4, 4, quiet)!;
    const all = Math.sqrt(edited.grain.variance + edited.clouds.variance);
    expect(all / Math.hypot(0.05, 0.01)).toBeGreaterThan(0.9);
    expect(all / Math.hypot(0.05, 0.01)).toBeLessThan(1.1);
  });

  it('takes what lies on both sides of the beam for the sample, where there is a beam', () => {
    const waves = (x: number, y: number) => 0.05 * Math.cos(2 * Math.PI * 0.33 * (x + 0.3 * y));
    using scope = kernels.scope();
    const normal = normalSource(Random.from(5), kernels.wasm);
    const plane = planeOf(kernels, scope, SIZE, SIZE, (x, y) => [
      1 + waves(x, y) + 0.01 * normal(),
      waves(x, y) + 0.01 * normal(),
    ]);
    const scatter = (hasBeam: boolean) => {
      const field = { plane, rows: SIZE, cols: SIZE, rim: WHOLE_BAND, hasBeam };
      return Math.sqrt(backgroundScatter(kernels, field, 4, 4, quiet)!.grain.variance);
    };
    expect(scatter(true)).toBeLessThan(0.016);
    expect(scatter(false)).toBeGreaterThan(0.03);
  });

  it('goes by the phase where the camera’s response calms moduli, and by the calmer part else', () => {
    using scope = kernels.scope();
    const normal = normalSource(Random.from(7), kernels.wasm);
    const plane = planeOf(kernels, scope, SIZE, SIZE, () => [1 + 0.042 * normal(), 0.1 * normal()]);
    const scatter = (flattens: boolean) => {
      const field = { plane, rows: SIZE, cols: SIZE, rim: WHOLE_BAND, hasBeam: true, flattens };
      return Math.sqrt(backgroundScatter(kernels, field, 4, 4, quiet)!.grain.variance);
    };
    expect(scatter(true) / 0.1).toBeGreaterThan(0.93);
    expect(scatter(true) / 0.1).toBeLessThan(1.07);
    expect(scatter(false) / 0.042).toBeLessThan(1.2);
  });

  it('holds a phase that moves no modulus for a sample, and says what that hides of a surface', () => {
    const at = (x: number, y: number, k: number) =>
      (tissueWaves[k]![0] * x + tissueWaves[k]![1] * y) / 32 + k;
    const noise = 0.01;
    const scatter = (tissue: number, stray: number) => {
      using scope = kernels.scope();
      const normal = normalSource(Random.from(8), kernels.wasm);
      const plane = planeOf(kernels, scope, SIZE, SIZE, (x, y) => {
        const phase = tissueWaves.reduce((sum, _, k) => sum + tissue * Math.sin(at(x, y, k)), 0);
        const [re, im] = polar(1, phase);
        const [a, b] = tissueWaves.reduce(
          ([c, d], _, k) => [c + stray * Math.cos(at(x, y, k)), d + stray * Math.sin(at(x, y, k))],
          [0, 0],
        );
        return [re + a + noise * normal(), im + b + noise * normal()];
      });
      const field = { plane, rows: SIZE, cols: SIZE, rim: WHOLE_BAND, hasBeam: true };
      const { grain, clouds, hidden, isLevel } = backgroundScatter(kernels, field, 4, 4, quiet)!;
      return { all: Math.sqrt(grain.variance + clouds.variance), hidden: Math.sqrt(hidden), isLevel };
    };
    const filled = scatter(0.12, 0);
    expect(filled.all).toBeLessThan(2 * noise);
    // 15 terms of 0.2 rad over some hundred lengths
    expect(filled.hidden).toBeGreaterThan(0.02);
    expect(filled.hidden).toBeLessThan(0.2);
    expect(filled.isLevel).toBe(false);
    expect(scatter(0, 0).isLevel).toBe(true);
    // waves beside the beam move both alike: half of their power, and of the noise's, lies along the phase
    const beside = scatter(0, 0.02);
    const along = Math.sqrt((tissueWaves.length * 0.02 * 0.02) / 2 + noise * noise);
    expect(beside.all / along).toBeGreaterThan(0.85);
    expect(beside.all / along).toBeLessThan(1.15);
    expect(beside.hidden).toBeLessThan(0.01);
  });

  it('says where there is more of it', () => {
    const { local } = measured((x) => (x < SIZE / 2 ? 0.05 : 0.1))!;
    expect(local[3]! / local[0]!).toBeGreaterThan(2);
    expect(local[3]! / local[0]!).toBeLessThan(4.5);
  });

  it('is null where there are too few tiles', () => {
    expect(measured(() => 0.1, undefined, 10)).toBeNull();
  });

  it('leaves out tiles of less than three tenths of the usual modulus', () => {
    expect([...litTiles(Float64Array.of(1, 1, 1, 0.26, 0.34), scatterSettings)]).toEqual([1, 1, 1, 0, 1]);
  });
});
