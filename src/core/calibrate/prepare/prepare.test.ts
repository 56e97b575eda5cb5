import { expect, it } from 'vitest';
import { rigOf, tellable, withRange, type Setup } from '../../../../bench/accuracy/calibration-rigs.ts';
import { loadKernels } from '../../../../test/load-kernels.ts';
import type { Frames } from '../../field/frame.ts';
import type { Kernels } from '../../kernel/kernels.ts';
import { simulate } from '../../simulate/simulate.ts';
import { nominalOf, type CalibrationRequest } from '../model/nominal.ts';
import { rigSettings } from '../model/rig-settings.ts';
import { prepareSettings } from './prepare-settings.ts';
import { prepare } from './prepare.ts';

function carrierIn(kernels: Kernels, frames: Frames, request: CalibrationRequest) {
  using scope = kernels.scope();
  const nominal = nominalOf(request, request.target.model(request.certificate), rigSettings);
  return prepare(kernels, scope, frames, request, nominal, prepareSettings).carrier!;
}

// found two orders beside it, and moved by a slope that leads to no order
const offTheMiddle: [Partial<Setup> & { target_id: string }, number][] = [
  [{ target_id: 'step-grating-100nm', pitch_um: 0.5, z_mm: 0.025 }, 3002],
  [{ target_id: 'ronchi-50' }, 3026],
];
it.each(offTheMiddle)(
  'centres the sideband on the light that passes straight on (%o, rig %i)',
  async (own, seed) => {
    const kernels = await loadKernels();
    const setup = tellable.find(({ target_id, mode }) => target_id === own.target_id && mode === 'off-axis')!;
    const { input, recipe, target, certificate } = rigOf({ ...setup, ...own, side_px: 256 }, seed);
    const { hologram, spec } = simulate(kernels, input);
    const request = { target, certificate, recipe: withRange(recipe) };
    const { x, y } = carrierIn(kernels, { hologram, background: null }, request);
    const [trueX, trueY] = spec.carrier_cycles_per_px;
    expect(Math.hypot(x - trueX, y - trueY)).toBeLessThan(0.004);
  },
);
