import { expect, it } from 'vitest';
import { loadKernels } from '../../../test/load-kernels.ts';
import type { Frame } from '../field/frame.ts';
import { parseRecipe } from '../recipe/recipe.ts';
import { reconstruct } from '../reconstruct.ts';
import { jpegSteps, throughJpeg } from '../simulate/jpeg-loss.ts';
import { simulate } from '../simulate/simulate.ts';

const kernels = await loadKernels();
const rig = { wavelength_um: 0.532, pixel_pitch_um: 2.2 };

it.each([90, 70])(
  'a frame saved as JPEG of quality %i is stated as truly as before it was, and its noise no smaller',
  (quality) => {
    const size = { width_px: 160, height_px: 160, ...rig, z_mm: 1, photoelectrons: 3000, seed: 3 };
    const object = { kind: 'cells', phase_rad: 0.5 } as const;
    const { hologram, truth } = simulate(kernels, {
      mode: 'inline',
      object,
      ...size,
      background: false,
      bit_depth: 8,
    });
    const quantisation = jpegSteps(quality);
    const samples = throughJpeg(hologram.samples as Uint8Array, 160, 160, quantisation, kernels.run);
    const recipe = parseRecipe({ holography_mode: 'inline', ...rig, z_mm: 1 });
    const of = (frame: Frame) => {
      const { metrics, flags, uncertainty, ...maps } = reconstruct(
        kernels,
        { hologram: frame, background: null },
        recipe,
      );
      const rounded = uncertainty.components.find(({ name }) => name === 'compression')!;
      // over what is trusted: the sample is of a kind that one frame leaves open
      const sigmas = maps.phase_uncertainty.data;
      const shares = maps.phase_wrapped.data
        .map((phase, k) => (phase - truth.phase.data[k]!) / sigmas[k]!)
        .filter((_, k) => sigmas[k]! < 1);
      const ratio = Math.sqrt(shares.reduce((sum, share) => sum + share * share, 0) / shares.length);
      return { metrics, codes: flags.map(({ code }) => code), rounded, ratio };
    };
    const before = of(hologram);
    const after = of({ ...hologram, samples, quantisation });
    expect(before.rounded).toMatchObject({ median_rad: 0, method: expect.stringContaining('no lossy') });
    expect(after.rounded.method).toContain('quantisation tables');
    expect(after.metrics['amplitude_noise']).toBeGreaterThan(
      0.9 * (before.metrics['amplitude_noise'] as number),
    );
    for (const { ratio } of [before, after]) {
      expect(ratio).toBeGreaterThan(0.7);
      expect(ratio).toBeLessThan(1.25);
    }
    // what a JPEG takes of the noise is counted as if it were there
    expect(after.metrics['data_misfit']).toBeGreaterThan(0.4);
    expect(after.metrics['data_misfit']).toBeLessThan(1.25);
    expect(after.codes).not.toContain('poor_fit');
  },
);
