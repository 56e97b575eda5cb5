// @module-tag further/rig
import { describe, expect, it } from 'vitest';
import { loadKernels } from '../../../test/load-kernels.ts';
import { offAxisRecipe } from '../../../test/off-axis-recipe.ts';
import { reconstruct } from '../reconstruct.ts';
import { simulate } from '../simulate/simulate.ts';

const SIDE = 320;
const EDGE = 20;
const kernels = await loadKernels();

/** A frame of 8 bits that a bell of so many px went over, mirrored at its edges. */
function smoothed(samples: ArrayLike<number>, px: number): Uint8Array {
  const reach = Math.ceil(4 * px);
  const weights = Array.from({ length: 2 * reach + 1 }, (_, k) =>
    Math.exp((-(k - reach) * (k - reach)) / (2 * px * px)),
  );
  const all = weights.reduce((sum, w) => sum + w, 0);
  const within = (k: number) => (k < 0 ? -1 - k : k >= SIDE ? 2 * SIDE - 1 - k : k);
  // one way, and turned, so that the next goes the other way
  const over = (from: Float64Array) =>
    Float64Array.from({ length: SIDE * SIDE }, (_, i) => {
      const [x, y] = [Math.floor(i / SIDE), i % SIDE];
      return weights.reduce((sum, w, k) => sum + w * from[y * SIDE + within(x + k - reach)]!, 0) / all;
    });
  const whole = Float64Array.from(samples, (value) => Math.round((255 * value) / 4095));
  return Uint8Array.from(over(over(whole)), Math.round);
}

describe('a frame that was smoothed after it was recorded', () => {
  it.each([0.6, 1])('by a bell of %f px is as far off as it says, and about as it was', (px) => {
    const { hologram, truth } = simulate(kernels, {
      ...{ mode: 'off-axis', width_px: SIDE, height_px: SIDE, seed: 12, background: false },
      ...{ object: { kind: 'phase-steps', phase_rad: 1.2 }, photoelectrons: 8000 },
    });
    const of = (samples: Uint8Array) => {
      const file = { ...hologram, samples, bitDepth: 8 } as const;
      const found = reconstruct(kernels, { hologram: file, background: null }, offAxisRecipe({}));
      const { phase, phase_uncertainty: sigma } = found;
      let [sum, count] = [0, 0];
      for (let y = EDGE; y < SIDE - EDGE; y++)
        for (let x = EDGE; x < SIDE - EDGE; x++) {
          const k = y * SIDE + x;
          const share = (phase.data[k]! - truth.unwrappedPhase.data[k]!) / sigma.data[k]!;
          sum += share * share;
          count++;
        }
      return { codes: found.flags.map(({ code }) => code), ratio: Math.sqrt(sum / count) };
    };
    const sharp = of(Uint8Array.from(hologram.samples, (value) => Math.round((255 * value) / 4095)));
    const { codes, ratio } = of(smoothed(hologram.samples, px));
    expect(sharp.codes).not.toContain('frame_smoothed');
    expect(codes).toContain('frame_smoothed');
    // it was 1.5 and 2.6 in such frames
    expect(ratio).toBeLessThan(1.25);
    // and it is stated about as cautiously as before it was smoothed (0.69 here)
    expect(ratio / sharp.ratio).toBeGreaterThan(0.8);
  });
});
