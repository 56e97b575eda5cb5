import { beforeAll, expect, it } from 'vitest';
import { loadKernels } from '../../../test/load-kernels.ts';
import type { Kernels } from '../kernel/kernels.ts';
import { Random } from '../simulate/random.ts';
import { fitMinimumEntropy, remaining } from './minimum-entropy.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

/** Places on a line of `count`, with terms 1, x, x²; a third of them lie 2 rad higher. */
function places(count: number, coefficients: readonly number[]) {
  const random = Random.from(count);
  const x = Float64Array.from({ length: count }, () => random.between(-1, 1));
  const design = Float64Array.from([...x].flatMap((t) => [1, t, t * t]));
  const phases = x.map((t, n) => {
    const surface = coefficients[0]! + coefficients[1]! * t + coefficients[2]! * t * t;
    const phase = surface + (n % 3 === 0 ? 2 : 0) + 0.04 * (random.uniform() - 0.5);
    return Math.atan2(Math.sin(phase), Math.cos(phase));
  });
  return { design, terms: 3, phases, weight: x.map((_, n) => (n % 7 === 0 ? 0 : 1)) };
}

it.each([401, 402, 403, 404])('finds the surface under two levels, of %i places', (count) => {
  const wanted = [0.4, 1.3, -0.8];
  const problem = places(count, wanted);
  const found = fitMinimumEntropy(kernels, problem, Float64Array.from([0, 1, -0.5]), [0.5, 0.25, 0.12]);
  wanted.forEach((c, k) => expect(Math.abs(found[k]! - c)).toBeLessThan(0.03));
  const left = remaining(problem, found);
  left.forEach((rest, n) => {
    if (problem.weight[n] === 0) return;
    expect(Math.min(Math.abs(rest), Math.abs(rest - 2))).toBeLessThan(0.06);
  });
});

it.each([1, 4, 7])('leaves of %i phases in the kernels’ memory what it leaves of them here', (rows) => {
  const { design, phases } = places(rows, [3, -2, 5]);
  const coefficients = Float64Array.from([2.5, -1, 4]);
  using scope = kernels.scope();
  const at = { design: scope.doubles(2 * rows), phases: scope.doubles(rows), rest: scope.doubles(rows) };
  const by = scope.doubles(2);
  kernels.doubles(at.design, 2 * rows).set(design.filter((_, k) => k % 3 !== 0));
  kernels.doubles(at.phases, rows).set(phases);
  kernels.doubles(by, 2).set(coefficients.subarray(1));
  kernels.wasm.phasesLeft(at.design, at.phases, by, at.rest, { rows, m: 2, constant: coefficients[0]! });
  const all = { design, terms: 3, phases, weight: phases };
  expect(kernels.doubles(at.rest, rows)).toEqual(remaining(all, coefficients));
});
