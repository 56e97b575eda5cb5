import { beforeAll, describe, expect, it } from 'vitest';
import { loadKernels } from '../../../test/load-kernels.ts';
import type { Kernels } from '../kernel/kernels.ts';
import { normalSource } from '../simulate/normal.ts';
import { Random } from '../simulate/random.ts';
import { fitRobustly } from './robust.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

/** Points on 2 + 3x − x² with noise; the first `outliers` of them are thrown off, all to the same side. */
function parabola(outliers: number, noise = 0.01) {
  const random = Random.from(4);
  const normal = normalSource(random, kernels.wasm);
  const x = Float64Array.from({ length: 400 }, () => random.between(-1, 1));
  const observed = x.map(
    (t, i) => 2 + 3 * t - t * t + noise * normal() + (i < outliers ? 1 + 4 * random.uniform() : 0),
  );
  const design = Float64Array.from([...x].flatMap((t) => [1, t, t * t]));
  return { design, observed };
}

describe('fitRobustly', () => {
  it('finds the coefficients and the noise of clean data', () => {
    const { design, observed } = parabola(0);
    const fit = fitRobustly(kernels, design, observed, 3)!;
    [2, 3, -1].forEach((c, k) => expect(Math.abs(fit.coefficients[k]! - c)).toBeLessThan(0.004));
    expect(fit.scale / 0.01).toBeGreaterThan(0.88);
    expect(fit.scale / 0.01).toBeLessThan(1.12);
  });

  it('states the median of what it leaves as scale, and weights by the biweight of that', () => {
    const { design, observed } = parabola(40);
    const prior = observed.map((_, i) => (i % 5 === 0 ? 0 : 1));
    const { coefficients, scale, weight } = fitRobustly(kernels, design, observed, 3, { prior })!;
    const sizes = observed.map((y, i) =>
      Math.abs(y - coefficients.reduce((sum, c, k) => sum + c * design[3 * i + k]!, 0)),
    );
    const used = sizes.filter((_, i) => prior[i]! > 0).sort();
    expect(scale / (1.4826 * used[used.length >> 1]!)).toBeCloseTo(1, 9);
    sizes.forEach((size, i) => {
      const t = Math.min(1, size / scale / 3.5);
      expect(weight[i]).toBeCloseTo(prior[i]! * (1 - t * t) ** 2, 6);
    });
  });

  it('is not pulled by outliers on one side, up to 40 % of the data, and gives them no weight', () => {
    const { design, observed } = parabola(160);
    const fit = fitRobustly(kernels, design, observed, 3)!;
    [2, 3, -1].forEach((c, k) => expect(Math.abs(fit.coefficients[k]! - c)).toBeLessThan(0.006));
    expect(fit.weight.subarray(0, 160).every((w) => w === 0)).toBe(true);
    expect(fit.weight.subarray(160).filter((w) => w > 0).length).toBeGreaterThan(230);
  });

  it('lets both rows of a group stand or fall together', () => {
    // the second row of every third group is off; its first row, though right, must not count either
    const groups = 90;
    const design = new Float64Array(2 * groups * 2);
    const observed = new Float64Array(2 * groups);
    for (let g = 0; g < groups; g++) {
      design[2 * g] = 1;
      design[2 * (groups + g) + 1] = 1;
      observed[g] = 5 + 0.001 * (g % 7);
      observed[groups + g] = -2 + 0.001 * (g % 5) + (g % 3 === 0 ? 9 : 0);
    }
    const fit = fitRobustly(kernels, design, observed, 2, { rowsPerGroup: 2 })!;
    expect(fit.weight).toHaveLength(groups);
    fit.weight.forEach((w, g) => (g % 3 === 0 ? expect(w).toBe(0) : expect(w).toBeGreaterThan(0)));
    expect(fit.coefficients[0]).toBeCloseTo(5.003, 3);
    expect(fit.coefficients[1]).toBeCloseTo(-1.998, 3);
  });

  it('leaves out what has no prior weight', () => {
    const { design, observed } = parabola(0);
    const prior = Float64Array.from({ length: 400 }, (_, i) => (i < 200 ? 0 : 1));
    for (let i = 0; i < 200; i++) observed[i] = 2 + 3 * design[3 * i + 1]!;
    const fit = fitRobustly(kernels, design, observed, 3, { prior })!;
    expect(Math.abs(fit.coefficients[2]! + 1)).toBeLessThan(0.01);
  });

  it('says so where the data do not fix the coefficients', () => {
    const design = new Float64Array([1, 2, 2, 4, 3, 6]);
    expect(fitRobustly(kernels, design, new Float64Array([1, 2, 3]), 2)).toBeNull();
    expect(
      fitRobustly(kernels, new Float64Array([1]), new Float64Array([1]), 1, { prior: new Float64Array(1) }),
    ).toBeNull();
  });
});
