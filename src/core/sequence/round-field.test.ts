// @module-tag further/rig
import { expect, it } from 'vitest';
import { loadKernels } from '../../../test/load-kernels.ts';
import type { Frame } from '../field/frame.ts';
import { reconstruct } from '../reconstruct.ts';
import type { RealMap } from '../reconstruction/reconstruction.ts';
import { movingFrame, movingRig } from './moving-inline.fixture.ts';
import { parseSequence } from './parse-sequence.ts';
import { beginGroup, developNext, startFrames } from './sequence-frames.ts';

const SIDE = 128;
/** px: of a stop that the camera sees sharply, and of the part of it that is looked at */
const [RADIUS, LOOKED_AT] = [58, 46];

const fromMiddle = (i: number) => Math.hypot((i % SIDE) - SIDE / 2, Math.floor(i / SIDE) - SIDE / 2);
const behindStop = (frame: Frame): Frame => ({
  ...frame,
  samples: Float32Array.from(frame.samples, (value, i) =>
    Math.round(value / (1 + Math.exp(2 * (fromMiddle(i) - RADIUS)))),
  ),
});

it('the frames of a sequence in a round field are not asked where no light falls', async () => {
  const kernels = await loadKernels();
  const { recipe } = parseSequence({ holography_mode: 'inline', ...movingRig, camera_gamma: 1 });
  const frames = [0, 1].map((k) => movingFrame(kernels, k, { side: SIDE, step: 1 }));
  const holograms = frames.map(({ hologram }) => behindStop(hologram));
  /** rad, rms within the field but for a piston */
  const errorOf = ({ data }: RealMap) => {
    const off = [...data].flatMap((value, i) =>
      fromMiddle(i) < LOOKED_AT ? [value - frames[1]!.truth[i]!] : [],
    );
    const middle = off.toSorted((a, b) => a - b)[off.length >> 1]!;
    return Math.sqrt(off.reduce((sum, value) => sum + (value - middle) ** 2, 0) / off.length);
  };
  using sequence = startFrames(kernels, holograms.slice(0, 1), null, recipe, () => {});
  beginGroup(sequence);
  developNext(kernels, sequence, holograms[0]!);
  const { phase, facts } = developNext(kernels, sequence, holograms[1]!);
  const alone = reconstruct(kernels, { hologram: holograms[1]!, background: null }, recipe);
  // it is retrieved by itself now and then, as what the start took for light at the stop's rim does not move with the sample
  expect(facts.data_misfit).toBeLessThan(1.3);
  expect(errorOf(alone.phase)).toBeLessThan(0.02);
  expect(errorOf(phase)).toBeLessThan(0.02);
});
