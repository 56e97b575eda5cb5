import { expect, it } from 'vitest';
import { loadKernels } from '../../../test/load-kernels.ts';
import type { Frame } from '../field/frame.ts';
import { parseRecipe } from '../recipe/recipe.ts';
import { reconstruct } from '../reconstruct.ts';
import { simulate } from '../simulate/simulate.ts';

/** The frame of a camera whose range ends where this share of its pixels is brighter. */
function cutAt(frame: Frame, share: number): Frame {
  const sorted = Float64Array.from(frame.samples).sort();
  const most = sorted[Math.floor((1 - share) * sorted.length)]!;
  return { ...frame, samples: Float32Array.from(frame.samples, (value) => Math.min(value, most)) };
}

it('frames whose brightest pixels the camera’s range cut off are flagged, and not those that only touch it', async () => {
  const kernels = await loadKernels();
  const rig = { wavelength_um: 0.532, pixel_pitch_um: 2.2, z_mm: 1.5 };
  const object = { kind: 'absorbing-chart' } as const;
  const { hologram, background } = simulate(kernels, {
    ...{ mode: 'inline', object, width_px: 64, height_px: 64, ...rig, seed: 2 },
  });
  const recipe = parseRecipe({ holography_mode: 'inline', ...rig, phase_retrieval: 'none' });
  const flagged = (frames: Parameters<typeof reconstruct>[1]) =>
    reconstruct(kernels, frames, recipe).flags.filter(({ code }) => code === 'saturated');
  expect(flagged({ hologram: cutAt(hologram, 0.001), background: null })).toEqual([]);
  const [flag] = flagged({ hologram: cutAt(hologram, 0.05), background: null });
  expect(flag!.detail).toMatch(/^5\.\d % of the pixels of the hologram/);
  const [ofOther] = flagged({ hologram, background: cutAt(background!, 0.05) });
  expect(ofOther!.detail).toMatch(/of the background frame/);
});
