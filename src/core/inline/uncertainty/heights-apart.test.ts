import { beforeAll, describe, expect, it } from 'vitest';
import { writeComplex } from '../../../../test/direct-transform.ts';
import { diskWave } from '../../../../test/inline-case.ts';
import { loadKernels } from '../../../../test/load-kernels.ts';
import type { Kernels } from '../../kernel/kernels.ts';
import { toPlane } from '../../simulate/wave.ts';
import { heightsSettlePhase } from './heights-apart.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

const [ROWS, COLS] = [200, 230];
const WAVELENGTH = 0.532;

function settles(radius: number, pitch: number, distances: readonly number[]): boolean {
  using scope = kernels.scope();
  const disk = { x: 110, y: 95, radius, amplitude: 0.8, phase: 1.2 };
  const field = scope.complex(ROWS, COLS);
  toPlane(kernels, diskWave(ROWS, COLS, [disk]), field);
  const sampling = { pitchX: pitch, pitchY: pitch };
  return heightsSettlePhase(
    kernels,
    field,
    { rows: ROWS, cols: COLS, sampling, wavelength: WAVELENGTH },
    distances,
  );
}

describe('heightsSettlePhase', () => {
  it('never says so of one height, or of several that are the same', () => {
    expect(settles(12, 1, [1500])).toBe(false);
    expect(settles(12, 1, [1500, 1500, 1500])).toBe(false);
  });

  it('wants heights farther apart the larger the sample is', () => {
    expect(settles(12, 2, [1500, 2000])).toBe(true);
    expect(settles(48, 2, [1500, 2000])).toBe(false);
    expect(settles(48, 2, [1500, 1500 + 16 * 500])).toBe(true);
    expect(settles(12, 2, [1500, 1520])).toBe(false);
  });

  it('goes by the size in µm, not in pixels, and by the differences, not the distances', () => {
    expect(settles(12, 2, [1500, 1560])).toBe(false);
    expect(settles(12, 0.5, [1500, 1560])).toBe(true);
    expect(settles(12, 2, [11_500, 12_000])).toBe(settles(12, 2, [1500, 2000]));
    expect(settles(12, 2, [-1500, -2000])).toBe(true);
  });

  it('of a field without a sample says something', () => {
    expect(typeof settles(0, 1, [1500, 2000])).toBe('boolean');
  });
});

describe('two sets of fringes', () => {
  const SIDE = 256;
  /** Cycles per pixel, and how the rings of a spectrum have it. */
  const [BROAD, FINE] = [10 / SIDE, 40 / SIDE];
  const seen = (frequency: number) => (Math.floor(2048 * frequency) + 0.5) / 2048;

  /** @param share of the structure's energy, of the broad ones @param lag in rad, by which the heights tell these apart */
  function settled(share: number, lag: number): boolean {
    using scope = kernels.scope();
    const field = scope.complex(SIDE, SIDE);
    const re = Float64Array.from({ length: SIDE * SIDE }, (_, i) => {
      const wave = (f: number) => 0.1 * Math.cos(2 * Math.PI * f * (i % SIDE));
      return 1 + Math.sqrt(share) * wave(BROAD) + Math.sqrt(1 - share) * wave(FINE);
    });
    writeComplex(kernels, field, { rows: SIDE, cols: SIDE, re, im: new Float64Array(SIDE * SIDE) });
    const optics = { rows: SIDE, cols: SIDE, sampling: { pitchX: 1, pitchY: 1 }, wavelength: WAVELENGTH };
    // of two heights √(Σ (z − mean)²) is their difference over √2
    const apart = (Math.SQRT2 * lag) / (Math.PI * WAVELENGTH * seen(BROAD) ** 2);
    return heightsSettlePhase(kernels, field, optics, [1000, 1000 + apart]);
  }

  it('are told apart by the broad ones where these hold a quarter of the energy', () => {
    // the fine ones are told apart by 16 times as much
    expect([settled(0.26, 0.005), settled(0.24, 0.005)]).toEqual([false, true]);
  });

  it('are told apart from a fortieth of a radian on', () => {
    expect([settled(0.5, 0.0245), settled(0.5, 0.0255)]).toEqual([false, true]);
  });
});
