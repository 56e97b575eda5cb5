// @module-tag further/rig
import { expect, it } from 'vitest';
import { loadKernels } from '../../../test/load-kernels.ts';
import { parseRecipe } from '../recipe/recipe.ts';
import { reconstruct } from '../reconstruct.ts';
import { simulate } from '../simulate/simulate.ts';
import { inlineSettings } from './inline-settings.ts';

it('knows the phase beside a sample whose own is open, and states no more of it as the camera’s', async () => {
  const kernels = await loadKernels();
  const rig = { wavelength_um: 0.532, pixel_pitch_um: 2.2, z_mm: 1.5 };
  const size = { width_px: 192, height_px: 192 };
  const { hologram } = simulate(kernels, {
    mode: 'inline',
    object: { kind: 'star' },
    ...size,
    ...rig,
    seed: 2,
  });
  const asked = { holography_mode: 'inline', ...rig, outputs: 'phase_uncertainty,phase_noise' };
  // without what settles it
  const { retrieval } = inlineSettings;
  const coupled = { ...retrieval.coupled, least: Infinity };
  const inline = { ...inlineSettings, retrieval: { ...retrieval, coupled } };
  const frames = { hologram, background: null };
  const result = reconstruct(kernels, frames, parseRecipe(asked), () => {}, null, { inline });
  const flag = result.flags.find(({ code }) => code === 'mixed_object')!;
  const marked = Number(/of (\d+) % of the pixels/.exec(flag.detail)![1]);
  const { phase_uncertainty, phase_noise } = result;
  const count = phase_uncertainty.data.length;
  const unknown = phase_uncertainty.data.filter((sigma) => sigma > 1).length / count;
  expect(Math.abs(100 * unknown - marked)).toBeLessThan(2);
  // farther from the star than √(λz), 13 px, which it reaches some 70 px from the middle
  const beside = Array.from(phase_uncertainty.data.keys()).filter((at) => {
    const [x, y] = [(at % 192) - 95.5, Math.floor(at / 192) - 95.5];
    return x * x + y * y > 84 * 84;
  });
  expect(beside.filter((at) => phase_uncertainty.data[at]! > 1)).toHaveLength(0);
  // nothing lies there
  const meanSquare = (of: (at: number) => number) =>
    beside.reduce((sum, at) => sum + of(at) * of(at), 0) / beside.length;
  const phase = (at: number) => result.phase.data[at]!;
  expect(Math.sqrt(meanSquare(phase))).toBeLessThan(0.008);
  const ratio = Math.sqrt(meanSquare((at) => phase(at) / phase_uncertainty.data[at]!));
  expect(ratio).toBeGreaterThan(0.6);
  expect(ratio).toBeLessThan(1.2);
  const more = phase_noise!.data.filter((noise, at) => noise > 1.0001 * phase_uncertainty.data[at]!);
  expect(more).toHaveLength(0);
});
