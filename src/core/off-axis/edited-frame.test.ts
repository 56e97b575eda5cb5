// @module-tag further/rig
import { describe, expect, it } from 'vitest';
import { loadKernels } from '../../../test/load-kernels.ts';
import { offAxisRecipe } from '../../../test/off-axis-recipe.ts';
import { reconstruct } from '../reconstruct.ts';
import { simulate } from '../simulate/simulate.ts';

const SIDE = 320;
const EDGE = 20;
const kernels = await loadKernels();

type Around = (x: number, y: number) => number;

/** Each sample by its neighbours within 2 px, beyond the frame its nearest. */
const edited = (samples: Uint8Array, of: (at: Around) => number) => {
  const within = (k: number) => Math.min(SIDE - 1, Math.max(0, k));
  return Uint8Array.from(samples, (_, i) => {
    const [x, y] = [i % SIDE, Math.floor(i / SIDE)];
    return Math.round(of((dx, dy) => samples[within(y + dy) * SIDE + within(x + dx)]!));
  });
};
const near = [-2, -1, 0, 1, 2];

/** A bilateral filter: a mean of what is near, within 2 px, and differs by little more than so many counts. */
const smoothed = (counts: number) => (at: Around) => {
  const middle = at(0, 0);
  let [sum, all] = [0, 0];
  for (const dy of near)
    for (const dx of near) {
      const off = (at(dx, dy) - middle) / counts;
      const weight = Math.exp(-(dx * dx + dy * dy) / 8 - (off * off) / 2);
      sum += weight * at(dx, dy);
      all += weight;
    }
  return sum / all;
};

describe('a frame that a program took noise out of', () => {
  it.each([20, 40])(
    'by a filter for what differs by %d counts is told, and is as far off as it says',
    (counts) => {
      const { hologram, truth } = simulate(kernels, {
        ...{ mode: 'off-axis', width_px: SIDE, height_px: SIDE, seed: 12, background: false },
        ...{ object: { kind: 'phase-steps', phase_rad: 1.2 }, photoelectrons: 8000 },
        carrier_cycles_per_px: [0.21, 0.19],
      });
      const recorded = Uint8Array.from(hologram.samples, (value) => Math.round((255 * value) / 4095));
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
      expect(of(recorded).codes).not.toContain('frame_edited');
      const { codes, ratio } = of(edited(recorded, smoothed(counts)));
      expect(codes).toContain('frame_edited');
      // it was 5.4 and 2.6
      expect(ratio).toBeGreaterThan(0.8);
      expect(ratio).toBeLessThan(1.25);
    },
  );
});
