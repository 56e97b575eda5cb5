import { beforeAll, describe, expect, it } from 'vitest';
import { offAxisRecipe } from '../../../test/off-axis-recipe.ts';
import { frameOf } from '../../../test/frame-of.ts';
import { loadKernels } from '../../../test/load-kernels.ts';
import type { Frame } from '../field/frame.ts';
import type { Kernels } from '../kernel/kernels.ts';
import { Problem } from '../problem/problem.ts';
import type { Recipe } from '../recipe/values.ts';
import { Random } from '../simulate/random.ts';
import { simulate } from '../simulate/simulate.ts';
import { samplePixelSize } from '../rig/geometry.ts';
import { sidebandSettings } from './sideband-settings.ts';
import { beforeBlur, chooseSideband, isToldAt, leftBlurred, measureFrame } from './measure-frame.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

const carrier = [0.1831, 0.1492] as const;
const bead = () =>
  simulate(kernels, {
    mode: 'off-axis',
    object: { kind: 'beads', phase_rad: 20 },
    width_px: 256,
    height_px: 256,
    carrier_cycles_per_px: carrier,
  });

function choose(hologram: Frame, background: Frame | null, given: Partial<Recipe> = {}) {
  const recipe = offAxisRecipe(given);
  using scope = kernels.scope();
  return chooseSideband(
    kernels,
    measureFrame(kernels, scope, hologram, 'hologram'),
    background && measureFrame(kernels, scope, background, 'background frame'),
    recipe,
    samplePixelSize(recipe),
  );
}

function refusal(run: () => unknown): Problem {
  try {
    run();
  } catch (problem) {
    if (problem instanceof Problem) return problem;
    throw problem;
  }
  throw new Error('nothing was refused');
}

const grey = () => {
  const random = Random.from(9);
  return frameOf(256, 256, () => 1000 + 30 * random.uniform());
};

