import { beforeAll, describe, expect, it } from 'vitest';
import { loadKernels } from '../../../test/load-kernels.ts';
import { offAxisRecipe } from '../../../test/off-axis-recipe.ts';
import type { Frame } from '../field/frame.ts';
import type { Kernels } from '../kernel/kernels.ts';
import type { Recipe } from '../recipe/values.ts';
import { reconstruct } from '../reconstruct.ts';
import { simulate } from '../simulate/simulate.ts';
import { developFrame } from './develop-frame.ts';
import { darkFrame, driftAt, driftingFrame, STILL, TRUTH_STEP } from './drifting-frames.fixture.ts';
import { scoreSequence } from './score-sequence.fixture.ts';
import { startSequence } from './start-sequence.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

const recipe = (more: Partial<Recipe> = {}) => offAxisRecipe({ output_sampling: 'native', ...more });
/** A third of a whole number of native samples, as the frames of the fixture. */
const SIDE = 180;
const size = { width_px: SIDE, height_px: SIDE };
const frameAt = (k: number, drift = driftAt(k)) => driftingFrame(kernels, k, drift, size).hologram;

describe('a sequence that drifts', () => {
  it('scatters as its uncertainty says, and its mean is as good as that of a still one', () => {
    const score = scoreSequence(kernels, { kind: 'cells', count: 5 }, 30);
    expect(score.scatter).toBeGreaterThan(0.95);
    expect(score.scatter).toBeLessThan(1.05);
    expect(score.mean).toBeLessThan(1.2);
    expect(score.lost).toBe(0);
  });

  it('is as sure beside the frame’s edges as it says', () => {
    const frames = Array.from({ length: 5 }, (_, k) => frameAt(k));
    using sequence = startSequence(kernels, frames, null, recipe());
    const phases = frames.map((frame) => developFrame(kernels, sequence, frame).phase);
    const { rows, cols } = phases[0]!;
    const middle = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1]!;
    const sides: readonly ((k: number, away: number) => number)[] = [
      (k, away) => k * cols + away,
      (k, away) => k * cols + cols - 1 - away,
      (k, away) => away * cols + k,
      (k, away) => (rows - 1 - away) * cols + k,
    ];
    const along = Array.from({ length: rows - 20 }, (_, k) => 10 + k);
    for (const at of sides)
      for (const [away, most] of [
        [0, 1],
        [1, 0.5],
        [2, 0.5],
      ] as const) {
        const places = along.map((k) => at(k, away));
        const off = middle(places.flatMap((i) => phases.map(({ data }) => data[i]!)));
        const sigma = middle(places.map((i) => sequence.uncertainty.data[i]!));
        expect(Math.abs(off)).toBeLessThan(most * sigma);
      }
    // the outermost samples are made of those next to them
    const outermost = middle(along.map((k) => sequence.uncertainty.data[sides[0]!(k, 0)]!));
    expect(outermost).toBeLessThan(0.1);
  });

  it('says how each frame lies to the others', () => {
    const at = [0, 7, 20].map((k) => driftAt(k));
    const frames = at.map((drift, k) => frameAt(k, drift));
    using sequence = startSequence(kernels, frames, null, recipe());
    const facts = frames.map((frame) => developFrame(kernels, sequence, frame).facts);
    for (const [a, b] of [
      [0, 1],
      [0, 2],
    ] as const) {
      const apart = (of: (k: number) => number) => of(b) - of(a);
      expect(apart((k) => facts[k]!.tilt_x_fringes)).toBeCloseTo(at[b]!.tiltX - at[a]!.tiltX, 2);
      expect(apart((k) => facts[k]!.tilt_y_fringes)).toBeCloseTo(at[b]!.tiltY - at[a]!.tiltY, 2);
      expect(apart((k) => facts[k]!.defocus_rad)).toBeCloseTo(at[b]!.defocus - at[a]!.defocus, 1);
    }
    facts.forEach((fact, k) => {
      expect(fact.carrier_x_cycles_per_px).toBeCloseTo(0.18 + at[k]!.tiltX / frames[k]!.width, 4);
      expect(fact.carrier_y_cycles_per_px).toBeCloseTo(0.15 + at[k]!.tiltY / frames[k]!.height, 4);
      expect(fact.flags).toEqual([]);
      expect(fact.agreement).toBeGreaterThan(0.9);
    });
  });

  it('states the same noise whatever gain the camera had for some of the frames of its start', () => {
    const frames = Array.from({ length: 5 }, (_, k) => frameAt(k));
    const weaker = (frame: Frame) => ({
      ...frame,
      samples: frame.samples.map((value) => 0.6 * value) as Uint16Array,
    });
    const noiseOf = (some: readonly Frame[]) => {
      using sequence = startSequence(kernels, some, null, recipe());
      const { data } = sequence.noise;
      return data.toSorted()[data.length >> 1]!;
    };
    const usual = noiseOf(frames);
    for (const parity of [0, 1]) {
      const mixed = noiseOf(frames.map((frame, k) => (k % 2 === parity ? weaker(frame) : frame)));
      expect(mixed / usual).toBeGreaterThan(0.95);
      expect(mixed / usual).toBeLessThan(1.05);
    }
  });
});

