import { expect, it } from 'vitest';
import { loadKernels } from '../../../test/load-kernels.ts';
import { simulate } from '../simulate/simulate.ts';
import { parseSequence } from './parse-sequence.ts';
import { startInline } from './start-inline.ts';

it('an in-line sequence takes frames as they are, and states a camera’s gamma as a doubt', async () => {
  const kernels = await loadKernels();
  const rig = { wavelength_um: 0.532, pixel_pitch_um: 2.2, z_mm: 1 };
  const object = { kind: 'cells', phase_rad: 1.5 } as const;
  const { hologram } = simulate(kernels, {
    ...{ mode: 'inline', object, width_px: 128, height_px: 128, ...rig, seed: 7 },
    ...{ photoelectrons: 10_000, background: false, bit_depth: 8 },
  });
  const counts = hologram.samples as Uint8Array;
  const samples = counts.map((value) => Math.round(255 * (value / 255) ** (1 / 2.2)));
  const { recipe } = parseSequence({ holography_mode: 'inline', ...rig });
  using started = startInline(kernels, [{ ...hologram, samples }], null, recipe);
  const { flags, uncertainty } = started.reconstruction;
  const flag = flags.find(({ code }) => code.startsWith('camera_gamma'))!;
  expect(flag.code).toBe('camera_gamma_open');
  expect(flag.detail).toContain('Nothing was undone');
  const part = uncertainty.components.find(({ name }) => name === 'camera_response');
  expect(part!.median_rad).toBeGreaterThan(0.05);
});
