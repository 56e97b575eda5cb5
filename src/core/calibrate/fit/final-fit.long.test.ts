import { expect, it } from 'vitest';
import { loadKernels } from '../../../../test/load-kernels.ts';
import { depthOfField } from '../../../../bench/accuracy/calibration-readings.ts';
import { rigOf, tellable, withRange } from '../../../../bench/accuracy/calibration-rigs.ts';
import { simulate } from '../../simulate/simulate.ts';
import { calibrate } from '../calibrate.ts';

// rigs whose distance came out 0.3 depths of field off without a pupil, and 0.023 with one that was too wide
it.each([22, 2016])('does not let another width and contrast stand in for a pupil (rig %i)', async (seed) => {
  const kernels = await loadKernels();
  const setup = tellable.find(({ target_id, mode }) => target_id === 'ronchi-50' && mode === 'inline')!;
  const { input, recipe, target, withBackground, certificate } = rigOf(
    { ...setup, side_px: 192, pitch_um: 1 / 0.7, z_mm: 0.3 / 0.7 },
    seed,
  );
  const { hologram, background, spec } = simulate(kernels, input);
  const frames = { hologram, background: withBackground ? background : null };
  const { corrections } = calibrate(kernels, frames, { target, certificate, recipe: withRange(recipe) });
  expect(Math.abs(corrections.z_mm!.value - spec.z_mm)).toBeLessThan(0.005 * depthOfField(spec));
});
