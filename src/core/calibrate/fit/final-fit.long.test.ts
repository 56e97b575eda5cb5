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
import type { Frame } from '../../field/frame.ts';
import type { Kernels } from '../../kernel/kernels.ts';
import { completeSpec, type SimulationInput } from '../../simulate/simulation-spec.ts';
import { simulate } from '../../simulate/simulate.ts';
import { judged } from '../calibrate.ts';
import { fitLocated, locateTarget } from '../locate-target.ts';
import { calibrationSettings as settings } from '../calibration-settings.ts';
import { readingsOf } from '../report/readings.ts';

const ruling = tellable.find(({ target_id, mode }) => target_id === 'ronchi-50' && mode === 'inline')!;
const small: Setup = { ...ruling, side_px: 192, pitch_um: 1 / 0.7, z_mm: 0.3 / 0.7 };

/** Cells of a simulation along a side of a pixel. */
const FINER = 4;

/**
 * Recorded by pixels that take a mean over cells a quarter as wide. Drawn on the camera's own pixels, a ruling's fine orders fold back into what
 * the optics pass, which no ruling does: such frames put distances up to 0.26 depths of field off, and these 0.002.
 */
function recorded(kernels: Kernels, input: SimulationInput) {
  const own = completeSpec(input);
  const { width_px: width, height_px: height, pixel_pitch_um, photoelectrons } = own;
  const { hologram, background } = simulate(kernels, {
    ...{ ...input, width_px: FINER * width, height_px: FINER * height, dust: 0 },
    ...{ pixel_pitch_um: pixel_pitch_um / FINER, photoelectrons: photoelectrons / (FINER * FINER) },
    pupil_radius_cycles_per_px: own.pupil_radius_cycles_per_px / FINER,
  });
  const collected = ({ samples }: Frame): Frame => {
    const sums = new Uint16Array(width * height);
    samples.forEach((value, i) => {
      const row = Math.floor(i / (FINER * width) / FINER);
      sums[row * width + Math.floor((i % (FINER * width)) / FINER)]! += value;
    });
    return { width, height, samples: sums, bitDepth: 16 };
  };
  return { hologram: collected(hologram), background: collected(background!), spec: own };
}

// rigs whose distance came out 0.3 depths of field off without a pupil, 0.023 with one that was too wide, and 0.3 where
// pixels that collect 1.5 times what falls on them stood in for it; the last two 0.013 and 0.026 where what is drawn around the frame ended
it.each([
  [22, small],
  [2016, small],
  [4001, shrunk(ruling, { inline: 192, 'off-axis': 256 })],
  [5005, small],
  [5014, small],
])('does not let another width and contrast stand in for a pupil (rig %i)', async (seed, setup) => {
  const kernels = await loadKernels();
  const { input, recipe, target, withBackground, certificate } = rigOf(setup, seed);
  const { hologram, background, spec } = recorded(kernels, input);
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