describe('chooseSideband', () => {
  it('takes the carrier from the background frame, which no sample blurs, and the extent from the hologram', () => {
    const { hologram, background } = bead();
    const paired = choose(hologram, background!);
    expect(Math.abs(paired.carrier.x - carrier[0]) * 256).toBeLessThan(0.03);
    expect(Math.abs(paired.carrier.y - carrier[1]) * 256).toBeLessThan(0.03);
    expect(paired.measuredRadius).toBe(choose(hologram, null).measuredRadius);
    expect(paired.measuredRadius).toBeGreaterThan(1.5 * choose(background!, null).measuredRadius);
  });

  it('ends the filter half-way to the twin, which folds back at half a cycle per pixel', () => {
    // recorded twice as coarsely as the carrier asks for
    const at = (x: number, y: number) => {
      const { hologram } = simulate(kernels, {
        ...{ mode: 'off-axis', object: { kind: 'cells' }, width_px: 512, height_px: 512, seed: 3 },
        ...{ carrier_cycles_per_px: [x / 2, y / 2], pupil_radius_cycles_per_px: 0.045 },
      });
      const sum = (i: number) => hologram.samples[i]! + hologram.samples[i + 1]!;
      const four = (i: number, j: number) => sum(1024 * j + 2 * i) + sum(1024 * j + 512 + 2 * i);
      return choose(frameOf(256, 256, four), null);
    };
    // the twin lies (0.1, 0.08) aside
    const near = at(0.45, 0.46);
    expect(near.twinRadius).toBeCloseTo(Math.hypot(0.1, 0.08) / 2, 3);
    expect(near.passRadius).toBe(near.twinRadius);
    const far = at(0.31, 0.32);
    expect(far.passRadius).toBeLessThan(far.twinRadius);
    const { code, message } = refusal(() => at(0.497, 0.497));
    expect(code).toBe('SIDEBAND_NOT_FOUND');
    expect(message).toContain('half the way to its twin');
  });

  it('takes what a lossy file rounded around the sideband for no part of it', () => {
    const radius = (jpeg_quality?: number) => {
      const sides = { width_px: 256, height_px: 256, bit_depth: 8 as const, seed: 3 };
      const disturbances = jpeg_quality === undefined ? {} : { jpeg_quality };
      const cells = { mode: 'off-axis', object: { kind: 'cells' }, ...sides, disturbances } as const;
      return choose(simulate(kernels, cells).hologram, null).passRadius;
    };
    const raw = radius();
    // rings are 1/128 cycles/px wide; without a look at the file 60 comes to 1.5 times as much
    for (const quality of [90, 60]) expect(Math.abs(radius(quality) - raw), `${quality}`).toBeLessThan(0.017);
  });

  it('refuses frames with different carriers, and a background frame without one', () => {
    const { hologram } = bead();
    const other = simulate(kernels, {
      ...{ mode: 'off-axis', object: { kind: 'flat' }, width_px: 256, height_px: 256 },
      carrier_cycles_per_px: [0.25, -0.1],
    }).hologram;
    const different = refusal(() => choose(hologram, other));
    expect(different.code).toBe('SIDEBAND_NOT_FOUND');
    expect(different.message).toContain('same reference beam');
    const without = refusal(() => choose(hologram, grey()));
    expect(without.code).toBe('SIDEBAND_NOT_FOUND');
    expect(without.message).toContain('background frame');
  });

  it('refuses a background frame that has nothing at the given carrier', () => {
    const { hologram } = bead();
    const problem = refusal(() => choose(hologram, grey(), { carrier_cycles_per_px: carrier }));
    expect(problem.code).toBe('SIDEBAND_NOT_FOUND');
    expect(problem.message).toContain('background frame');
  });

  it('refers the filter radius to the sample: cycles/µm there', () => {
    const { hologram } = bead();
    const radius = (given: Partial<Recipe>) => choose(hologram, null, given).passRadius;
    expect(radius({ filter_radius_cycles_per_um: 0.02 })).toBeCloseTo(0.02 * 3.45, 12);
    const magnified = { magnification: 20, filter_radius_cycles_per_um: 0.3 };
    expect(radius(magnified)).toBeCloseTo((0.3 * 3.45) / 20, 12);
    const object = { ...magnified, pixel_pitch_basis: 'object_space', pixel_pitch_um: 0.2 } as const;
    expect(radius(object)).toBeCloseTo(0.3 * 0.2, 12);
  });

  it.each([0.001, 0.07, 5])('refuses a filter of %f cycles/µm, and says which would fit', (asked) => {
    const { hologram } = bead();
    const problem = refusal(() => choose(hologram, null, { filter_radius_cycles_per_um: asked }));
    expect(problem.code).toBe('INVALID_INPUT');
    expect(problem.errors[0]!.pointer).toBe('/filter_radius_cycles_per_um');
    const most = Number(/below ([\d.e-]+)/.exec(problem.errors[0]!.message)![1]);
    expect(most / (Math.hypot(...carrier) / 1.15 / 3.45)).toBeCloseTo(1, 2);
    expect(() => choose(hologram, null, { filter_radius_cycles_per_um: 0.99 * most })).not.toThrow();
  });
});

it('a frame whose pixels are all the same is refused for that, wherever its sideband should be', () => {
  const constant = frameOf(64, 64, () => 7);
  for (const given of [{}, { carrier_cycles_per_px: carrier }])
    expect(refusal(() => choose(constant, null, given)).message).toMatch(/^Every pixel is 7/);
  const behind = refusal(() => choose(bead().hologram, constant, { carrier_cycles_per_px: carrier }));
  expect(behind.message).toMatch(/background frame.*Every pixel is 7/);
});

