import { beforeAll, describe, expect, it } from 'vitest';
import { loadKernels } from '../../../test/load-kernels.ts';
import { planeOf, polar } from '../../../test/wave-of.ts';
import type { Kernels } from '../kernel/kernels.ts';
import { Random } from '../simulate/random.ts';
import type { BackgroundRegion } from './background-region.ts';
import { tilesOf, wrapAngle } from './tiles.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

const [rows, cols, margin] = [210, 170, 6];

describe('tilesOf', () => {
  it('finds the slopes, phases and moduli of a tilted plane wave', () => {
    using scope = kernels.scope();
    const [sx, sy] = [0.031, -0.017];
    const plane = planeOf(kernels, scope, rows, cols, (x, y) => polar(2, 0.4 + sx * x + sy * y));
    const tiles = tilesOf(kernels, plane, rows, cols, margin);
    expect(tiles.count).toBeGreaterThan(1000);
    const worst = { slope: 0, phase: 0, modulus: 0, coherence: 1 };
    const slopeOff = (at: { readonly x: ArrayLike<number>; readonly y: ArrayLike<number> }, t: number) =>
      Math.max(Math.abs(at.x[t]! - sx), Math.abs(at.y[t]! - sy));
    for (let t = 0; t < tiles.count; t++) {
      const far = tiles.far.known[t] ? slopeOff(tiles.far, t) : 0;
      worst.slope = Math.max(worst.slope, slopeOff(tiles.near, t), far);
      const x = ((tiles.x[t % tiles.x.length]! + 1) / 2) * (cols - 1);
      const y = ((tiles.y[Math.floor(t / tiles.x.length)]! + 1) / 2) * (rows - 1);
      const off = tiles.phase[t]! - (0.4 + sx * x + sy * y);
      worst.phase = Math.max(worst.phase, Math.abs(off - 2 * Math.PI * Math.round(off / (2 * Math.PI))));
      worst.modulus = Math.max(worst.modulus, Math.abs(tiles.modulus[t]! - 2));
      worst.coherence = Math.min(worst.coherence, tiles.coherence[t]!);
    }
    expect(worst.slope).toBeLessThan(5e-6);
    expect(worst.phase).toBeLessThan(1e-5);
    expect(worst.modulus).toBeLessThan(5e-6);
    expect(worst.coherence).toBeGreaterThan(0.99);
  });

  it('keeps to the inside of the margin', () => {
    using scope = kernels.scope();
    const edge = (x: number, y: number) =>
      x < margin || y < margin || x >= cols - margin || y >= rows - margin;
    const plane = planeOf(kernels, scope, rows, cols, (x, y) => (edge(x, y) ? [1e6, 0] : [1, 0]));
    const tiles = tilesOf(kernels, plane, rows, cols, margin);
    expect(Math.max(...tiles.modulus)).toBeLessThan(1.001);
    expect(Math.min(...tiles.x)).toBeGreaterThan((2 * margin) / (cols - 1) - 1 - 1e-9);
    expect(Math.max(...tiles.x)).toBeLessThan(1 - (2 * margin) / (cols - 1));
  });

  it('calls noise incoherent', () => {
    using scope = kernels.scope();
    const random = Random.from(2);
    const plane = planeOf(kernels, scope, rows, cols, () => polar(1, random.between(-Math.PI, Math.PI)));
    const { coherence } = tilesOf(kernels, plane, rows, cols, margin);
    expect(coherence.reduce((a, b) => a + b, 0) / coherence.length).toBeLessThan(0.4);
  });
});

describe('tiles', () => {
  it.each([
    // 180 − 8 − 1 samples in blocks of 171 / 48, rounded down
    { rows: 180, cols: 200, margin: 4, block: [3, 3], count: [57, 63] },
    { rows: 210, cols: 170, margin: 6, block: [4, 3], count: [49, 52] },
    { rows: 30, cols: 41, margin: 2, block: [1, 1], count: [25, 36] },
  ])('of $rows × $cols samples lie in a grid inside the margin', (grid) => {
    using scope = kernels.scope();
    const plane = planeOf(kernels, scope, grid.rows, grid.cols, () => [1, 0]);
    const tiles = tilesOf(kernels, plane, grid.rows, grid.cols, grid.margin);
    const { x, y, far, near, count } = tiles;
    expect([y.length, x.length, count]).toEqual([...grid.count, grid.count[0]! * grid.count[1]!]);
    for (const [places, samples, block] of [
      [y, grid.rows, grid.block[0]!],
      [x, grid.cols, grid.block[1]!],
    ] as const) {
      // from −1 at the first sample to 1 at the last
      const sample = places.map((place) => ((place + 1) / 2) * (samples - 1));
      sample.forEach((at, k) => expect(at).toBeCloseTo(grid.margin + k * block + (block - 1) / 2, 9));
    }
    expect(far.aheadX).toBeCloseTo((x[1]! - x[0]!) / 2, 12);
    expect(far.aheadY).toBeCloseTo((y[1]! - y[0]!) / 2, 12);
    expect([near.aheadX, near.aheadY, near.known.every((known) => known === 1)]).toEqual([0, 0, true]);
    // the last ones have no next one
    far.known.forEach((known, t) => {
      const inside = t % x.length < x.length - 1 && Math.floor(t / x.length) < y.length - 1;
      expect(known).toBe(inside ? 1 : 0);
    });
  });

  it('know a slope only where the next tiles to the right and below lie in what may be used', () => {
    using scope = kernels.scope();
    const plane = planeOf(kernels, scope, 201, 201, () => [1, 0]);
    const inside = new Uint8Array(201 * 201).fill(1);
    // one sample of the tile in column 20 and row 10 of tiles of 4 × 4 samples
    inside[(4 * 10 + 1) * 201 + 4 * 20 + 2] = 0;
    const { far, x } = tilesOf(kernels, plane, 201, 201, 0, { inside, cols: 201 } as BackgroundRegion);
    const knownAt = (row: number, col: number) => far.known[row * x.length + col];
    expect([knownAt(10, 19), knownAt(9, 20)]).toEqual([0, 0]);
    expect([knownAt(10, 18), knownAt(8, 20), knownAt(10, 20), knownAt(11, 20)]).toEqual([1, 1, 1, 1]);
  });

  it('are coherent by |mean| / root mean square', () => {
    using scope = kernels.scope();
    // three quarters of each tile of 4 × 4 samples say 1, the others i: |0.75 + 0.25 i|
    const plane = planeOf(kernels, scope, 201, 201, (x) => (x % 4 === 0 ? [0, 3] : [3, 0]));
    const { coherence, phase, modulus } = tilesOf(kernels, plane, 201, 201, 0);
    expect(coherence[0]).toBeCloseTo(Math.hypot(0.75, 0.25), 6);
    expect(phase[0]).toBeCloseTo(Math.atan2(0.25, 0.75), 6);
    expect(modulus[0]).toBeCloseTo(3, 6);
  });
});

it('wraps angles into [−π, π]', () => {
  for (const turns of [-3, -1, 0, 1, 2, 7]) {
    for (const angle of [-3.1, -1, 0, 0.5, 3.1]) {
      expect(wrapAngle(angle + 2 * Math.PI * turns)).toBeCloseTo(angle, 9);
    }
  }
});
