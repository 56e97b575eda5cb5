import { expect, it } from 'vitest';
import { inlineCase, scoreField } from '../../../bench/accuracy/inline-cases.ts';
import { loadKernels } from '../../../test/load-kernels.ts';
import type { SimulationInput } from '../simulate/simulation-spec.ts';
import { retrieve } from './retrieve.ts';

/** RMSE of the field of one frame of 256 pixels, 0.4 mm from the sensor. */
async function errorOf(object: SimulationInput['object']): Promise<number> {
  const kernels = await loadKernels();
  using scope = kernels.scope();
  const input = { width_px: 256, height_px: 256, wavelength_um: 0.532, pixel_pitch_um: 1.67, z_mm: 0.4 };
  const { amplitudes, distances, optics, noiseSigma, truth } = inlineCase(
    kernels,
    scope,
    { ...input, object },
    1,
  );
  const frames = [{ amplitude: amplitudes[0]!, z: distances[0]! }];
  const { field } = retrieve(kernels, scope, { frames, noiseSigma, ...optics });
  const out = scope.block(field.rows * field.cols * 8);
  kernels.run.exportField(field.ptr, field.pitchBytes, field.rows, field.cols, out);
  return scoreField(kernels.floats(out, 2 * field.rows * field.cols), truth).field;
}

it('finds that wide bars only absorb', async () => {
  // 0.065 and 0.036 from a start that may delay light as well
  expect(await errorOf({ kind: 'absorbing-chart', transmission: 0 })).toBeLessThan(0.025);
  expect(await errorOf({ kind: 'absorbing-chart', transmission: 0.5 })).toBeLessThan(0.032);
});

it('does not take what delays light for an absorber', async () => {
  // 0.066 from a start that only absorbs
  expect(await errorOf({ kind: 'phase-chart', phase_rad: 0.6 })).toBeLessThan(0.045);
});
