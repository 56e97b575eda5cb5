import { expect, it } from 'vitest';
import { loadKernels } from '../../../test/load-kernels.ts';
import { tissueLumps } from '../../../test/tissue-lumps.ts';
import { normalSource } from '../simulate/normal.ts';
import { Random } from '../simulate/random.ts';
import { backgroundSettings } from './background-settings.ts';
import { chooseDegree } from './choose-degree.ts';
import { fitBroadly } from './fit-broadly.ts';
import { legendreTerms } from './legendre.ts';
import { evaluateSeries } from './smooth-series.ts';
import type { Tiles } from './tiles.ts';

const kernels = await loadKernels();
const SIDE = 40;
const place = (k: number) => (2 * (k + 0.5)) / SIDE - 1;
const bowl = Float64Array.from([0, 0.5, 0, 6, 1, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0]);

/** Tissue all over a bent surface, and noise. */
function tissueOverBowl(seed: number) {
  const tissue = tissueLumps(seed, 0.65, kernels.wasm);
  const normal = normalSource(Random.from(100 + seed), kernels.wasm);
  const phases = Float64Array.from({ length: SIDE * SIDE }, (_, t) => {
    const [x, y] = [place(t % SIDE), place(Math.floor(t / SIDE))];
    return tissue(x, y) + evaluateSeries(bowl, 4, x, y) + 0.05 * normal();
  });
  const axis = Float64Array.from({ length: SIDE }, (_, k) => place(k));
  const tiles = { x: axis, y: axis, count: SIDE * SIDE, block: { rows: 8, cols: 8 } } as Tiles;
  return { tiles, phases, weight: new Float64Array(SIDE * SIDE).fill(1), start: bowl.map((c) => 0.97 * c) };
}

/** rad², the mean over the frame of the square of a surface beside the bowl, piston aside. */
function offBowl(coefficients: Float64Array): number {
  return legendreTerms(4).reduce((sum, { a, b }, k) => {
    const c = k === 0 ? 0 : (coefficients[k] ?? 0) - bowl[k]!;
    return sum + (c * c) / ((2 * a + 1) * (2 * b + 1));
  }, 0);
}

const asked = { leastScale: 2e-4, isFilled: false };

it('follows tissue that fills a frame more closely than a fit to what lies together by chance, and says how closely', () => {
  const { degree: settings } = backgroundSettings;
  const sums = { levels: 0, broad: 0, stated: 0 };
  for (let seed = 1; seed <= 12; seed++) {
    const of = tissueOverBowl(seed);
    const byLevels = chooseDegree(kernels, of, [1, 2, 3, 4], 2e-4, settings)!;
    const broad = fitBroadly(kernels, of, byLevels, [1, 2, 3, 4], asked, settings)!;
    expect(broad.degree).toBeGreaterThanOrEqual(2);
    sums.levels += offBowl(byLevels.coefficients);
    sums.broad += offBowl(broad.coefficients);
    sums.stated += broad.others.reduce((sum, { coefficients, share }) => {
      const apart = bowl.map((c, k) => c + (coefficients[k] ?? 0) - (broad.coefficients[k] ?? 0));
      return sum + share * offBowl(apart);
    }, 0);
  }
  expect(sums.broad).toBeLessThan(0.8 * sums.levels);
  expect(Math.sqrt(sums.broad / sums.stated)).toBeGreaterThan(0.7);
  expect(Math.sqrt(sums.broad / sums.stated)).toBeLessThan(1.3);
});

it('leaves a frame to the fit by levels where what that leaves bunches more closely than tissue does', () => {
  const { degree: settings } = backgroundSettings;
  const of = tissueOverBowl(1);
  const flat = of.phases.map((_, t) => evaluateSeries(bowl, 4, place(t % SIDE), place(Math.floor(t / SIDE))));
  const byLevels = chooseDegree(kernels, { ...of, phases: flat }, [1, 2, 3, 4], 2e-4, settings)!;
  const broadly = (how: typeof asked) =>
    fitBroadly(kernels, { ...of, phases: flat }, byLevels, [1, 2, 3, 4], how, settings);
  expect(broadly(asked)).toBeNull();
  const filled = broadly({ ...asked, isFilled: true })!;
  expect(offBowl(filled.coefficients)).toBeLessThan(1e-6);
});
