// @module-tag further/rig
import { expect, it } from 'vitest';
import { loadKernels } from '../../../test/load-kernels.ts';
import { inlineRigCase } from '../../../test/second-simulator/inline-rigs.ts';
import { recordInline } from '../../../test/second-simulator/record-inline.ts';
import { parseRecipe } from '../recipe/recipe.ts';
import { reconstruct } from '../reconstruct.ts';
import { simulate } from '../simulate/simulate.ts';

it('a frame that a camera gave a gamma comes out as it is without, and says so, or as a request states it', async () => {
  const kernels = await loadKernels();
  const rig = { wavelength_um: 0.532, pixel_pitch_um: 2.2, z_mm: 1 };
  const object = { kind: 'cells', phase_rad: 1.5 } as const;
  const { hologram, truth } = simulate(kernels, {
    ...{ mode: 'inline', object, width_px: 128, height_px: 128, ...rig, seed: 7 },
    ...{ photoelectrons: 10_000, background: false, bit_depth: 8 },
  });
  const scored = (samples: Uint8Array, stated: { readonly camera_gamma?: number } = {}) => {
    const recipe = parseRecipe({ holography_mode: 'inline', ...rig, ...stated });
    const made = reconstruct(kernels, { hologram: { ...hologram, samples }, background: null }, recipe);
    const phases = made.phase_wrapped.data;
    const errors = phases.map((phase, k) => phase - truth.phase.data[k]!);
    const sigmas = made.phase_uncertainty.data;
    const rms = (values: Float32Array) =>
      Math.sqrt(values.reduce((sum, v) => sum + v * v, 0) / values.length);
    return { made, error: rms(errors), ratio: rms(errors.map((one, k) => one / sigmas[k]!)) };
  };
  const counts = hologram.samples as Uint8Array;
  const plain = scored(counts);
  const bentCounts = counts.map((value) => Math.round(255 * (value / 255) ** (1 / 2.2)));
  const bent = scored(bentCounts);
  const codes = ({ made }: typeof plain) => made.flags.map(({ code }) => code);
  expect(codes(plain)).not.toContain('camera_gamma');
  expect(codes(bent)).toContain('camera_gamma');
  expect(bent.made.steps[0]!.metrics['power']).toBeGreaterThan(1.9);
  expect(bent.made.steps[0]!.metrics['power']).toBeLessThan(2.5);
  const part = bent.made.uncertainty.components.find(({ name }) => name === 'camera_response');
  expect(part!.median_rad).toBeGreaterThan(0);
  // half of the steps of the counts are lost where it is bright, and 4 % of the power are in doubt
  expect(bent.error).toBeLessThan(2 * plain.error);
  expect(bent.ratio).toBeLessThan(1.25);
  const stated = scored(bentCounts, { camera_gamma: 2.2 });
  expect(stated.error).toBeLessThan(1.5 * plain.error);
  expect(stated.ratio).toBeLessThan(1.25);
  const taken = scored(bentCounts, { camera_gamma: 1 });
  expect(taken.error).toBeGreaterThan(2 * stated.error);
  for (const one of [stated, taken]) {
    expect(codes(one).filter((code) => code.startsWith('camera_gamma'))).toEqual([]);
    expect(one.made.uncertainty.components.map(({ name }) => name)).not.toContain('camera_response');
  }
  expect(stated.made.steps[0]).toMatchObject({ source: 'the request', metrics: { power: 2.2 } });
});

it('a dark frame is no worse for a power with which no light would be found', async () => {
  const kernels = await loadKernels();
  const { rig, asked } = inlineRigCase('clear beads', 95_201);
  const { hologram, z_um } = recordInline({ ...rig, camera: { ...rig.camera, gamma: 1.6, bits: 8 } }, false);
  const recipe = parseRecipe({ ...asked, z_mm: z_um / 1000 });
  // refused as dark nearly everywhere, as it was for counts to the power of four
  const made = reconstruct(kernels, { hologram, background: null }, recipe);
  // no power is told, and what no field explains is said
  expect(made.flags.map(({ code }) => code)).toContain('poor_fit');
  expect(made.phase_uncertainty.data.every((rad) => rad > 0)).toBe(true);
});
