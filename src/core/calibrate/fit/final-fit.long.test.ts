import { expect, it } from 'vitest';
import { loadKernels } from '../../../../test/load-kernels.ts';
import { depthOfField } from '../../../../bench/accuracy/calibration-readings.ts';
import {
  rigOf,
  shrunk,
  tellable,
  withRange,
  type Setup,
} from '../../../../bench/accuracy/calibration-rigs.ts';
import { simulate } from '../../simulate/simulate.ts';
import { judged } from '../calibrate.ts';
import { fitLocated, locateTarget } from '../locate-target.ts';
import { calibrationSettings as settings } from '../calibration-settings.ts';
import { readingsOf } from '../report/readings.ts';

const ruling = tellable.find(({ target_id, mode }) => target_id === 'ronchi-50' && mode === 'inline')!;
const small: Setup = { ...ruling, side_px: 192, pitch_um: 1 / 0.7, z_mm: 0.3 / 0.7 };

// rigs whose distance came out 0.3 depths of field off without a pupil, 0.023 with one that was too wide, and 0.3 where
// pixels that collect 1.5 times what falls on them stood in for it
it.each([
  [22, small],
  [2016, small],
  [4001, shrunk(ruling, { inline: 192, 'off-axis': 256 })],
])('does not let another width and contrast stand in for a pupil (rig %i)', async (seed, setup) => {
  const kernels = await loadKernels();
  const { input, recipe, target, withBackground, certificate } = rigOf(setup, seed);
  const { hologram, background, spec } = simulate(kernels, input);
  const frames = { hologram, background: withBackground ? background : null };
  const request = { target, certificate, recipe: withRange(recipe) };
  const found = locateTarget(kernels, frames, request, () => {}, settings);
  const final = fitLocated(found, () => {}, settings);
  const { z_mm } = readingsOf(final.fit.state, final.subject.magnification, kernels.wasm);
  expect(Math.abs(z_mm - spec.z_mm)).toBeLessThan(0.005 * depthOfField(spec));
  // a refit moves it by what a lens and reflections may do
  const { corrections, budget } = judged(found, final, hologram, request, () => {}, settings);
  const own = budget.filter(({ quantity, source }) => quantity === 'z_mm' && source !== 'wavelength');
  expect(Math.abs(corrections.z_mm!.value - spec.z_mm)).toBeLessThan(
    2 * Math.hypot(...own.map(({ u }) => u)),
  );
});
