// @module-tag further/rig
import { expect, it } from 'vitest';
import { loadKernels } from '../../../test/load-kernels.ts';
import type { Frame } from '../field/frame.ts';
import { parseRecipe } from '../recipe/recipe.ts';
import { reconstruct } from '../reconstruct.ts';
import { simulate } from '../simulate/simulate.ts';

const SIDE = 160;
/** px: of a field that is as round as the end of a fibre, and of the part of it that is looked at */
const [RADIUS, LOOKED_AT] = [72, 60];
const rig = { wavelength_um: 0.532, pixel_pitch_um: 2.2, z_mm: 1 };

const fromMiddle = (i: number) => Math.hypot((i % SIDE) - SIDE / 2, Math.floor(i / SIDE) - SIDE / 2);

/** A frame behind a stop, with a black level and what a camera reads from the dark. */
const behindStop = (frame: Frame): Frame => ({
  ...frame,
  samples: Float32Array.from(frame.samples, (value, i) =>
    Math.round(value / (1 + Math.exp(fromMiddle(i) - RADIUS)) + ((i * 7919) % 5)),
  ),
});

it('a round field with a background frame comes out as well as one that is lit all over, and what is dark is not known', async () => {
  const kernels = await loadKernels();
  const size = { width_px: SIDE, height_px: SIDE };
  const { hologram, background, truth } = simulate(kernels, {
    ...{ mode: 'inline', object: { kind: 'cells' }, ...size, ...rig, seed: 5 },
  });
  const recipe = parseRecipe({ holography_mode: 'inline', ...rig, camera_gamma: 1 });
  const of = (frame: (one: Frame) => Frame) => {
    const made = reconstruct(kernels, { hologram: frame(hologram), background: frame(background!) }, recipe);
    const { x: left, y: top, width } = made.crop_px;
    let [squares, count, known] = [0, 0, 0];
    for (let i = 0; i < SIDE * SIDE; i += 1) {
      if (fromMiddle(i) > LOOKED_AT) continue;
      const at = (Math.floor(i / SIDE) - top) * width + (i % SIDE) - left;
      for (const part of [0, 1]) {
        const off = made.field.data[2 * at + part]! - truth.field.data[2 * i + part]!;
        squares += off * off;
      }
      count += 1;
      known += made.phase_uncertainty.data[at]! < 1 ? 1 : 0;
    }
    return { made, error: Math.sqrt(squares / count), known: known / count };
  };
  const whole = of((frame) => frame);
  const round = of(behindStop);
  // 1.6 times and a tenth not known where what is dark was taken for a sample
  expect(round.error / whole.error).toBeLessThan(1.1);
  expect(round.known).toBeGreaterThan(0.99);
  expect(round.made.metrics.data_misfit).toBeLessThan(1.2);
  expect(round.made.phase_uncertainty.data[0]).toBeGreaterThan(1);
  const words = round.made.flags.filter(({ code }) => code === 'frame_blank').map(({ detail }) => detail);
  expect(words.join(' ')).toMatch(/of the background frame is dark/);
  expect(whole.made.flags.map(({ code }) => code)).not.toContain('frame_blank');

  const alone = reconstruct(kernels, { hologram: behindStop(hologram), background: null }, recipe);
  const poor = alone.flags.find(({ code }) => code === 'poor_fit');
  expect(poor!.detail).toMatch(/\d+ % of it is dark: .* a background frame does\.$/);
});
