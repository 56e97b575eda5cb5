import { expect, it } from 'vitest';
import { loadKernels } from '../../../test/load-kernels.ts';
import { offAxisRecipe } from '../../../test/off-axis-recipe.ts';
import { floatsIn, floatsPerRow, inRow, TO_IMAGINARY } from '../kernel/complex-layout.ts';
import type { ComplexPlane } from '../kernel/plane.ts';
import { propagate } from '../propagate/propagate.ts';
import { reconstruct } from '../reconstruct.ts';
import { Random } from '../simulate/random.ts';
import { simulate } from '../simulate/simulate.ts';
import { lostAtEdges } from './lost-at-edges.ts';

const kernels = await loadKernels();
/** samples: of the frame, of what there is around it, and of a tile */
const [SIDE, AROUND, TILES] = [192, 192, 8];
const TILE = SIDE / TILES;
/** samples at every side that are left out, as where results are compared with truth */
const BORDER = 10;
const wide = SIDE + 2 * AROUND;
/** µm, a pupil of 0.14 cycles per sample */
const optics = {
  sampling: { pitchX: 4, pitchY: 4 },
  wavelength: 0.5,
  radius: 0.035,
  outside: { re: 1, im: 0 },
  taper: 0,
};

function at(plane: ComplexPlane, row: number, col: number) {
  return row * floatsPerRow(plane) + inRow(col);
}

/** Weak phase blobs all over, and the frame's part of them as it comes back from a sensor at a distance that ends at the frame. */
function takenAndReturned(z: number, seed: number) {
  const scope = kernels.scope();
  const [all, frame] = [scope.complex(wide, wide), scope.complex(SIDE, SIDE)];
  const blobs = Random.from(seed, 1);
  const places = Array.from({ length: 150 }, () => [blobs.between(0, wide), blobs.between(0, wide)] as const);
  const values = kernels.floats(all.ptr, floatsIn(all));
  const phases = new Float64Array(wide * wide);
  for (const [x, y] of places)
    for (let row = Math.max(0, Math.ceil(y - 20)); row < Math.min(wide, y + 20); row++)
      for (let col = Math.max(0, Math.ceil(x - 20)); col < Math.min(wide, x + 20); col++)
        phases[row * wide + col]! += 0.2 * Math.exp(-((col - x) ** 2 + (row - y) ** 2) / 32);
  phases.forEach((phase, k) => {
    const here = at(all, Math.floor(k / wide), k % wide);
    values[here] = Math.cos(phase);
    values[here + TO_IMAGINARY] = Math.sin(phase);
  });
  const phaseAt = (plane: ComplexPlane, data: Float32Array, row: number, col: number) =>
    Math.atan2(data[at(plane, row, col) + TO_IMAGINARY]!, data[at(plane, row, col)]!);
  const truth = new Float64Array(SIDE * SIDE);
  for (let k = 0; k < truth.length; k++)
    truth[k] = phaseAt(all, values, AROUND + Math.floor(k / SIDE), AROUND + (k % SIDE));
  propagate(kernels, all, wide, wide, { ...optics, z });
  // memory may have moved
  const sent = kernels.floats(all.ptr, floatsIn(all));
  let mine = kernels.floats(frame.ptr, floatsIn(frame));
  for (let row = 0; row < SIDE; row++)
    for (let col = 0; col < SIDE; col++)
      for (const part of [0, TO_IMAGINARY])
        mine[at(frame, row, col) + part] = sent[at(all, AROUND + row, AROUND + col) + part]!;
  propagate(kernels, frame, SIDE, SIDE, { ...optics, z: -z });
  mine = kernels.floats(frame.ptr, floatsIn(frame));
  const errors = new Float64Array(TILES * TILES);
  const counts = new Float64Array(TILES * TILES);
  const inner = (k: number) => k >= BORDER && k < SIDE - BORDER;
  truth.forEach((phase, k) => {
    const [row, col] = [Math.floor(k / SIDE), k % SIDE];
    if (!inner(row) || !inner(col)) return;
    const t = Math.floor(row / TILE) * TILES + Math.floor(col / TILE);
    errors[t]! += (phaseAt(frame, mine, row, col) - phase) ** 2;
    counts[t]! += 1;
  });
  counts.forEach((count, t) => (errors[t]! /= count));
  return { frame, errors, free: () => scope[Symbol.dispose]() };
}

const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length;
/** tiles by how many others lie between them and the nearest edge */
const ring = (values: Float64Array, depth: number) =>
  [...values].filter((_, t) => {
    const [x, y] = [t % TILES, Math.floor(t / TILES)];
    return Math.min(x, y, TILES - 1 - x, TILES - 1 - y) === depth;
  });

