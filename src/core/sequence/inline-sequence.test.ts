import { beforeAll, describe, expect, it } from 'vitest';
import { loadKernels } from '../../../test/load-kernels.ts';
import { oneIn, thorough } from '../../../test/short-form.ts';
import type { Frame } from '../field/frame.ts';
import type { Kernels } from '../kernel/kernels.ts';
import { reconstruct } from '../reconstruct.ts';
import type { RealMap } from '../reconstruction/reconstruction.ts';
import { darkFrame } from './drifting-frames.fixture.ts';
import { movingFrame, movingRig } from './moving-inline.fixture.ts';
import { parseSequence } from './parse-sequence.ts';
import { beginGroup, developNext, startFrames } from './sequence-frames.ts';

const SIDE = 96;
let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

const fields = { holography_mode: 'inline', ...movingRig };
const { recipe } = parseSequence(fields);
const start = (frames: readonly Frame[]) => startFrames(kernels, frames, null, recipe, () => {});
const alone = (frame: Frame) =>
  reconstruct(kernels, { hologram: frame, background: null }, { ...recipe, outputs: ['phase', 'amplitude'] });

/** rad, rms over the frame but for a piston. */
function error({ data }: RealMap, truth: Float32Array): number {
  const off = data.map((value, i) => value - truth[i]!);
  const middle = off.toSorted()[off.length >> 1]!;
  return Math.sqrt(off.reduce((sum, value) => sum + (value - middle) * (value - middle), 0) / off.length);
}

/** Root mean square of the error over what is stated, where the sample is. */
function inSigmas({ data }: RealMap, truth: Float32Array, sigma: RealMap): number {
  const middle = data.map((value, i) => value - truth[i]!).toSorted()[data.length >> 1]!;
  const squares = [...data.keys()].flatMap((i) =>
    truth[i]! > 0.1 ? [((data[i]! - truth[i]! - middle) / sigma.data[i]!) ** 2] : [],
  );
  return Math.sqrt(squares.reduce((sum, square) => sum + square, 0) / squares.length);
}

describe('an in-line sequence', () => {
  it.each(oneIn(3, [0, 1, 3], 2))(
    'is as near to the truth as its frames by themselves, moving by %d px a frame',
    (step) => {
      const last = thorough ? 3 : 1;
      const frames = Array.from({ length: last + 1 }, (_, k) =>
        movingFrame(kernels, k, { side: SIDE, step }),
      );
      using sequence = start(frames.slice(0, 1).map(({ hologram }) => hologram));
      beginGroup(sequence);
      frames.forEach(({ hologram, truth }, k) => {
        const { phase, uncertainty, facts } = developNext(kernels, sequence, hologram);
        expect(inSigmas(phase, truth, uncertainty!)).toBeLessThan(1);
        expect(facts).toMatchObject({ restarted: false, flags: [], piston_rad: NaN });
        expect(facts.sigma_factor).toBeGreaterThan(0.8);
        expect(facts.sigma_factor).toBeLessThan(2);
        if (k === last) expect(error(phase, truth) / error(alone(hologram).phase, truth)).toBeLessThan(1.1);
      });
    },
  );

  it(
    'retrieves a frame by itself whose sample is another one, and marks what belongs to none',
    { tags: 'further/rig' },
    () => {
      const [first, second] = [0, 1].map((k) => movingFrame(kernels, k, { side: SIDE, step: 0 }));
      const other = movingFrame(kernels, 2, { side: SIDE, step: 0, seed: 7 });
      const dark = darkFrame(first!.hologram);
      const opaque = movingFrame(kernels, 2, { side: SIDE, step: 0, object: { kind: 'absorbing-chart' } });
      using sequence = start([first!.hologram, second!.hologram]);
      beginGroup(sequence);
      const develop = (frame: Frame) => developNext(kernels, sequence, frame);
      expect(develop(first!.hologram).facts.flags).toEqual([]);
      expect(develop(dark).facts.flags).toEqual(['no_fringes']);
      const { phase, uncertainty, facts } = develop(other.hologram);
      // the sample of the start lay elsewhere
      expect(inSigmas(phase, other.truth, sequence.uncertainty)).toBeGreaterThan(3);
      expect(inSigmas(phase, other.truth, uncertainty!)).toBeLessThan(1);
      expect([facts.restarted, facts.flags]).toEqual([true, []]);
      expect(error(phase, other.truth) / error(alone(other.hologram).phase, other.truth)).toBeLessThan(1.05);
      expect(develop(opaque.hologram).facts.flags).toContain('poor_fit');
      const after = develop(second!.hologram);
      expect(after.facts.flags).toEqual([]);
      if (!thorough) return;
      expect(
        error(after.phase, second!.truth) / error(alone(second!.hologram).phase, second!.truth),
      ).toBeLessThan(1.1);
    },
  );

  it('begins each group anew, whatever came before', { tags: 'further/rig' }, () => {
    const frames = Array.from(
      { length: 2 },
      (_, k) => movingFrame(kernels, k, { side: SIDE, step: 1 }).hologram,
    );
    using sequence = start(frames);
    const group = () => {
      beginGroup(sequence);
      return frames.map((frame) => developNext(kernels, sequence, frame).phase.data);
    };
    expect(group()).toEqual(group());
  });

  it(
    'takes out of every frame the light that is left in the one it was started from',
    { tags: 'further/rig' },
    () => {
      const side = 192;
      const fringe = (i: number) =>
        1 + 0.04 * Math.cos((2 * Math.PI * (3.1 * (i % side) + 1.7 * Math.floor(i / side))) / side + 1);
      const frames = Array.from({ length: 2 }, (_, k) => {
        const { hologram, truth } = movingFrame(kernels, k, { side, step: 2 });
        return { hologram: { ...hologram, samples: hologram.samples.map((v, i) => v * fringe(i)) }, truth };
      });
      using sequence = start(frames.slice(0, 1).map(({ hologram }) => hologram));
      beginGroup(sequence);
      frames.forEach(({ hologram, truth }) => {
        const { phase, uncertainty, facts } = developNext(kernels, sequence, hologram);
        // left in, each frame is 0.06 rad off, and retrieved by itself
        expect(error(phase, truth)).toBeLessThan(0.03);
        expect(facts.restarted).toBe(false);
        expect(facts.sigma_factor * inSigmas(phase, truth, uncertainty!)).toBeLessThan(1.25);
      });
    },
  );

  it.each([
    ['a stack’s distances', { stack_z_mm: '1,2' }, '/stack_z_mm'],
    ['back-propagation alone', { phase_retrieval: 'none' }, '/phase_retrieval'],
    ['native sampling', { output_sampling: 'native' }, '/output_sampling'],
  ])('refuses %s', (_, more, pointer) => {
    expect(() => parseSequence({ ...fields, ...more })).toThrow(
      expect.objectContaining({ errors: expect.arrayContaining([expect.objectContaining({ pointer })]) }),
    );
  });
});
