import { beforeAll, expect, it } from 'vitest';
import { loadKernels } from '../../../test/load-kernels.ts';
import type { Kernels } from '../kernel/kernels.ts';
import { parseRecipe } from '../recipe/recipe.ts';
import { simulate } from '../simulate/simulate.ts';
import { findTarget } from '../targets/catalogue.ts';
import { calibrate } from './calibrate.ts';
import { fitLocated, locateTarget } from './locate-target.ts';
import { calibrationSettings } from './calibration-settings.ts';
import { readingsOf } from './report/readings.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

interface Rig {
  readonly target_id: string;
  readonly side: number;
  readonly pitch: number;
  readonly z_mm: number;
  /** by which the target lies aside, in sides of the frame; absent: nine pixels */
  readonly aside?: number;
  /** of distances, said beside the wrong one */
  readonly range?: { readonly z_min_mm: number; readonly z_max_mm: number };
}

/** Of an uneven, aberrated rig whose pitch and distance are stated 2 % and 5 % wrong. */
function frameOf({ target_id, side, pitch, z_mm, range, aside = 9 / side }: Rig) {
  const { hologram } = simulate(kernels, {
    ...{ mode: 'off-axis', object: { kind: 'target' }, width_px: side, height_px: side, z_mm, seed: 3 },
    ...{
      pixel_pitch_um: pitch,
      uneven_light: 0.2,
      aberration: [{ x: 2, y: 0, rad: 1.5 }],
      background: false,
    },
    target: { target_id, rotation_deg: 24, shift_x_um: aside * side * pitch },
  });
  const target = findTarget(target_id)!;
  const rig = { wavelength_um: 0.6328, pixel_pitch_um: 1.02 * pitch, z_mm: 0.95 * z_mm };
  const recipe = parseRecipe({
    ...{
      holography_mode: 'off-axis',
      ...rig,
      pixel_pitch_basis: 'object_space',
      magnification: 3.45 / pitch,
    },
  });
  const request = { target, recipe: { ...recipe, ...range } };
  return { frames: { hologram, background: null }, request };
}

function calibrated(rig: Rig) {
  const { frames, request } = frameOf(rig);
  return calibrate(kernels, frames, request);
}

it('measures the phase of steps of which only the first orders pass', () => {
  const { corrections } = calibrated({ target_id: 'step-grating-100nm', side: 224, pitch: 0.4, z_mm: 0.02 });
  const { phase_scale: scale, pixel_pitch_um: pitch } = corrections;
  expect(Math.abs(scale!.value - 1)).toBeLessThan(0.005);
  // 3 % of the maker's, equally likely anywhere inside, and of what first orders alone tell no more than a weak copy of the
  // frame may change their strength by
  const { reflections } = calibrationSettings.fit.refit;
  expect(scale!.sigma).toBeGreaterThan(0.0173);
  expect(scale!.sigma).toBeLessThan(Math.hypot(0.0173, reflections));
  expect(Math.abs(pitch!.value / 0.4 - 1)).toBeLessThan(5e-4);
});

it('does not mistake the contrast of steps for their distance where only the first orders pass', () => {
  const { frames, request } = frameOf({
    ...{ target_id: 'chessboard-grating-3um', side: 176, pitch: 0.12, z_mm: 0.005 },
    range: { z_min_mm: 0.0042, z_max_mm: 0.0055 },
  });
  const found = locateTarget(kernels, frames, request, () => {}, calibrationSettings);
  const { fit, subject } = fitLocated(found, () => {}, calibrationSettings);
  const { z_mm } = readingsOf(fit.state, subject.magnification, kernels.wasm);
  // of a depth of field of 3.7 µm; with a contrast in the fit it was 0.2 µm off
  expect(Math.abs(z_mm - 0.005)).toBeLessThan(4e-5);
  // what a lens may do looks like a distance here: it may move the value, within what the range leaves (half of what it does)
  const { corrections } = calibrate(kernels, frames, request);
  expect(Math.abs(corrections.z_mm!.value - 0.005)).toBeLessThan(corrections.z_mm!.sigma);
});

it('finds a chart whose middle lies beside the frame', () => {
  const { corrections } = calibrated({ target_id: 'usaf-1951', side: 224, pitch: 1, z_mm: 0.2, aside: 0.8 });
  expect(Math.abs(corrections.pixel_pitch_um!.value - 1)).toBeLessThan(5e-4);
});
