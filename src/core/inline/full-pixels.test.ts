// @module-tag further/rig
import { expect, it } from 'vitest';
import { loadKernels } from '../../../test/load-kernels.ts';
import type { Frame } from '../field/frame.ts';
import { parseRecipe } from '../recipe/recipe.ts';
import { reconstruct } from '../reconstruct.ts';
import { simulate } from '../simulate/simulate.ts';
import { scoreInline } from '../../../bench/accuracy/second-inline-score.ts';
import { inlineRigCase } from '../../../test/second-simulator/inline-rigs.ts';
import { recordInline } from '../../../test/second-simulator/record-inline.ts';

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

it('pixels that the camera’s range cut off are left out of a stack’s retrieval as well, and the flag names the frame', async () => {
  const kernels = await loadKernels();
  const rig = { wavelength_um: 0.532, pixel_pitch_um: 2.2 };
  const distances = [1.2, 1.6, 2.1];
  const size = { width_px: 96, height_px: 96 };
  const exposures = distances.map((z_mm, exposure) =>
    simulate(kernels, {
      mode: 'inline',
      object: { kind: 'beads' },
      ...size,
      ...rig,
      z_mm,
      exposure,
      seed: 4,
    }),
  );
  const recipe = parseRecipe({ holography_mode: 'inline', ...rig, stack_z_mm: distances.join(',') });
  const of = (cut: (frame: Frame, k: number) => Frame) => {
    const [hologram, ...furtherFrames] = exposures.map((one, k) => cut(one.hologram, k));
    const { field, flags } = reconstruct(
      kernels,
      { hologram: hologram!, furtherFrames, background: null },
      recipe,
    );
    const truth = exposures[0]!.truth.field.data;
    const square = field.data.reduce((sum, v, i) => sum + (v - truth[i]!) * (v - truth[i]!), 0);
    const words = flags.find(({ code }) => code === 'saturated')?.detail;
    return { error: Math.sqrt(square / truth.length), words };
  };
  const whole = of((frame) => frame);
  const all = of((frame) => cutAt(frame, 0.02));
  expect(whole.words).toBeUndefined();
  // bright rings of beads: 0.34 with what was cut off
  expect(all.error).toBeLessThan(0.2);
  expect(all.words).toMatch(/of the hologram.*left out of the retrieval/);
  const last = of((frame, k) => (k === 2 ? cutAt(frame, 0.02) : frame));
  expect(last.words).toMatch(/^2\.\d % of the pixels of frame 3 of the stack sit/);
});

it('strong balls whose brightest light was cut off are found by what is known of it: that it is as bright', async () => {
  const kernels = await loadKernels();
  const { rig, asked } = inlineRigCase('clear beads', 98_201);
  const { hologram, truth, z_um } = recordInline(
    { ...rig, camera: { ...rig.camera, bits: 8, full: 0.01 } },
    false,
  );
  const recipe = parseRecipe({ ...asked, z_mm: z_um / 1000, camera_gamma: 1 });
  const result = reconstruct(kernels, { hologram, background: null }, recipe);
  const { error, silent } = scoreInline(result, truth, hologram);
  // 0.25 rad where nothing was known of it
  expect(error).toBeLessThan(0.12);
  expect(silent).toBe(0);
  const { detail } = result.flags.find(({ code }) => code === 'saturated')!;
  expect(detail).toMatch(/known of them only that they are as bright at least/);
});