describe('a frame that does not belong', () => {
  const others = () => Array.from({ length: 5 }, (_, k) => frameAt(k));

  it('is marked, and spoils nothing even where it is one of those that the start is made of', () => {
    const good = others();
    const foreign = simulate(kernels, {
      ...{ mode: 'off-axis', object: { kind: 'cells' }, background: false, seed: 5 },
      ...{ width_px: good[0]!.width, height_px: good[0]!.height },
      aberration: [
        { x: 5, y: 4, rad: 20 },
        { x: 6, y: 1, rad: 15 },
      ],
    }).hologram;
    const dim = { ...good[2]!, samples: good[2]!.samples.map((v) => Math.round(v / 8)) } as Frame;
    const bad = [darkFrame(good[0]!), foreign, dim];
    using sequence = startSequence(
      kernels,
      [bad[0]!, good[0]!, good[1]!, bad[2]!, ...good.slice(2)],
      null,
      recipe(),
    );
    const marks = bad.map((frame) => developFrame(kernels, sequence, frame).facts.flags);
    expect(marks[0]).toEqual(['no_fringes']);
    expect(marks[1]).toEqual(['other_scene']);
    expect(marks[2]).toEqual(['other_light']);
    expect(good.map((frame) => developFrame(kernels, sequence, frame).facts.flags).flat()).toEqual([]);
    using alone = startSequence(kernels, good, null, recipe({ filter_radius_cycles_per_um: 0.095 / 3.45 }));
    using spoilt = startSequence(
      kernels,
      [...good, bad[0]!, bad[2]!],
      null,
      recipe({ filter_radius_cycles_per_um: 0.095 / 3.45 }),
    );
    const phases = [alone, spoilt].map((one) => developFrame(kernels, one, good[1]!).phase.data);
    const off = phases[0]!.map((v, i) => Math.abs(v - phases[1]![i]!)).sort();
    expect(off[off.length >> 1]).toBeLessThan(1e-3);
  });

  it('of another size is refused, and a sequence without fringes has no start', () => {
    const [frame] = others();
    using sequence = startSequence(kernels, [frame!], null, recipe());
    const small = { ...frame!, width: 100, height: 100, samples: frame!.samples.slice(0, 10_000) } as Frame;
    expect(() => developFrame(kernels, sequence, small)).toThrow(/100 × 100 px, the others are 180 × 180/);
    expect(() => startSequence(kernels, [darkFrame(frame!)], null, recipe())).toThrow(
      expect.objectContaining({ code: 'SIDEBAND_NOT_FOUND' }),
    );
  });
});

describe('one frame', () => {
  it('comes out the same, whatever was done before it and by whom', { tags: 'further/rig' }, () => {
    const frames = Array.from({ length: 4 }, (_, k) => frameAt(k));
    using one = startSequence(kernels, frames, null, recipe());
    using two = startSequence(kernels, frames, null, recipe());
    const first = frames.map((frame) => developFrame(kernels, one, frame));
    for (const k of [2, 0, 3]) {
      const again = developFrame(kernels, two, frames[k]!);
      expect(again.facts).toEqual(first[k]!.facts);
      expect(again.phase.data).toEqual(first[k]!.phase.data);
      expect(again.amplitude.data).toEqual(first[k]!.amplitude.data);
    }
  });

  it.each([
    ['in focus', {}, {}],
    ['out of focus', { z_mm: 2 }, { z_mm: 2 }],
    ['as the twin', { sideband: 'conjugate' as const }, {}],
    ['with a background frame', {}, { background: true }],
    ['with nothing taken from its phase', { phase_background: 'none' as const }, {}],
  ])('%s is what it is by itself', (_, more, input) => {
    const { hologram, background } = driftingFrame(
      kernels,
      0,
      { ...STILL, tiltX: 0.4 },
      { ...size, ...input },
    );
    const fixed = recipe({
      ...more,
      filter_radius_cycles_per_um: 0.095 / 3.45,
      carrier_cycles_per_px: [0.18, 0.15],
    });
    using sequence = startSequence(kernels, [hologram], background, fixed);
    const { phase, amplitude } = developFrame(kernels, sequence, hologram);
    const alone = reconstruct(kernels, { hologram, background }, fixed);
    const { rows, cols } = phase;
    expect([rows, cols]).toEqual([alone.rows, alone.cols]);
    let [off, light, count] = [0, 0, 0];
    for (let y = 9; y < rows - 9; y++)
      for (let x = 9; x < cols - 9; x++) {
        const i = y * cols + x;
        const apart = phase.data[i]! - alone.phase.data[i]!;
        off += (apart - 2 * Math.PI * Math.round(apart / (2 * Math.PI))) ** 2;
        light += (amplitude.data[i]! - alone.amplitude.data[i]!) ** 2;
        count++;
      }
    expect(Math.sqrt(off / count)).toBeLessThan(2e-3);
    expect(Math.sqrt(light / count)).toBeLessThan(2e-3);
    expect(SIDE / rows).toBe(TRUTH_STEP);
  });
});
