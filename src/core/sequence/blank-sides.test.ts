// @module-tag further/rig
import { expect, it } from 'vitest';
import { loadKernels } from '../../../test/load-kernels.ts';
import type { Frame } from '../field/frame.ts';
import { reconstruct } from '../reconstruct.ts';
import { movingFrame, movingRig } from './moving-inline.fixture.ts';
import { parseSequence } from './parse-sequence.ts';
import { beginGroup, developNext, startFrames } from './sequence-frames.ts';

/** px of nothing on each side; one more goes, as the border's edge may cut it. */
const [LEFT, TOP, RIGHT, BOTTOM] = [8, 5, 6, 3];
const SIDE = 96;

/** Of a frame what a function says of each place. */
function redrawn(
  { samples, ...frame }: Frame,
  { width, height }: { readonly width: number; readonly height: number },
  at: (x: number, y: number) => { readonly x: number; readonly y: number },
): Frame {
  const drawn = Float32Array.from({ length: width * height }, (_, i) => {
    const { x, y } = at(i % width, Math.floor(i / width));
    const isInside = x >= 0 && y >= 0 && x < frame.width && y < frame.height;
    return isInside ? samples[y * frame.width + x]! : 0;
  });
  return { ...frame, width, height, samples: drawn };
}

const bordered = (frame: Frame) =>
  redrawn(frame, { width: LEFT + SIDE + RIGHT, height: TOP + SIDE + BOTTOM }, (x, y) => ({
    x: x - LEFT,
    y: y - TOP,
  }));
const cut = (frame: Frame) =>
  redrawn(frame, { width: SIDE - 2, height: SIDE - 2 }, (x, y) => ({ x: x + 1, y: y + 1 }));

it('an in-line frame with blank sides comes out as its middle alone, by itself and in a sequence, and says so', async () => {
  const kernels = await loadKernels();
  const { recipe } = parseSequence({ holography_mode: 'inline', ...movingRig, camera_gamma: 1 });
  const frames = [0, 1].map((k) => movingFrame(kernels, k, { side: SIDE, step: 1 }).hologram);
  const alone = (hologram: Frame) => reconstruct(kernels, { hologram, background: null }, recipe);
  const [whole, middle] = [alone(bordered(frames[0]!)), alone(cut(frames[0]!))];
  expect(whole.crop_px).toEqual({ x: LEFT + 1, y: TOP + 1, width: SIDE - 2, height: SIDE - 2 });
  expect(whole.phase.data).toEqual(middle.phase.data);
  expect(whole.phase_uncertainty.data).toEqual(middle.phase_uncertainty.data);
  const [flag] = whole.flags.filter(({ code }) => code === 'frame_blank');
  expect(flag!.detail).toMatch(
    /9 px on the left, 7 on the right, 6 at the top and 4 at the bottom.*\(9, 6\)/,
  );
  expect(middle.flags.map(({ code }) => code)).not.toContain('frame_blank');

  const developed = ([first, second]: readonly Frame[]) => {
    using sequence = startFrames(kernels, [first!], null, recipe, () => {});
    beginGroup(sequence);
    developNext(kernels, sequence, first!);
    return developNext(kernels, sequence, second!).phase;
  };
  const { rows, cols, data } = developed(frames.map(bordered));
  expect([rows, cols]).toEqual([SIDE - 2, SIDE - 2]);
  expect(data).toEqual(developed(frames.map(cut)).data);
});
