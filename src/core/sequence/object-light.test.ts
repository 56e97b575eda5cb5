import { beforeAll, describe, expect, it } from 'vitest';
import { loadKernels } from '../../../test/load-kernels.ts';
import { offAxisRecipe } from '../../../test/off-axis-recipe.ts';
import type { Kernels } from '../kernel/kernels.ts';
import type { SimulationInput } from '../simulate/simulation-spec.ts';
import { driftAt, driftingFrame } from './drifting-frames.fixture.ts';
import { scoreSequence } from './score-sequence.fixture.ts';
import { startSequence } from './start-sequence.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

/** Of a filter into which the square of steep detail reaches. */
const recipe = offAxisRecipe({ output_sampling: 'native', filter_radius_cycles_per_um: 0.095 / 3.45 });

function found(object: SimulationInput['object'], rig: Partial<SimulationInput> = {}) {
  const frames = [0, 5, 11].map((k) => driftingFrame(kernels, k, driftAt(k), { object, ...rig }).hologram);
  using sequence = startSequence(kernels, frames, null, recipe);
  const step = sequence.reconstruction.steps.find(({ name }) => name === 'object_light');
  expect(step === undefined).toBe(sequence.objectLight === null);
  return step?.metrics ?? null;
}

describe('the light of a sample by itself', () => {
  it.each([1, 2, 0.5])('is measured with a reference of %d times its amplitude', (amplitude_ratio) => {
    const metrics = found({ kind: 'beads', count: 6 }, { amplitude_ratio, seed: 31 });
    expect(metrics!.beam_ratio).toBeGreaterThan(0.97 / amplitude_ratio);
    expect(metrics!.beam_ratio).toBeLessThan(1.03 / amplitude_ratio);
  });

  it('is left alone where it does not reach the filter', () => {
    expect(found({ kind: 'flat', count: 1 })).toBeNull();
  });

  it('does not turn against what drifts: frames of steep beads scatter as stated', () => {
    const score = scoreSequence(kernels, { kind: 'beads', count: 6 }, 30, { seed: 32 });
    // 1.15 to 1.35 with it
    expect(score.scatter).toBeGreaterThan(0.95);
    expect(score.scatter).toBeLessThan(1.05);
    expect(score.mean).toBeLessThan(1.2);
  });
});
