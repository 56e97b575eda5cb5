import { describe, expect, it } from 'vitest';
import { loadKernels } from '../../../test/load-kernels.ts';
import type { Frame } from '../field/frame.ts';
import { parseRecipe } from '../recipe/recipe.ts';
import { reconstruct } from '../reconstruct.ts';
import { measureFrame } from '../sideband/measure-frame.ts';
import { simulate } from '../simulate/simulate.ts';
import { measureCameraNoise } from './camera-noise.ts';
import { localNoise } from './local-noise.ts';
import { noiseSettings } from './noise-settings.ts';

const kernels = await loadKernels();
const SIDE = 320;
const { hologram, truth, spec } = simulate(kernels, {
  ...{ mode: 'off-axis', object: { kind: 'cells', count: 2 }, width_px: SIDE, height_px: SIDE, seed: 12 },
});

const { wavelength_um, pixel_pitch_um, z_mm } = spec;
const recipe = parseRecipe({ holography_mode: 'off-axis', wavelength_um, pixel_pitch_um, z_mm });

/** The same with small print of 48 × 16 px around (232, 232), in a grey that the fringes have as well. */
function captioned(): Frame {
  const samples = Float64Array.from(hologram.samples);
  const ink = 0.9 * samples.reduce((a, b) => Math.max(a, b));
  for (let y = 224; y < 240; y++)
    for (let x = 208; x < 256; x++) if ((x * x + 3 * x * y + 5 * y * y) % 7 < 2) samples[y * SIDE + x] = ink;
  return { ...hologram, samples: Uint16Array.from(samples) };
}

function localOf(frame: Frame) {
  using scope = kernels.scope();
  const { spectrum, image } = measureFrame(kernels, scope, frame, 'hologram');
  const noise = measureCameraNoise(kernels, spectrum, image, noiseSettings);
  return localNoise(kernels, spectrum, image, noise, noiseSettings);
}

describe('what single places hold beyond the camera’s noise', () => {
  it('is nothing in a frame as a camera sends it', () => {
    expect(localOf(hologram)).toBeNull();
  });

  it('is found where a caption was drawn, and nowhere far from it', () => {
    const { tiles, excess } = localOf(captioned())!;
    expect(tiles).toBe(10);
    const most = excess.indexOf(Math.max(...excess));
    expect([most % tiles, Math.floor(most / tiles)]).toEqual([7, 7]);
    expect(excess[most]).toBeGreaterThan(20);
    const far = excess.filter((_, t) => t % tiles < 4 || Math.floor(t / tiles) < 4);
    expect(Math.max(...far)).toBe(0);
  });

  it('is not told in frames of few tiles', () => {
    const small = Float64Array.from(
      { length: 96 * 96 },
      (_, i) => hologram.samples[Math.floor(i / 96) * SIDE + (i % 96)]!,
    );
    expect(localOf({ ...hologram, width: 96, height: 96, samples: Uint16Array.from(small) })).toBeNull();
  });

  it('is in the uncertainty around the caption', () => {
    const found = reconstruct(kernels, { hologram: captioned(), background: null }, recipe);
    const around = [...found.phase.data.keys()].filter((i) => {
      const [x, y] = [i % SIDE, Math.floor(i / SIDE)];
      return Math.abs(x - 232) < 38 && Math.abs(y - 232) < 24;
    });
    const shares = around.map((i) => {
      const off = found.phase.data[i]! - truth.unwrappedPhase.data[i]!;
      return (off / found.phase_uncertainty.data[i]!) ** 2;
    });
    expect(Math.sqrt(shares.reduce((sum, one) => sum + one, 0) / shares.length)).toBeLessThan(1.5);
  });
});
