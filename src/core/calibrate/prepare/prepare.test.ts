import { expect, it } from 'vitest';
import { someOf } from '../../../../test/brief-form.ts';
import { rigOf, tellable, withRange, type Setup } from '../../../../bench/accuracy/calibration-rigs.ts';
import { smallSetups } from '../../../../bench/accuracy/calibration-second-setups.ts';
import { loadKernels } from '../../../../test/load-kernels.ts';
import { record } from '../../../../test/second-simulator/record.ts';
import { secondCase } from '../../../../test/second-simulator/rigs.ts';
import type { Frames } from '../../field/frame.ts';
import type { Kernels } from '../../kernel/kernels.ts';
import { parseRecipe } from '../../recipe/recipe.ts';
import { simulate } from '../../simulate/simulate.ts';
import { findTarget } from '../../targets/catalogue.ts';
import { nominalOf, type CalibrationRequest } from '../model/nominal.ts';
import { rigSettings } from '../model/rig-settings.ts';
import { prepareSettings } from './prepare-settings.ts';
import { prepare } from './prepare.ts';

function preparedFrom(kernels: Kernels, frames: Frames, request: CalibrationRequest) {
  using scope = kernels.scope();
  const nominal = nominalOf(request, request.target.model(request.certificate), rigSettings);
  return prepare(kernels, scope, frames, request, nominal, prepareSettings);
}

// found two orders beside it, and moved by a slope that leads to no order
const offTheMiddle: [Partial<Setup> & { target_id: string }, number][] = [
  [{ target_id: 'step-grating-100nm', pitch_um: 0.5, z_mm: 0.025 }, 3002],
  [{ target_id: 'ronchi-50' }, 3026],
];
it.each(someOf(offTheMiddle))(
  'centres the sideband on the light that passes straight on (%o, rig %i)',
  async (own, seed) => {
    const kernels = await loadKernels();
    const setup = tellable.find(({ target_id, mode }) => target_id === own.target_id && mode === 'off-axis')!;
    const { input, recipe, target, certificate } = rigOf({ ...setup, ...own, side_px: 256 }, seed);
    const { hologram, spec } = simulate(kernels, input);
    const request = { target, certificate, recipe: withRange(recipe) };
    const { x, y } = preparedFrom(kernels, { hologram, background: null }, request).carrier!;
    const [trueX, trueY] = spec.carrier_cycles_per_px;
    expect(Math.hypot(x - trueX, y - trueY)).toBeLessThan(0.004);
  },
);

it('keeps what orders of holes are read in, unless a background frame has taken the light out of it', async () => {
  const kernels = await loadKernels();
  const { hologram, background } = simulate(kernels, {
    ...{ mode: 'off-axis', object: { kind: 'target', size_um: 12 }, width_px: 96, height_px: 96 },
    ...{ pixel_pitch_um: 1, z_mm: 0.05, seed: 5, target: { target_id: 'own-holes', rotation_deg: 9 } },
  });
  const recipe = parseRecipe({
    ...{ holography_mode: 'off-axis', wavelength_um: 0.6328, z_mm: 0.05, pixel_pitch_um: 1 },
  });
  const request = { target: findTarget('own-holes')!, certificate: { feature_size_um: 12 }, recipe };
  expect(preparedFrom(kernels, { hologram, background: null }, request).carried).not.toBeNull();
  expect(preparedFrom(kernels, { hologram, background }, request).carried).toBeNull();
});

/** A ruling of which three orders on either side pass, out of focus and lit from one side, on a carrier that bends. */
it('takes the phase of the light that goes straight on where bars pass for a background that bends', async () => {
  const kernels = await loadKernels();
  const [width, height, period] = [300, 240, 100 / 2.4];
  const samples = new Float32Array(width * height);
  for (let i = 0; i < samples.length; i += 1) {
    const [col, row] = [i % width, Math.floor(i / width)];
    const [x, y] = [(2 * col + 1) / width - 1, (2 * row + 1) / height - 1];
    const carrier = 2 * Math.PI * (0.2144 * col + 0.2534 * row) - 0.69 * x * x + 1.99 * y * y + 0.69 * x * y;
    const bars = (2 * Math.PI * (Math.cos(0.197) * col + Math.sin(0.197) * row + 7)) / period;
    const [first, third] = [0.636 * Math.cos(bars), -0.212 * Math.cos(3 * bars)];
    const re = 0.5 + first * Math.cos(0.3) + third * Math.cos(2.7);
    const im = -first * Math.sin(0.3) - third * Math.sin(2.7);
    const more = im + 0.3 * Math.sin(bars);
    samples[i] = 400 + 100 * (2 * (re * Math.cos(carrier) + more * Math.sin(carrier)) + re * re + im * im);
  }
  const recipe = parseRecipe({
    ...{ holography_mode: 'off-axis', wavelength_um: 0.633, pixel_pitch_um: 2.4, z_mm: 3 },
    ...{ pixel_pitch_basis: 'object_space', magnification: 2 },
  });
  const hologram = { width, height, samples, bitDepth: 12 };
  const request = { target: findTarget('ronchi-10')!, recipe };
  const { removed } = preparedFrom(kernels, { hologram, background: null }, request);
  // by bars: 11 rad from the middle to the edge
  const [, across, down] = removed!.phase;
  expect(Math.hypot(across!, down!)).toBeLessThan(0.2);
});

it('takes no point of an image that a lattice casts of itself for a hot pixel', async () => {
  const kernels = await loadKernels();
  const setup = smallSetups.find(
    ({ target_id, mode }) => target_id === 'distortion-grid-50um' && mode === 'inline',
  )!;
  const { rig, target, recipe } = secondCase(setup, 47_054);
  const { hologram } = record(target.model(), { ...rig, lightAtTarget: [], lightAtSensor: [] }, false);
  const { re } = preparedFrom(kernels, { hologram, background: null }, { target, recipe }).measured;
  // even light: amplitudes are roots of the counts
  const ratio = re.map((value, i) => (value * value) / hologram.samples[i]!);
  const middle = ratio.toSorted()[ratio.length >> 1]!;
  // 24 pixels were given the middle of those around them, and half of their light was gone
  expect(ratio.filter((value) => Math.abs(value / middle - 1) > 0.05).length).toBe(0);
});
