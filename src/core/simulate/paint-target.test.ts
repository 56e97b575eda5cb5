import { beforeAll, describe, expect, it } from 'vitest';
import { loadKernels } from '../../../test/load-kernels.ts';
import type { Kernels } from '../kernel/kernels.ts';
import { findDrawn, targets } from '../targets/catalogue.ts';
import { apply, placed, type Placement } from '../targets/placement.ts';
import { polygonArea, type Circle, type Shape } from '../targets/shape.ts';
import type { Area, TargetModel } from '../targets/target-model.ts';
import { circlePolygonArea } from './cover-circle.ts';
import { coverPolygon } from './cover-polygon.ts';
import { drawObject } from './draw-object.ts';
import { paintTarget } from './paint-target.ts';
import { simulate } from './simulate.ts';
import { completeSpec, type SimulationInput } from './simulation-spec.ts';
import { centredPlacement } from './target-spec.ts';
import { emptyObject } from './thin-object.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

const sum = (values: Float64Array) => values.reduce((total, value) => total + value, 0);

/** The amplitude that a target leaves of a frame, with the shares of its area that are dark in µm². */
function paint(model: TargetModel, side_px: number, pitch_um: number, placement: Partial<Placement> = {}) {
  const object = emptyObject(side_px, side_px, pitch_um);
  const affine = placed({ ...centredPlacement, ...placement }, object, kernels.wasm);
  paintTarget(object, model, [affine], 0.6, kernels.wasm);
  return { ...object, affine, dark_um2: (side_px * side_px - sum(object.amplitude)) * pitch_um ** 2 };
}

/** One area of a target, on clear ground. */
function only(area: Area): TargetModel {
  return { ...findDrawn('usaf-1951')!.model(), ground: { kind: 'clear' }, areas: () => [area] };
}

/** Row-major; null: nothing of it lies in the frame. */
function covered(vertices: Parameters<typeof coverPolygon>[0], rows: number, cols: number) {
  const share = new Float64Array(rows * cols);
  let isTouched = false;
  coverPolygon(vertices, rows, cols, (index, end, own) => {
    isTouched = true;
    expect(end).toBeLessThanOrEqual(share.length);
    expect(Math.floor((end - 1) / cols)).toBe(Math.floor(index / cols));
    for (let i = index; i < end; i += 1) share[i]! += own;
  });
  return isTouched ? share : null;
}

const dark = (shape: Shape, cuts: readonly Shape[] = []): TargetModel =>
  only({ name: 'a', part: 'a', material: { kind: 'opaque' }, shape, cuts });

describe('coverPolygon', () => {
  it('agrees with cutting the polygon at each pixel', () => {
    const triangle = [
      [-2.3, 1.7],
      [9.4, -1.1],
      [4.2, 8.9],
    ] as const;
    const share = covered(triangle, 8, 8)!;
    const inside = (x: number, y: number) =>
      triangle.every(([ax, ay], i) => {
        const [bx, by] = triangle[(i + 1) % 3]!;
        return (bx - ax) * (y - ay) - (by - ay) * (x - ax) >= 0;
      });
    const fine = 100;
    for (let y = 0; y < 8; y += 1) {
      for (let x = 0; x < 8; x += 1) {
        let hits = 0;
        for (let k = 0; k < fine * fine; k += 1) {
          if (inside(x + ((k % fine) + 0.5) / fine, y + (Math.floor(k / fine) + 0.5) / fine)) hits += 1;
        }
        expect(Math.abs(share[8 * y + x]! - hits / fine ** 2)).toBeLessThan(2 / fine);
      }
    }
  });

  it('stays in the frame when corners are as far off as numbers go', () => {
    for (const far of [1e9, 1e17, 1e30]) {
      const slanted = [
        [-0.004 * far, -1.36 * far],
        [-2.25 * far, -0.94 * far],
        [-1.83 * far, 1.28 * far],
        [0.385 * far, 0.85 * far],
      ] as const;
      const cover = covered(slanted, 8, 8)!;
      expect(cover.every((share) => share >= 0 && share <= 1)).toBe(true);
    }
  });

  it('takes nothing of what lies outside, and all of what covers the frame', () => {
    const square = (from: number, to: number) =>
      [
        [from, from],
        [to, from],
        [to, to],
        [from, to],
      ] as const;
    expect(covered(square(20, 30), 8, 8)).toBeNull();
    const all = covered(square(-100, 100), 5, 7)!;
    expect(all).toHaveLength(35);
    for (const share of all) expect(share).toBeCloseTo(1, 12);
  });
});

describe('circlePolygonArea', () => {
  const square = (x: number, y: number, side: number) =>
    [
      [x, x + side, x + side, x],
      [y, y, y + side, y + side],
    ] as const;
  it.each([
    ['a quarter of the circle', square(0, 0, 5), Math.PI / 4],
    ['the whole circle', square(-2, -2, 4), Math.PI],
    ['a square inside', square(-0.3, -0.2, 0.5), 0.25],
    ['nothing', square(0.8, 0.8, 1), 0],
    ['a segment', square(0.5, -2, 4), Math.PI / 3 - Math.sqrt(3) / 4],
  ])('is %s', (_, [x, y], area) => {
    expect(circlePolygonArea(x, y, 1, kernels.wasm)).toBeCloseTo(area, 12);
  });
});

