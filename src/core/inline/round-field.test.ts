// @module-tag further/rig
import { expect, it } from 'vitest';
import { edits } from '../../../bench/accuracy/edited-frames.ts';
import { scoreInline } from '../../../bench/accuracy/second-inline-score.ts';
import { loadKernels } from '../../../test/load-kernels.ts';
import { inlineRigCase } from '../../../test/second-simulator/inline-rigs.ts';
import { recordInline } from '../../../test/second-simulator/record-inline.ts';
import type { Frame } from '../field/frame.ts';
import { parseRecipe } from '../recipe/recipe.ts';
import { reconstruct } from '../reconstruct.ts';
import type { Reconstruction } from '../reconstruction/reconstruction.ts';
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

/** What is made of frames, and within the field: how far it is from the truth and the share of it whose phase is known. */
function scored(made: Reconstruction, truth: ArrayLike<number>) {
  const { x: left, y: top, width } = made.crop_px;
  let [squares, count, known] = [0, 0, 0];
  for (let i = 0; i < SIDE * SIDE; i += 1) {
    if (fromMiddle(i) > LOOKED_AT) continue;
    const at = (Math.floor(i / SIDE) - top) * width + (i % SIDE) - left;
    for (const part of [0, 1]) {
      const off = made.field.data[2 * at + part]! - truth[2 * i + part]!;
      squares += off * off;
    }
    count += 1;
    known += made.phase_uncertainty.data[at]! < 1 ? 1 : 0;
  }
  const words = made.flags.filter(({ code }) => code === 'frame_blank').map(({ detail }) => detail);
  return { made, words: words.join(' '), error: Math.sqrt(squares / count), known: known / count };
}

const kernels = await loadKernels();
const size = { width_px: SIDE, height_px: SIDE };
const { hologram, background, truth } = simulate(kernels, {
  ...{ mode: 'inline', object: { kind: 'cells' }, ...size, ...rig, seed: 5 },
});
const recipe = parseRecipe({ holography_mode: 'inline', ...rig, camera_gamma: 1 });

it('a round field with a background frame comes out as well as one that is lit all over, and what is dark is not known', () => {
  const of = (frame: (one: Frame) => Frame) =>
    scored(
      reconstruct(kernels, { hologram: frame(hologram), background: frame(background!) }, recipe),
      truth.field.data,
    );
  const whole = of((frame) => frame);
  const round = of(behindStop);
  // 1.6 times and a tenth not known where what is dark was taken for a sample
  expect(round.error / whole.error).toBeLessThan(1.1);
  expect(round.known).toBeGreaterThan(0.99);
  expect(round.made.metrics.data_misfit).toBeLessThan(1.2);
  expect(round.made.phase_uncertainty.data[0]).toBeGreaterThan(1);
  expect(round.words).toMatch(/of the background frame is dark/);
  expect(whole.words).toBe('');
});

it('a round field without a background frame is told by its sharp edge', async () => {
  const { rig: ofRig, asked } = inlineRigCase('clear cells', 93_001);
  const recorded = recordInline(ofRig, false);
  const round = await edits['a round stop']!(recorded.hologram);
  const { z_um } = recorded;
  const alone = parseRecipe({ ...asked, z_mm: z_um / 1000 });
  const made = reconstruct(kernels, { hologram: round, background: null }, alone);
  const { withinTwo, silent, unknown } = scoreInline(made, recorded.truth, round);
  // a misfit above 9, 0.6 of the phase not known and one pixel of 20 silently wrong where what is dark was taken for a sample
  expect(made.metrics.data_misfit).toBeLessThan(1.2);
  expect(withinTwo).toBeGreaterThan(0.95);
  expect(silent).toBe(0);
  expect(unknown).toBeLessThan(0.35);
  expect(made.phase_uncertainty.data[0]).toBeGreaterThan(1);
  const [flag] = made.flags.filter(({ code }) => code === 'frame_blank');
  expect(flag!.detail).toMatch(/^4\d\.\d % of the frame is dark up to its border/);
});
