import { beforeAll, describe, expect, it } from 'vitest';
import { loadKernels } from '../../../../test/load-kernels.ts';
import type { Kernels, Scope } from '../../kernel/kernels.ts';
import { halfDelayed } from '../half-delayed.fixture.ts';
import { doubtedPlane } from './doubted-plane.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

const fieldOf = (scope: Scope, phase: number) => halfDelayed(kernels, scope, phase);

/** µm: so short that nothing changes on the way */
const WAVELENGTH = 1e-6;

describe('what a distance in doubt leaves open', () => {
  const sample = Uint8Array.from([1, 0, 1, 0]);
  const sigmas = (phase: number, change: object = {}, other = 0) => {
    using scope = kernels.scope();
    const asked: number[] = [];
    const optics = { rows: 8, cols: 8, sampling: { pitchX: 1, pitchY: 1 }, wavelength: WAVELENGTH };
    const of = { z: 100, off: 20, isOpen: true, optics, tiles: 2, sample, ...change };
    const variance = doubtedPlane(kernels, fieldOf(scope, phase), of, (own, z) => {
      asked.push(z);
      return fieldOf(own, other);
    });
    return { asked, sigma: Array.from(variance, Math.sqrt) };
  };

  it('is that share of a phase where it hardly matters, and where the focus is not in doubt', () => {
    expect(sigmas(0.2).asked).toEqual([]);
    expect(sigmas(0.2).sigma[0]).toBeCloseTo(0.04, 6);
    const sure = sigmas(2, { isOpen: false, off: 10 });
    expect(sure.asked).toEqual([]);
    expect(sure.sigma[2]).toBeCloseTo(0.2, 6);
  });

  it('is also what detail loses on the way', () => {
    using scope = kernels.scope();
    const optics = { rows: 8, cols: 8, sampling: { pitchX: 1, pitchY: 1 }, wavelength: 0.5 };
    const of = { z: 1000, off: 2, isOpen: false, optics, tiles: 2, sample };
    const field = fieldOf(scope, 1);
    const [left, right] = doubtedPlane(kernels, field, of, () => field);
    expect(left).toBeGreaterThan(0.01 ** 2);
    expect(right).toBeLessThan(1e-8);
  });

  it('is else what the field one standard deviation farther has otherwise, where the sample is', () => {
    const { asked, sigma } = sigmas(2, {}, 3.5);
    expect(asked).toEqual([120]);
    [1.5, 0.2 * 0.02, 1.5, 0.2 * 0.02].forEach((one, k) => expect(sigma[k]).toBeCloseTo(one, 5));
    // behind the sensor, farther is lower
    expect(sigmas(2, { z: -100 }).asked).toEqual([-120]);
  });
});