describe('paintTarget', () => {
  const placements: Partial<Placement>[] = [
    {},
    { rotation_deg: 17.3, shift_x_um: 3.21, shift_y_um: -1.7 },
    { rotation_deg: -131, anisotropy: 1.03, shear: 0.02 },
  ];

  it.each(placements)('paints each kind of feature with its own area: %o', (placement) => {
    const { shape: hexagon } = findDrawn('hex-nut-m2')!
      .model({ feature_size_um: 60 })
      .areas({ left_um: -1, right_um: 1, top_um: -1, bottom_um: 1 })[0]!;
    const circle: Circle = { kind: 'circle', centre: { x_um: 4.4, y_um: -3 }, radius_um: 17.7 };
    if (hexagon.kind !== 'polygon') throw new Error('a nut is a polygon');
    const inside: Circle = { kind: 'circle', centre: { x_um: 1, y_um: 2 }, radius_um: 11 };
    const area = polygonArea(hexagon.vertices);
    expect(paint(dark(hexagon), 96, 1, placement).dark_um2).toBeCloseTo(area, 6);
    expect(paint(dark(circle), 96, 1, placement).dark_um2).toBeCloseTo(Math.PI * 17.7 ** 2, 6);
    expect(paint(dark(hexagon, [inside]), 96, 1, placement).dark_um2).toBeCloseTo(
      area - Math.PI * 11 ** 2,
      6,
    );
  });

  it('gives a ball the phase 2π (n − m) 2R / λ in its middle and the light of a ball', () => {
    const { phase, amplitude } = paint(findDrawn('bead-8um')!.model(), 64, 0.25, { shift_x_um: 0.1 });
    const peak = (2 * Math.PI * (1.59 - 1.333) * 7.976) / 0.6;
    expect(Math.max(...phase)).toBeCloseTo(peak, 1);
    // 2 ∫ t exp(iPt) dt from 0 to 1 is the mean of the wave over its disc
    const mean = {
      re: 2 * (Math.sin(peak) / peak + (Math.cos(peak) - 1) / peak ** 2),
      im: 2 * (-Math.cos(peak) / peak + Math.sin(peak) / peak ** 2),
    };
    const disc = Math.PI * (7.976 / 2 / 0.25) ** 2;
    const re = sum(amplitude.map((value, i) => value * Math.cos(phase[i]!) - 1));
    const im = sum(amplitude.map((value, i) => value * Math.sin(phase[i]!)));
    expect(re / disc + 1).toBeCloseTo(mean.re, 3);
    expect(im / disc).toBeCloseTo(mean.im, 3);
  });

  it('gives pillars of a reflecting grating −4π h / λ over a quarter of the view', () => {
    const { phase, amplitude } = paint(findDrawn('step-grating-100nm')!.model(), 100, 1);
    const step = (-4 * Math.PI * 0.1) / 0.6;
    expect(Math.min(...phase)).toBeCloseTo(step, 9);
    const [re, im] = [Math.cos, Math.sin].map((part) => sum(amplitude.map((v, i) => v * part(phase[i]!))));
    expect(re! / 10_000).toBeCloseTo(0.75 + 0.25 * Math.cos(step), 9);
    expect(im! / 10_000).toBeCloseTo(0.25 * Math.sin(step), 9);
    // half a pixel of each wave, but for corners
    const edges = amplitude.filter((_, i) => Math.abs(phase[i]! - step / 2) < 1e-9);
    expect(edges.length).toBeGreaterThan(0);
    expect(edges.every((value) => Math.abs(value - Math.cos(step / 2)) < 1e-9)).toBe(true);
  });

  it.each([3, 4.7])('gives steps cut anywhere the same mean wave on pixels %f times as large', (factor) => {
    const built = findDrawn('step-grating-100nm')!.model();
    const meanWave = (side: number, pitch: number) => {
      const { phase, amplitude } = paint(built, side, pitch, { rotation_deg: 17, shift_x_um: 0.3 });
      const re = amplitude.map((value, i) => value * Math.cos(phase[i]!));
      const im = amplitude.map((value, i) => value * Math.sin(phase[i]!));
      return [sum(re), sum(im)].map((total) => total / (side * side));
    };
    const [coarse, fine] = [meanWave(40, 0.25 * factor), meanWave(40 * 30, (0.25 * factor) / 30)];
    expect(coarse[0]).toBeCloseTo(fine[0]!, 9);
    expect(coarse[1]).toBeCloseTo(fine[1]!, 9);
  });

  it('paints half of a ruling dark, with its period', () => {
    const { amplitude } = paint(findDrawn('ronchi-10')!.model(), 80, 5);
    expect(sum(amplitude) / 6400).toBeCloseTo(0.5, 9);
    for (let col = 0; col < 60; col += 1) expect(amplitude[col + 20]).toBeCloseTo(amplitude[col]!, 9);
    expect([...amplitude.subarray(36, 44)].map((value) => Math.round(value))).toEqual([
      ...[0, 0, 0, 0, 0, 0, 0, 0],
    ]);
  });

  it.each(targets)('a quarter turn maps the painting of $entry.target_id exactly', ({ model }) => {
    const built = model();
    const pitch = built.field_um.min / 64;
    const shift = { shift_x_um: 2.3 * pitch, shift_y_um: -5.7 * pitch };
    const turned = { shift_x_um: -shift.shift_y_um, shift_y_um: shift.shift_x_um, rotation_deg: 90 };
    const [before, after] = [paint(built, 64, pitch, shift), paint(built, 64, pitch, turned)];
    let worst = 0;
    for (let row = 0; row < 64; row += 1) {
      for (let col = 0; col < 64; col += 1) {
        const [from, to] = [row * 64 + col, col * 64 + (63 - row)];
        worst = Math.max(worst, Math.abs(after.amplitude[to]! - before.amplitude[from]!));
        worst = Math.max(worst, Math.abs(after.phase[to]! - before.phase[from]!));
      }
    }
    expect(worst).toBeLessThan(1e-9);
    expect(new Set(before.amplitude).size + new Set(before.phase).size).toBeGreaterThan(2);
  });
});

