import { expect, it } from 'vitest';
import { loadKernels } from '../../../test/load-kernels.ts';
import { normalSource } from '../simulate/normal.ts';
import { Random } from '../simulate/random.ts';
import { amidLevels } from './amid-levels.ts';
import { backgroundSettings } from './background-settings.ts';

const kernels = await loadKernels();
const COUNT = 2000;
const FINE = 0.02;
const normal = normalSource(Random.from(3), kernels.wasm);
const random = Random.from(4);

const amid = (phaseOf: () => number) =>
  amidLevels(
    kernels,
    {
      ...{ design: new Float64Array(COUNT).fill(1), terms: 1, weight: new Float64Array(COUNT).fill(1) },
      phases: Float64Array.from({ length: COUNT }, () => phaseOf() + 0.005 * normal()),
    },
    new Float64Array([0]),
    FINE,
    backgroundSettings.degree,
  );

it('is the middle of fringes that gather at both of their ends', () => {
  const swing = 0.08;
  for (const end of [-1, 1]) {
    const found = amid(() => swing * Math.cos(2 * Math.PI * random.uniform()) + end * swing);
    expect(Math.abs(found - end * swing)).toBeLessThan(0.01);
  }
});

it('is the fine level where a sample only spreads to one side of it', () => {
  expect(amid(() => (random.uniform() < 0.6 ? 0 : 0.3 * random.uniform()))).toBe(0);
});

it('leaves other levels of a sample out that are no part of the coarse one', () => {
  expect(amid(() => (random.uniform() < 0.5 ? 0 : 1))).toBe(0);
});

it('counts a second level that holds half as many tiles as the first', () => {
  /** of a hundred tiles so many lie on another level of the same coarse one */
  const beside = (tiles: number) => {
    let k = 0;
    return amid(() => (k++ % 100 < tiles ? 0.12 : 0));
  };
  // 0.45 and 0.54 times as many
  expect(beside(31)).toBe(0);
  expect(beside(35)).toBeGreaterThan(0.02);
});
