import { describe, expect, it } from 'vitest';
import { dryMassPg, volumeUm3 } from './dry-mass.ts';
import { roughness } from './roughness.ts';
import type { ShownMap } from './shown-map.ts';

const SIDE = 64;
const map = (value: (x: number, y: number) => number): ShownMap => ({
  ...{ key: 'height', title: 'Height', unit: 'nm', id: 1, rows: SIDE, cols: SIDE, colours: 'viridis' },
  values: Float32Array.from({ length: SIDE * SIDE }, (_, i) => value(i % SIDE, Math.floor(i / SIDE))),
  ...{ keptByMean: null, pixelSizeUm: { x: 0.1, y: 0.1 }, cyclic: false, sigma: null, about: '' },
});
const whole = { x: 0, y: 0, width: SIDE, height: SIDE };

describe('roughness', () => {
  it('is that of a wave, whatever plane it lies on', () => {
    // whole periods in both directions, orthogonal to any plane where even about the middle
    const wave = (x: number, y: number) =>
      5 * Math.cos((2 * Math.PI * 4 * (x + 0.5)) / SIDE) * Math.cos((2 * Math.PI * 2 * (y + 0.5)) / SIDE);
    const found = roughness(
      map((x, y) => wave(x, y) + 30 + 0.7 * x - 1.3 * y),
      whole,
    )!;
    expect(found.sq).toBeCloseTo(5 / 2, 4);
    // (2 / π)² of the amplitude, but for the sampling of a period with 16 and 32 pixels
    expect(found.sa).toBeCloseTo((5 * 4) / Math.PI ** 2, 1);
    expect(found.sz).toBeCloseTo(2 * 5 * Math.cos(Math.PI / 16) * Math.cos(Math.PI / 32), 3);
  });

  it('is nothing on a plane, takes no number for none, and says where there are too few', () => {
    const tilted = (x: number, y: number) => (x === 3 && y === 4 ? NaN : 0.25 * x + 2 * y);
    expect(roughness(map(tilted), whole)!.sz).toBeLessThan(1e-4);
    expect(roughness(map(tilted), { x: 0, y: 0, width: 1, height: 3 })).toBeNull();
    expect(roughness(map(tilted), { x: 0, y: 0, width: 1, height: 30 })).toBeNull();
  });
});

describe('dry mass and volume', () => {
  it('are those of a slab', () => {
    // 38 nm of path over 100 µm² are 3.8 µm³ of index, 0.19 a µm³ of each pg
    expect(dryMassPg(0.38, 100, 100)).toBeCloseTo(20, 12);
    expect(volumeUm3(2000, 50)).toBe(100);
  });
});
