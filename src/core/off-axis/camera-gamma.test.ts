// @module-tag further/rig
import { expect, it } from 'vitest';
import { loadKernels } from '../../../test/load-kernels.ts';
import { offAxisRecipe } from '../../../test/off-axis-recipe.ts';
import { reconstruct } from '../reconstruct.ts';
import { simulate } from '../simulate/simulate.ts';

const SIDE = 320;
/** Counts of 0 to 1 as pictures on a screen have them (IEC 61966-2-1). */
const sRgb = (light: number) => (light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055);

it('stray light is as uncertain where the file has a gamma as where it has none', async () => {
  const kernels = await loadKernels();
  const { hologram, truth } = simulate(kernels, {
    ...{ mode: 'off-axis', object: { kind: 'cells', count: 4 }, width_px: SIDE, height_px: SIDE, seed: 11 },
    ...{ photoelectrons: 8000, background: false },
    disturbances: { dirt_rad: 0.08, dirt_grain_px: 5, dirt_mm: 60 },
  });
  const bent = Uint8Array.from(hologram.samples, (value) => Math.round(255 * sRgb(value / 4095)));
  const found = reconstruct(
    kernels,
    { hologram: { ...hologram, samples: bent, bitDepth: 8 }, background: null },
    offAxisRecipe({}),
  );
  expect(found.flags.map(({ code }) => code)).toContain('camera_response');
  const { phase, phase_uncertainty: sigma } = found;
  const shares = [...phase.data.keys()]
    .filter(
      (k) =>
        Math.min(k % SIDE, Math.floor(k / SIDE)) > 16 && Math.max(k % SIDE, Math.floor(k / SIDE)) < SIDE - 16,
    )
    .map((k) => (phase.data[k]! - truth.unwrappedPhase.data[k]!) / sigma.data[k]!);
  const ratio = Math.sqrt(shares.reduce((sum, share) => sum + share * share, 0) / shares.length);
  // it was 1.7
  expect(ratio).toBeGreaterThan(0.8);
  expect(ratio).toBeLessThan(1.25);
});
