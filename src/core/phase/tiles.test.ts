import { beforeAll, describe, expect, it } from 'vitest';
import { loadKernels } from '../../../test/load-kernels.ts';
import { planeOf, polar } from '../../../test/wave-of.ts';
import type { Kernels } from '../kernel/kernels.ts';
import { Random } from '../simulate/random.ts';
import { tilesOf } from './tiles.ts';

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
    for (let t = 0; t < tiles.count; t++) {
      expect(tiles.near.x[t]).toBeCloseTo(sx, 5);
      expect(tiles.near.y[t]).toBeCloseTo(sy, 5);
      if (tiles.far.known[t]) {
        expect(tiles.far.x[t]).toBeCloseTo(sx, 5);
        expect(tiles.far.y[t]).toBeCloseTo(sy, 5);
      }
      const x = ((tiles.x[t % tiles.x.length]! + 1) / 2) * (cols - 1);
      const y = ((tiles.y[Math.floor(t / tiles.x.length)]! + 1) / 2) * (rows - 1);
      const off = tiles.phase[t]! - (0.4 + sx * x + sy * y);
      expect(Math.abs(off - 2 * Math.PI * Math.round(off / (2 * Math.PI)))).toBeLessThan(1e-5);
      expect(tiles.modulus[t]).toBeCloseTo(2, 5);
      expect(tiles.coherence[t]).toBeGreaterThan(0.99);
    }
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
