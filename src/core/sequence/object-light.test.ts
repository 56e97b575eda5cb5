import { beforeAll, describe, expect, it } from 'vitest';
import { loadKernels } from '../../../test/load-kernels.ts';
import { offAxisRecipe } from '../../../test/off-axis-recipe.ts';
import { oneIn, thorough } from '../../../test/short-form.ts';
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
  it.each(oneIn(3, [1, 2, 0.5], 1))(
    'is measured with a reference of %d times its amplitude',
    (amplitude_ratio) => {
      const metrics = found({ kind: 'beads', count: 6 }, { amplitude_ratio, seed: 31 });
      expect(metrics!.beam_ratio).toBeGreaterThan(0.97 / amplitude_ratio);
      expect(metrics!.beam_ratio).toBeLessThan(1.03 / amplitude_ratio);
    },
  );

  it('is left alone where it does not reach the filter', () => {
    expect(found({ kind: 'flat', count: 1 })).toBeNull();
  });

  it.runIf(thorough)('does not turn against what drifts: frames of steep beads scatter as stated', () => {
    const score = scoreSequence(kernels, { kind: 'beads', count: 6 }, 30, { seed: 32 });
    // 1.15 to 1.35 with it
    expect(score.scatter).toBeGreaterThan(0.95);
    expect(score.scatter).toBeLessThan(1.05);
    expect(score.mean).toBeLessThan(1.2);
  });

  it(
    'is no part of σ once it is taken out, and errors are as stated where it was',
    { tags: 'further/rig' },
    () => {
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
      const rms = (values: readonly number[]) =>
        Math.sqrt(values.reduce((sum, value) => sum + value * value, 0) / values.length);
      /** Of what is left of it there: errors by σ, and the scatter over time by the noise. */
      const seenOf = (sequence: typeof after) => {
        const { noise, uncertainty } = sequence;
        const phases = [3, 20, 41, 66, 90].map(
          (k) => developFrame(kernels, sequence, frame(k).hologram).phase.data,
        );
        const trueAt = (i: number) =>
          truth.data[Math.floor(i / cols) * TRUTH_STEP * truth.cols + (i % cols) * TRUTH_STEP]!;
        const errors = phases.flatMap((data) =>
          there.map((i) => (data[i]! - trueAt(i)) / uncertainty.data[i]!),
        );
        const scatters = there.map((i) => {
          const mean = phases.reduce((sum, data) => sum + data[i]!, 0) / phases.length;
          const bessel = Math.sqrt(phases.length / (phases.length - 1));
          return (bessel * rms(phases.map((data) => data[i]! - mean))) / noise.data[i]!;
        });
        return { errors: rms(errors), scatter: rms(scatters) };
      };
      const [leftInside, without] = [before, after].map(seenOf) as [
        ReturnType<typeof seenOf>,
        ReturnType<typeof seenOf>,
      ];
      expect(without.errors).toBeGreaterThan(0.75);
      expect(without.errors).toBeLessThan(1.25);
      // what the surface leaves in doubt is the same in all frames; the sample's light turns with the drift
      expect(without.scatter).toBeGreaterThan(0.9);
      expect(without.scatter).toBeLessThan(1.1);
      expect(leftInside.scatter).toBeGreaterThan(1.3);
    },
  );
});