it.each([16_000, 24_000, 40_000])(
  'says how much light that missed the frame matters, and where (%i µm)',
  (z) => {
    const [errors, stated] = [new Float64Array(TILES * TILES), new Float64Array(TILES * TILES)];
    for (const seed of [1, 2, 3, 4]) {
      const found = takenAndReturned(z, seed);
      const field = { plane: found.frame, rows: SIDE, cols: SIDE };
      const none = new Float64Array(TILES * TILES);
      const { phase } = lostAtEdges(kernels, field, TILES, none, { ...optics, z: -z });
      phase.forEach((v, t) => (stated[t]! += v));
      found.errors.forEach((v, t) => (errors[t]! += v));
      found.free();
    }
    for (const depth of [0, 1]) {
      const ratio = Math.sqrt(mean(ring(errors, depth)) / mean(ring(stated, depth)));
      expect(ratio, `ring ${depth}`).toBeGreaterThan(0.7);
      expect(ratio, `ring ${depth}`).toBeLessThan(1.4);
    }
    // the middle loses less than the rim, in truth and as stated
    expect(mean(ring(errors, 3))).toBeLessThan(0.2 * mean(ring(errors, 0)));
    expect(mean(ring(stated, 3))).toBeLessThan(0.2 * mean(ring(stated, 0)));
  },
);

it('takes no noise for light that is missed', () => {
  const plane = kernels.scope().complex(SIDE, SIDE);
  const values = kernels.floats(plane.ptr, floatsIn(plane));
  const noise = Random.from(5, 2);
  // white over the whole grid, of which the pupil would let a share through: the propagation takes all of it
  for (let row = 0; row < SIDE; row++)
    for (let col = 0; col < SIDE; col++) {
      values[at(plane, row, col)] = 1;
      values[at(plane, row, col) + TO_IMAGINARY] = noise.between(-0.01, 0.01);
    }
  const all = { ...optics, radius: 0.14, z: -1_500 };
  const variance = new Float64Array(64).fill(1e-4 / 3);
  const field = { plane, rows: SIDE, cols: SIDE };
  const kept = lostAtEdges(kernels, field, TILES, new Float64Array(64), all);
  const less = lostAtEdges(kernels, field, TILES, variance, all);
  for (const kind of ['phase', 'field'] as const)
    expect(mean(ring(less[kind], 0))).toBeLessThan(0.4 * mean(ring(kept[kind], 0)));
});

it('lets a dim place beside a bright one suffer from what the bright one lost', () => {
  const plane = kernels.scope().complex(SIDE, SIDE);
  const z = 16_000;
  // a disc whose light the frame's left edge cuts
  const isLit = (row: number, col: number) => Math.hypot(row - SIDE / 2, col - 30) < 18;
  const values = kernels.floats(plane.ptr, floatsIn(plane));
  for (let row = 0; row < SIDE; row++)
    for (let col = 0; col < SIDE; col++) {
      values[at(plane, row, col)] = isLit(row, col) ? 50 : 1;
      values[at(plane, row, col) + TO_IMAGINARY] = 0;
    }
  propagate(kernels, plane, SIDE, SIDE, { ...optics, z });
  propagate(kernels, plane, SIDE, SIDE, { ...optics, z: -z });
  const field = { plane, rows: SIDE, cols: SIDE };
  const stated = lostAtEdges(kernels, field, TILES, new Float64Array(64), { ...optics, z: -z });
  const found = kernels.floats(plane.ptr, floatsIn(plane));
  const squares: number[] = [];
  // tiles at the edge beside the disc
  const tiles = [TILES / 2 - 1, TILES / 2].map((row) => row * TILES);
  for (const tile of tiles)
    for (let row = 0; row < TILE; row++)
      for (let col = 0; col < TILE; col++) {
        const y = (tile / TILES) * TILE + row;
        const here = at(plane, y, col);
        if (!isLit(y, col)) squares.push((found[here]! - 1) ** 2 + found[here + TO_IMAGINARY]! ** 2);
      }
  const error = Math.sqrt(mean(squares));
  const of = (map: Float64Array) => Math.sqrt(mean(tiles.map((t) => map[t]!)));
  expect(error / of(stated.field)).toBeGreaterThan(0.5);
  expect(error / of(stated.field)).toBeLessThan(2);
  // as bright places carry phase a tenth of it would be seen
  expect(of(stated.phase)).toBeLessThan(0.2);
});

it.each([
  [0, 0],
  [8, 1],
])('is a line of the budget, 0 in the plane of the sensor (%i mm)', (z_mm, least) => {
  const { hologram } = simulate(kernels, {
    mode: 'off-axis',
    object: { kind: 'cells', phase_rad: 2 },
    ...{ width_px: 256, height_px: 256, z_mm, background: false },
  });
  const { uncertainty } = reconstruct(kernels, { hologram, background: null }, offAxisRecipe({ z_mm }));
  const { median_rad } = uncertainty.components.find(({ name }) => name === 'frame_edges')!;
  expect(Math.sign(median_rad!)).toBe(least);
});
