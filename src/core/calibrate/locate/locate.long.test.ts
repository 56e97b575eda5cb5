import { expect, it } from 'vitest';
import { rigOf, tellable, withRange } from '../../../../bench/accuracy/calibration-rigs.ts';
import { loadKernels } from '../../../../test/load-kernels.ts';
import { simulate } from '../../simulate/simulate.ts';
import { calibrate } from '../calibrate.ts';

it('tries a pupil for a ball that fits well without one only beyond the range of distances', async () => {
  const kernels = await loadKernels();
  const setup = tellable.find(({ target_id }) => target_id === 'bead-4um')!;
  const [pitch_um, z_mm] = [(0.15 * 4.007) / 3.6, (0.005 * 4.007) / 3.6];
  const { input, recipe, target, certificate, size } = rigOf(
    { ...setup, side_px: 256, pitch_um, z_mm },
    3005,
  );
  const { hologram, spec } = simulate(kernels, input);
  const { corrections } = calibrate(
    kernels,
    { hologram, background: null },
    { target, certificate, recipe: withRange(recipe) },
  );
  const pitch = corrections.pixel_pitch_um!.value * (1 + size.off);
  expect(Math.abs(pitch / spec.pixel_pitch_um - 1)).toBeLessThan(0.002);
});
