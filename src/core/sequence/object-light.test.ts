import { beforeAll, describe, expect, it } from 'vitest';
import { loadKernels } from '../../../test/load-kernels.ts';
import { offAxisRecipe } from '../../../test/off-axis-recipe.ts';
import type { Kernels } from '../kernel/kernels.ts';
import type { SimulationInput } from '../simulate/simulation-spec.ts';
import { developFrame } from './develop-frame.ts';
import { driftAt, driftingFrame, TRUTH_STEP } from './drifting-frames.fixture.ts';
import { scoreSequence } from './score-sequence.fixture.ts';
import { sequenceSettings } from './sequence-settings.ts';
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

  it('is no part of σ once it is taken out, and errors are as stated where it was', () => {
    const frame = (k: number) =>
      driftingFrame(kernels, k, driftAt(k), { object: { kind: 'star', count: 1 }, seed: 33 });
    const some = [0, 12, 25, 37, 50, 62, 74, 87, 99].map(frame);
    const holograms = some.map(({ hologram }) => hologram);
    const leftIn = {
      ...sequenceSettings,
      objectLight: { ...sequenceSettings.objectLight, leastShare: Infinity },
    };
    using before = startSequence(kernels, holograms, null, recipe, undefined, undefined, leftIn);
    using after = startSequence(kernels, holograms, null, recipe);
    const [whole, less] = [before, after].map(({ uncertainty }) => uncertainty.data);
    const there = [...whole!.keys()].filter((i) => whole![i]! > 1.05 * less![i]!);
    expect(there.length).toBeGreaterThan(20);
    expect(whole!.every((sigma, i) => sigma >= 0.999 * less![i]!)).toBe(true);
    const { cols } = after.uncertainty;
    const truth = some[0]!.truth.unwrappedPhase;
    const ratioOf = (sequence: typeof after) => {
      const squares = [3, 20, 41, 66, 90].flatMap((k) => {
        const { data } = developFrame(kernels, sequence, frame(k).hologram).phase;
        return there.map((i) => {
          const at = Math.floor(i / cols) * TRUTH_STEP * truth.cols + (i % cols) * TRUTH_STEP;
          return ((data[i]! - truth.data[at]!) / sequence.uncertainty.data[i]!) ** 2;
        });
      });
      return Math.sqrt(squares.reduce((a, b) => a + b, 0) / squares.length);
    };
    expect(ratioOf(after)).toBeGreaterThan(0.75);
    expect(ratioOf(after)).toBeLessThan(1.25);
    // with it left in, σ is larger and errors are larger still; the doubt about the surface covers most of them (they were
    // over 1.4 σ while frames faded over 1.5 cycles, when that doubt was less)
    expect(ratioOf(before)).toBeGreaterThan(1.15 * ratioOf(after));
  });
});
