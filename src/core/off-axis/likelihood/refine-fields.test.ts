import { describe, expect, it } from 'vitest';
import { scoreWrapped } from '../../../../bench/accuracy/score.ts';
import { loadKernels } from '../../../../test/load-kernels.ts';
import { offAxisRecipe } from '../../../../test/off-axis-recipe.ts';
import { oneIn } from '../../../../test/short-form.ts';
import { likelihoodSettings } from '../../likelihood/likelihood-settings.ts';
import { reconstruct } from '../../reconstruct.ts';
import { simulate } from '../../simulate/simulate.ts';
import type { SimulationInput } from '../../simulate/simulation-spec.ts';
import { objection } from './refine-fields.ts';

const kernels = await loadKernels();

function found(change: Partial<SimulationInput>, divided = false) {
  const { hologram, background, truth } = simulate(kernels, {
    ...{ mode: 'off-axis', object: { kind: 'cells' }, width_px: 288, height_px: 256, seed: 9, ...change },
  });
  const by = (demodulation: 'linear' | 'likelihood') => {
    const frames = { hologram, background: divided ? background : null };
    const result = reconstruct(kernels, frames, offAxisRecipe({ z_mm: 0, demodulation }));
    const scored = [result.phase.data, truth.unwrappedPhase.data, result.rows, result.cols] as const;
    return { result, rmse: scoreWrapped(...scored, { border: 0.08 }).rmse };
  };
  const [linear, { result, rmse }] = [by('linear'), by('likelihood')];
  const step = result.steps.find(({ name }) => name === 'likelihood')!;
  const flag = result.flags.find(({ code }) => code === 'likelihood_refused');
  const camera = result.uncertainty.components.find(({ name }) => name === 'camera_noise')!.median_rad!;
  const same = result.phase.data.every((value, at) => value === linear.result.phase.data[at]);
  return { ratio: rmse / linear.rmse, overSigma: rmse / camera, result, step, flag, same };
}

describe('demodulation=likelihood', () => {
  it.each(oneIn(2, [false, true], 1))(
    'lowers the noise of strong fringes, and the stated one with it',
    { tags: 'further/rig' },
    (divided) => {
      const { ratio, overSigma, step, flag, result } = found({ coherence: 0.9 }, divided);
      expect(step.metrics['field']).toBe('likelihood');
      if (divided) expect(step.metrics['background_field']).toBe('likelihood');
      expect(flag).toBeUndefined();
      expect(result.used.recipe.demodulation).toBe('likelihood');
      expect(ratio).toBeLessThan(0.95);
      expect(overSigma).toBeGreaterThan(0.88);
      expect(overSigma).toBeLessThan(1.14);
    },
  );

  const reasons: [string, Partial<SimulationInput>, string][] = [
    ['pixels are full', { full_scale_percentile: 93, full_scale_fraction: 1 }, 'full pixels'],
    ['the file lost something', { bit_depth: 8, disturbances: { jpeg_quality: 85 } }, 'a lossy file'],
    ['the fringes are weak', { coherence: 0.12 }, 'too little to gain'],
  ];
  it.each(reasons)('stays linear, and says so, where %s', { tags: 'further/rig' }, (_, change, reason) => {
    const { step, flag, result, same } = found({ coherence: 0.9, ...change });
    expect(step.metrics['field']).toBe('linear');
    expect(step.metrics['refused_for']).toBe(reason);
    expect(flag!.level).toBe('needs_review');
    expect(result.used.recipe.demodulation).toBe('linear');
    expect(same).toBe(true);
  });
});

describe('what speaks against a step', () => {
  const good = { change: 1, correlation: 0, gain: 1.2 };

  it.each([
    [{}, null],
    [{ gain: 1.011 }, null],
    [{ gain: 1.009 }, 'too little to gain'],
    [{ correlation: 0.045 }, null],
    [{ correlation: 0.055 }, 'neighbouring pixels that hang together'],
    [{ change: 1.35 }, null],
    [{ change: 1.65 }, 'more change than noise explains'],
    // what is not a number is no reason to believe
    [{ correlation: NaN }, 'neighbouring pixels that hang together'],
  ])('is, for %o: %s', (change, reason) => {
    expect(objection({ ...good, ...change }, likelihoodSettings)).toBe(reason);
  });
});