describe('a frame that was smoothed', () => {
  /** Noise of 3 counts that a bell of 0.8 px went over, in a frame of 8 bits; `full` of its pixels hold 255. */
  function smoothed(full = 0): Frame {
    const side = 256;
    const random = Random.from(5, 1);
    const white = Float64Array.from(
      { length: side * side },
      () => 3 * Math.sqrt(-2 * Math.log(random.uniform())) * Math.cos(2 * Math.PI * random.uniform()),
    );
    const weights = [-3, -2, -1, 0, 1, 2, 3].map((n) => Math.exp((-n * n) / (2 * 0.8 * 0.8)));
    const all = weights.reduce((sum, w) => sum + w, 0);
    const over = (from: Float64Array) =>
      from.map((_, i) => {
        const [x, y] = [i % side, Math.floor(i / side)];
        return weights.reduce(
          (sum, w, k) => sum + (w * from[((x + k + side - 3) % side) * side + y]!) / all,
          0,
        );
      });
    const soft = over(over(white));
    const samples = Uint8Array.from(soft, (v, i) => (i < full ? 255 : Math.round(120 + v)));
    return { width: side, height: side, bitDepth: 8, samples };
  }

  const sharpened = (scope: ReturnType<Kernels['scope']>, frame: Frame) => {
    const read = measureFrame(kernels, scope, frame, 'frame');
    return { read, sharp: beforeBlur(kernels, scope, frame, read, sidebandSettings.blur) };
  };

  it('has its noise back as it was, and keeps its light', () => {
    using scope = kernels.scope();
    const { read, sharp } = sharpened(scope, smoothed());
    expect(sharp.image.blur).toMatchObject({ isUndone: true });
    expect(sharp.image.blur!.px).toBeCloseTo(0.8, 1);
    const power = (of: typeof read, x: number, y: number) => {
      const { cells } = of.spectrum;
      const near = [...cells.power.keys()].filter((at) => {
        const [fx, fy] = [cells.fx(at % cells.cols) - x, cells.fy(Math.floor(at / cells.cols)) - y];
        return fx * fx + fy * fy < 0.03 * 0.03;
      });
      return near.reduce((sum, at) => sum + cells.power[at]!, 0) / near.length;
    };
    // white again where the blur had taken three quarters of its power
    expect(power(read, 0.2, 0.1) / power(read, 0.05, 0.05)).toBeLessThan(0.4);
    expect(power(sharp, 0.2, 0.1) / power(sharp, 0.05, 0.05)).toBeGreaterThan(0.75);
    expect(power(sharp, 0.2, 0.1) / power(sharp, 0.05, 0.05)).toBeLessThan(1.35);
  });

  it('stays as it is where its range cut something off, or its file lost something', () => {
    using scope = kernels.scope();
    const cut = sharpened(scope, smoothed(400));
    expect(cut.sharp).toBe(cut.read);
    const sound = smoothed();
    const read = measureFrame(kernels, scope, sound, 'frame');
    const lossy = { ...read, image: { ...read.image, quantisation: { luma: [] } as never } };
    expect(beforeBlur(kernels, scope, sound, lossy, sidebandSettings.blur)).toBe(lossy);
  });

  it('is told a little farther out than its noise is heard, and no farther', () => {
    using scope = kernels.scope();
    const read = measureFrame(kernels, scope, bead().hologram, 'frame');
    const blur = { px: 1, heardTo: 0.2, isUndone: true };
    const sharp = { ...read, image: { ...read.image, blur } };
    expect(isToldAt(sharp, { x: 0.22, y: 0 }, sidebandSettings.blur)).toBe(true);
    expect(isToldAt(sharp, { x: 0, y: -0.26 }, sidebandSettings.blur)).toBe(false);
    expect(isToldAt(read, { x: 0.4, y: 0.4 }, sidebandSettings.blur)).toBe(true);
    expect(leftBlurred(read, sharp).image).toMatchObject({
      plane: read.image.plane,
      blur: { px: 1, isUndone: false },
    });
    expect(leftBlurred(read, read)).toBe(read);
  });
});