describe('placed', () => {
  it('turns x towards y, moves the origin, and stretches along the frame', () => {
    const view = { rows: 10, cols: 20, pitch_um: 2 };
    const quarter = placed(
      { ...centredPlacement, rotation_deg: 90, shift_x_um: 3, shift_y_um: 4 },
      view,
      kernels.wasm,
    );
    expect(apply(quarter, { x_um: 5, y_um: 0 })).toEqual({ x_um: 23, y_um: 19 });
    const stretched = placed({ ...centredPlacement, anisotropy: 1.21, shear: 0.1 }, view, kernels.wasm);
    const moved = apply(stretched, { x_um: 10, y_um: 11 });
    expect([moved.x_um - 20, moved.y_um - 10]).toEqual([expect.closeTo(12.1, 9), expect.closeTo(10, 9)]);
  });
});

describe('a simulated target', () => {
  const input: SimulationInput = {
    ...{ mode: 'inline', width_px: 128, height_px: 96, pixel_pitch_um: 0.5 },
    object: { kind: 'target' },
    target: { target_id: 'bead-8um' },
  };

  it('scatters beads and keeps their phase', () => {
    const spec = completeSpec({ ...input, object: { kind: 'target', count: 4 } });
    const [one, four] = [drawObject(completeSpec(input), kernels.wasm), drawObject(spec, kernels.wasm)];
    // of the few pixels at a rim the turn depends on how it lies
    expect(sum(four.phase) / sum(one.phase)).toBeGreaterThan(3.9);
    expect(sum(four.phase) / sum(one.phase)).toBeLessThan(4.1);
  });

  it('goes on beyond the frame: a larger frame shows the same light in its middle', () => {
    const ruling = (side: number): SimulationInput => ({
      ...{ mode: 'inline', width_px: side, height_px: side, pixel_pitch_um: 1, z_mm: 0.1 },
      ...{ photon_noise: false, bit_depth: 32, background: false, photoelectrons: 1000 },
      object: { kind: 'target' },
      target: { target_id: 'ronchi-50', rotation_deg: 8 },
    });
    const [small, large] = [simulate(kernels, ruling(128)), simulate(kernels, ruling(224))];
    let square = 0;
    for (let row = 0; row < 128; row += 1) {
      for (let col = 0; col < 128; col += 1) {
        const difference =
          small.hologram.samples[row * 128 + col]! - large.hologram.samples[(row + 48) * 224 + col + 48]!;
        square += difference * difference;
      }
    }
    expect(small.truth.amplitude.data).toHaveLength(128 * 128);
    // what reaches the frame from beyond the margin of a quarter frame: under 2 % of the light without a sample
    expect(Math.sqrt(square) / 128).toBeLessThan(20);
  });

  it.each([
    [{ target: { target_id: 'ruler' } }, '/target/target_id is "ruler"; it is one of usaf-1951'],
    [{ target: { target_id: 'bead-8um', shear: 3 } }, '/target/shear is 3'],
    [{ object: { kind: 'flat' as const } }, '/target contradicts'],
    [{ object: { kind: 'target' as const, phase_rad: 1 } }, '/object/phase_rad has no meaning'],
    [
      { target: { target_id: 'fibre-125um' }, object: { kind: 'target' as const, count: 2 } },
      '/object/count',
    ],
  ])('refuses %j', (change, message) => {
    expect(() => completeSpec({ ...input, ...change })).toThrow(message.slice(1));
  });
});
