import { beforeAll, describe, expect, it } from 'vitest';
import { loadKernels } from '../../../../test/load-kernels.ts';
import type { Kernels, Scope } from '../../kernel/kernels.ts';
import { halfDelayed } from '../half-delayed.fixture.ts';
import { responseDoubt } from './response-doubt.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

const fieldOf = (scope: Scope, phase: number) => halfDelayed(kernels, scope, phase);

describe('what a power in doubt leaves open', () => {
  const best = 1.4;
  const response = { power: 1, best, doubt: 0.4, misfit: 1, linearMisfit: 1.1 };
  const sample = Uint8Array.from([1, 0, 1, 0]);
  const sigmas = (phase: number, change: object, other = 0) => {
    using scope = kernels.scope();
    const asked: number[] = [];
    const of = { response: { ...response, ...change }, tiles: 2, sample };
    const variance = responseDoubt(kernels, fieldOf(scope, phase), of, (own, power) => {
      asked.push(power);
      return fieldOf(own, other);
    });
    return { asked, sigma: Array.from(variance, Math.sqrt) };
  };

  it('is a share of a phase that hardly matters, and of one that was corrected', () => {
    expect(sigmas(0.1, {}).asked).toEqual([]);
    expect(sigmas(0.1, {}).sigma[0]).toBeCloseTo(0.04, 6);
    const undone = sigmas(1, { power: best, doubt: 0.1 });
    expect(undone.asked).toEqual([]);
    expect(undone.sigma[2]).toBeCloseTo(0.1, 6);
  });

  it('is else what the other field has otherwise, where the sample is', () => {
    const { asked, sigma } = sigmas(2, {}, 3.5);
    expect(asked).toEqual([1.4]);
    [1.5, 0.4 * 0.02, 1.5, 0.4 * 0.02].forEach((one, k) => expect(sigma[k]).toBeCloseTo(one, 5));
    // a turn is none
    expect(sigmas(3, {}, -3).sigma[0]).toBeCloseTo(2 * Math.PI - 6, 5);
  });

  it('asks one standard deviation to the other’s side', () => {
    expect(sigmas(2, { doubt: 0.23 }).asked[0]).toBeCloseTo(1.23, 9);
    expect(sigmas(2, { best: 0.7, doubt: 0.3 }).asked[0]).toBeCloseTo(0.7, 9);
  });
});
