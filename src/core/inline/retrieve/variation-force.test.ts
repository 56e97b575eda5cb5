import { beforeAll, describe, expect, it } from 'vitest';
import { WAVELENGTH, diskWave, recorded, sampling } from '../../../../test/inline-case.ts';
import { loadKernels } from '../../../../test/load-kernels.ts';
import { floatsIn, floatsPerRow, inRow, TO_IMAGINARY } from '../../kernel/complex-layout.ts';
import type { Kernels, Scope } from '../../kernel/kernels.ts';
import { halfOf, RetrievalLevel } from './retrieval-level.ts';
import { solveLevel } from './solve-level.ts';
import { variationForce } from './variation-force.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

const [ROWS, COLS] = [48, 64];
const [LAMBDA, PHOTOELECTRONS] = [0.02, 10_000];
const disc = { x: 30, y: 24, radius: 8, amplitude: 1, phase: 0.6 };

function levelOf(scope: Scope): RetrievalLevel {
  const window = { row: 0, col: 0, rows: ROWS, cols: COLS };
  const amplitude = recorded(kernels, scope, diskWave(ROWS, COLS, [disc]), window, 400, PHOTOELECTRONS, 1);
  const optics = { rows: ROWS, cols: COLS, sampling, wavelength: WAVELENGTH };
  return new RetrievalLevel(kernels, scope, [{ amplitude, z: 400 }], optics);
}

describe('variationForce', () => {
  it('is λ times what each of the differences pulls at its two pixels, at right angles to the field', () => {
    using scope = kernels.scope();
    const level = levelOf(scope);
    const put = (half: number, row: number, col: number, value: number) => {
      const plane = halfOf(level.dual, half);
      const at =
        (level.grid.firstRow + row) * floatsPerRow(plane) + inRow(level.grid.firstCol + col) + TO_IMAGINARY;
      kernels.floats(plane.ptr, floatsIn(plane))[at] = value;
    };
    expect(variationForce(kernels, { level, lambda: LAMBDA }).every((force) => force === 0)).toBe(true);
    put(0, 10, 7, 0.5);
    put(1, 30, 20, -0.25);
    const found = variationForce(kernels, { level, lambda: LAMBDA });
    const at = (row: number, col: number) => found[row * COLS + col]! / LAMBDA;
    expect([at(10, 7), at(10, 8), at(30, 20), at(31, 20)].map((one) => Number(one.toFixed(6)))).toEqual([
      -0.5, 0.5, 0.25, -0.25,
    ]);
    expect(found.filter((force) => force !== 0)).toHaveLength(4);
  });

  it('of a solution pulls a disc that delays light back, all over', () => {
    using scope = kernels.scope();
    const level = levelOf(scope);
    solveLevel(level, { lambda: LAMBDA, firstLambda: LAMBDA, maxIterations: 60, tolerance: 0 }, () => {});
    const found = variationForce(kernels, { level, lambda: LAMBDA });
    let [inside, count] = [0, 0];
    found.forEach((force, k) => {
      const far = Math.hypot((k % COLS) - disc.x, Math.floor(k / COLS) - disc.y);
      if (far > disc.radius) return;
      inside += force;
      count += 1;
    });
    // the perimeter over the area: 2 / r, were the disc's phase small
    expect((inside / count / LAMBDA) * (disc.radius / 2)).toBeGreaterThan(0.6);
    expect((inside / count / LAMBDA) * (disc.radius / 2)).toBeLessThan(1.2);
  });
});
