import { beforeAll, describe, expect, it } from 'vitest';
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
