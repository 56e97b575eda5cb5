import { beforeAll, describe, expect, it } from 'vitest';
import { loadKernels } from '../../../../test/load-kernels.ts';
import type { Kernels, Scope } from '../../kernel/kernels.ts';
import { toPlane } from '../../simulate/wave.ts';
import { sampleFree } from './sample-free.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

const [ROWS, COLS] = [200, 260];
const SPREAD = 0.05;

/** A field of this amplitude and phase. */
function fieldOf(
  scope: Scope,
  phase: (x: number, y: number) => number,
  amplitude: (x: number, y: number) => number = () => 1,
) {
  const [re, im] = [new Float64Array(ROWS * COLS), new Float64Array(ROWS * COLS)];
  for (let y = 0; y < ROWS; y++)
    for (let x = 0; x < COLS; x++) {
      re[y * COLS + x] = amplitude(x, y) * Math.cos(phase(x, y));
      im[y * COLS + x] = amplitude(x, y) * Math.sin(phase(x, y));
    }
  const field = scope.complex(ROWS, COLS);
  toPlane(kernels, { rows: ROWS, cols: COLS, re, im }, field);
  return field;
}

const inside = (x: number, y: number, radius: number) => (x - 90) ** 2 + (y - 100) ** 2 < radius ** 2;

describe('sampleFree', () => {
  it.each([
    ['delays light', (x: number, y: number) => (inside(x, y, 30) ? 0.4 : 0), () => 1],
    ['absorbs it', () => 0, (x: number, y: number) => (inside(x, y, 30) ? 0.7 : 1)],
  ] as const)(
    'finds a disc that %s, whole, and counts what lies beside it as neither',
    (_, phase, amplitude) => {
      using scope = kernels.scope();
      const found = sampleFree(kernels, fieldOf(scope, phase, amplitude), SPREAD);
      const { tiles, side, sample, parts, count } = found;
      expect([tiles, side.x, side.y]).toEqual([50, COLS / 50, ROWS / 50]);
      expect(count).toBe(1);
      sample.forEach((one, t) => {
        const [x, y] = [((t % tiles) + 0.5) * side.x, (Math.floor(t / tiles) + 0.5) * side.y];
        if (inside(x, y, 26)) expect(one).toBe(1);
        if (!inside(x, y, 35)) expect(one).toBe(0);
        if (one) expect(parts[t]).toBe(1);
        if (!inside(x, y, 40)) expect(parts[t]).toBe(0);
      });
      expect(parts.filter(Boolean).length).toBeGreaterThan(sample.filter(Boolean).length + 20);
    },
  );

  it('takes no smooth cloud for a sample, be it as far from the beam as one', () => {
    using scope = kernels.scope();
    const cloud = (x: number, y: number) => 0.4 * Math.exp(-((x - 90) ** 2 + (y - 100) ** 2) / (2 * 45 ** 2));
    expect(sampleFree(kernels, fieldOf(scope, cloud), SPREAD).count).toBe(0);
    // but one as small as a few tiles, or as steep as an edge
    const steep = (x: number, y: number) => 0.4 * Math.exp(-((x - 90) ** 2 + (y - 100) ** 2) / (2 * 12 ** 2));
    expect(sampleFree(kernels, fieldOf(scope, steep), SPREAD).count).toBe(1);
  });

  it('finds a disc on a cloud that reaches farther than it', () => {
    using scope = kernels.scope();
    const cloud = (x: number, y: number) => 0.3 * Math.exp(-((x - 90) ** 2 + (y - 100) ** 2) / (2 * 45 ** 2));
    const disc = (x: number, y: number) => cloud(x, y) + (inside(x, y, 15) ? 1 : 0);
    const { tiles, side, sample, count } = sampleFree(kernels, fieldOf(scope, disc), SPREAD);
    expect(count).toBe(1);
    sample.forEach((one, t) => {
      const [x, y] = [((t % tiles) + 0.5) * side.x, (Math.floor(t / tiles) + 0.5) * side.y];
      if (inside(x, y, 11)) expect(one).toBe(1);
      if (!inside(x, y, 20)) expect(one).toBe(0);
    });
  });

  it('says of each tile its phase, what it scatters about it, and how alike neighbours are', () => {
    using scope = kernels.scope();
    const waves = (x: number) => 0.02 + 0.01 * Math.sin((2 * Math.PI * x) / 5.2);
    const { phase, within, beside, square } = sampleFree(kernels, fieldOf(scope, waves), SPREAD);
    const mean = (values: Float64Array) => values.reduce((a, b) => a + b, 0) / values.length;
    expect(mean(phase)).toBeCloseTo(0.02, 4);
    expect(mean(within)).toBeGreaterThan(0.7 * 0.5e-4);
    expect(mean(within)).toBeLessThan(0.5e-4);
    expect(mean(square)).toBeCloseTo(4e-4 + 0.5e-4, 5);
    expect(mean(beside) / mean(within)).toBeLessThan(0.6);
  });
});
