// @module-tag further/rig
import { expect, it } from 'vitest';
import { loadKernels } from '../../../test/load-kernels.ts';
import { offAxisRecipe } from '../../../test/off-axis-recipe.ts';
import type { Frame } from '../field/frame.ts';
import { reconstruct } from '../reconstruct.ts';
import { developFrame } from './develop-frame.ts';
import { driftAt, driftingFrame } from './drifting-frames.fixture.ts';
import { startSequence } from './start-sequence.ts';

const SIDE = 160;
/** px of nothing on each side; one more goes, as the border's edge may cut it. */
const [LEFT, TOP, RIGHT, BOTTOM] = [21, 0, 9, 14];

/** Of a frame what lies from a place on, and beyond its own sides one value. */
function placed(
  frame: Frame,
  width: number,
  height: number,
  left: number,
  top: number,
  value: number,
): Frame {
  const samples = Uint16Array.from({ length: width * height }, (_, i) => {
    const [x, y] = [(i % width) - left, Math.floor(i / width) - top];
    const isInside = x >= 0 && y >= 0 && x < frame.width && y < frame.height;
    return isInside ? frame.samples[y * frame.width + x]! : value;
  });
  return { ...frame, width, height, samples };
}

const bordered = (frame: Frame, value = 4095) =>
  placed(frame, LEFT + SIDE + RIGHT, TOP + SIDE + BOTTOM, LEFT, TOP, value);
const middle = (frame: Frame) => placed(frame, SIDE - 2, SIDE - 1, -1, 0, 0);

it('off-axis frames with blank sides come out as their middle alone, by themselves and in a sequence, and say so', async () => {
  const kernels = await loadKernels();
  const recipe = offAxisRecipe({});
  const size = { width_px: SIDE, height_px: SIDE };
  const frames = [0, 1, 2].map((k) => driftingFrame(kernels, k, driftAt(k), size).hologram);
  const alone = (hologram: Frame) => reconstruct(kernels, { hologram, background: null }, recipe);
  const [whole, cut] = [alone(bordered(frames[0]!)), alone(middle(frames[0]!))];
  expect(whole.crop_px).toEqual({ x: LEFT + 1, y: 0, width: SIDE - 2, height: SIDE - 1 });
  expect(whole.phase.data).toEqual(cut.phase.data);
  expect(whole.phase_uncertainty.data).toEqual(cut.phase_uncertainty.data);
  const words = whole.flags.filter(({ code }) => code === 'frame_blank').map(({ detail }) => detail);
  expect(words).toEqual([
    expect.stringMatching(/22 px on the left, 10 on the right, 0 at the top and 15 at the bottom.*\(22, 0\)/),
  ]);
  expect(cut.flags.map(({ code }) => code)).not.toContain('frame_blank');

  const developed = (some: readonly Frame[], next: Frame) => {
    using sequence = startSequence(kernels, some, null, recipe);
    const { flags } = sequence.reconstruction;
    return { ...developFrame(kernels, sequence, next), codes: flags.map(({ code }) => code) };
  };
  // one of them is dark all over, and has no sides
  const dark = placed(frames[2]!, LEFT + SIDE + RIGHT, TOP + SIDE + BOTTOM, 1000, 0, 0);
  const sent = [...frames.map((frame) => bordered(frame, 0)), dark];
  const of = developed(sent, sent[1]!);
  expect(of.codes).toContain('frame_blank');
  const plain = developed(frames.map(middle), middle(frames[1]!));
  expect(of.phase.data).toEqual(plain.phase.data);
});
