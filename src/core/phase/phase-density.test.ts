import { beforeAll, describe, expect, it } from 'vitest';
import { loadKernels } from '../../../test/load-kernels.ts';
import type { Kernels } from '../kernel/kernels.ts';
import { atPhase, CHANCE, levelsOf, peakAt, phaseDensity } from './phase-density.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

const ones = (count: number) => new Float64Array(count).fill(1);

describe('phaseDensity', () => {
  it('is a Gaussian around a single phase, of unit area, also across ±π', () => {
    for (const at of [0.4, 3.13]) {
      const { density } = phaseDensity(kernels, new Float64Array([at]), ones(1), 0.2);
      const area = density.reduce((a, b) => a + b, 0) * ((2 * Math.PI) / density.length);
      expect(area).toBeCloseTo(1, 6);
      const wrap = (p: number) => p - 2 * Math.PI * Math.round(p / (2 * Math.PI));
      // classes are 0.025 rad wide
      expect(atPhase(density, wrap(at)) / (1 / (0.2 * Math.sqrt(2 * Math.PI)))).toBeCloseTo(1, 1);
      expect(atPhase(density, wrap(at + 0.4)) / atPhase(density, wrap(at))).toBeCloseTo(Math.exp(-2), 1);
    }
  });

  it('moves every phase towards its neighbours’ mean and leaves out what has no weight', () => {
    const phases = new Float64Array([0, 0, 0, 1.5]);
    const { shift } = phaseDensity(kernels, phases, new Float64Array([1, 1, 1, 0]), 0.3);
    expect(atPhase(shift, 0.2)).toBeCloseTo(-0.2, 1);
    expect(atPhase(shift, -0.2)).toBeCloseTo(0.2, 1);
  });
});

describe('peakAt', () => {
  it('ends where another level begins, and where phases are rarer than chance', () => {
    const level = (at: number, count: number) =>
      Array.from({ length: count }, (_, k) => at + 0.2 * (k / count - 0.5));
    const phases = Float64Array.from([...level(0, 300), ...level(0.8, 200)]);
    const { density } = phaseDensity(kernels, phases, ones(500), 0.12);
    expect(peakAt(density, 0.9).at).toBeCloseTo(0.8, 1);
    const { at, below, above } = peakAt(density, -0.15);
    expect(at).toBeCloseTo(0, 1);
    expect(above).toBeGreaterThan(0.25);
    expect(above).toBeLessThan(0.55);
    expect(below).toBeGreaterThan(0.25);
    expect(below).toBeLessThan(0.6);
    expect(CHANCE).toBeCloseTo(0.159, 3);
  });
});

describe('levelsOf', () => {
  it('gives each phase the level that it lies at, and does not believe in what is rarer than chance', () => {
    const phases = Float64Array.from([
      ...Array.from({ length: 300 }, (_, k) => 0.2 * (k / 300 - 0.5)),
      ...Array.from({ length: 150 }, (_, k) => 3.1 + 0.2 * (k / 150 - 0.5)).map((p) =>
        p > Math.PI ? p - 2 * Math.PI : p,
      ),
      ...[1.5, -1.5],
    ]);
    const { density } = phaseDensity(kernels, phases, ones(phases.length), 0.12);
    const { at, belongs } = levelsOf(density, phases);
    const [first, second] = [at[0]!, at[300]!];
    expect(first).toBeCloseTo(0, 1);
    expect(Math.abs(second)).toBeCloseTo(3.1, 1);
    expect(new Set(at.slice(0, 300)).size).toBe(1);
    // across the border of the circle, too
    expect(new Set(at.slice(300, 450)).size).toBe(1);
    expect(Math.min(...belongs.slice(0, 450))).toBeGreaterThan(0.3);
    expect([...belongs.slice(450)]).toEqual([0, 0]);
  });
});
