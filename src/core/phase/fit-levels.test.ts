import { beforeAll, expect, it } from 'vitest';
import { loadKernels } from '../../../test/load-kernels.ts';
import type { Kernels } from '../kernel/kernels.ts';
import { Random } from '../simulate/random.ts';
import { backgroundSettings } from './background-settings.ts';
import { fitLevels } from './fit-levels.ts';
import { legendreDesign } from './legendre.ts';
import type { Tiles } from './tiles.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

const SIDE = 24;
const along = Float64Array.from({ length: SIDE }, (_, k) => (2 * k) / (SIDE - 1) - 1);
const count = SIDE * SIDE;
const places = {
  count,
  x: along,
  y: along,
  inside: new Uint8Array(count).fill(1),
  block: { rows: 4, cols: 4 },
};

it('fits with each patch left out as one does who never had its tiles', () => {
  const settings = { ...backgroundSettings.degree, patches: 4 };
  const random = Random.from(5);
  const truth = [0.1, 0.3, -0.2];
  const design = legendreDesign(places, 1);
  const phases = Float64Array.from({ length: count }, (_, t) => {
    const surface = truth.reduce((sum, c, k) => sum + c * design[3 * t + k]!, 0);
    return surface + 0.1 * (random.uniform() - 0.5);
  });
  const of = Uint8Array.from({ length: count }, (_, t) => {
    const [x, y] = [t % SIDE, Math.floor(t / SIDE)];
    return Math.floor((4 * x) / SIDE) + 4 * Math.floor((4 * y) / SIDE);
  });
  const problem = { design, terms: 3, phases, weight: new Float64Array(count).fill(1) };
  const begun = { problem, coefficients: Float64Array.from(truth), bandwidth: settings.finest };
  const tiles = places as unknown as Tiles;
  const found = fitLevels(kernels, tiles, begun, { of, settings }, { degree: 1, leastScale: 1e-3 })!;
  expect(found.without).toHaveLength(16);
  // least squares through all tiles but those of a patch, by the definition
  for (const patch of [0, 6, 15]) {
    const [normal, right] = [new Float64Array(9), new Float64Array(3)];
    for (let t = 0; t < count; t++) {
      const w = of[t] === patch ? 0 : found.fit.weight[t]!;
      for (let a = 0; a < 3; a++) {
        right[a]! += w * design[3 * t + a]! * phases[t]!;
        for (let b = 0; b < 3; b++) normal[3 * a + b]! += w * design[3 * t + a]! * design[3 * t + b]!;
      }
    }
    const residual = (a: number) =>
      normal.subarray(3 * a, 3 * a + 3).reduce((sum, n, b) => sum + n * found.without[patch]![b]!, 0);
    // the constant is that of the level: slopes alone are compared, with the constant that goes with them
    const shift = (right[0]! - residual(0)) / normal[0]!;
    expect(Math.abs(shift)).toBeLessThan(0.02);
    for (const a of [1, 2])
      expect(Math.abs(right[a]! - residual(a) - shift * normal[3 * a]!)).toBeLessThan(1e-9 * count);
  }
});

it('fits nothing where no level lies near that of the background', () => {
  const settings = { ...backgroundSettings.degree, patches: 4 };
  const random = Random.from(6);
  const phases = Float64Array.from({ length: count }, () => 0.02 * (random.uniform() - 0.5));
  const weight = new Float64Array(count).fill(1);
  const problem = { design: legendreDesign(places, 1), terms: 3, phases, weight };
  const begun = { problem, coefficients: new Float64Array(3), bandwidth: 0.03 };
  const fitted = (at: number) =>
    fitLevels(
      kernels,
      places as unknown as Tiles,
      begun,
      { of: new Uint8Array(count), settings },
      { degree: 1, leastScale: 1e-3, near: at },
    );
  expect(fitted(0.1)!.fit.scale).toBeLessThan(0.02);
  expect(fitted(0.3)).toBeNull();
});
