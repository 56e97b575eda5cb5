import { beforeAll, describe, expect, it } from 'vitest';
import { loadKernels } from '../../../test/load-kernels.ts';
import type { NativeField } from '../demodulate/demodulate.ts';
import { floatsIn, floatsPerRow, inRow, TO_IMAGINARY } from '../kernel/complex-layout.ts';
import type { Kernels, Scope } from '../kernel/kernels.ts';
import type { DistortionToCorrect } from '../rig/rig-correction.ts';
import { displacementOf } from './displacement.ts';
import { undistortField, undistortPlane, undone } from './undistort.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

const [ROWS, COLS, STEP] = [61, 90, 2.5];
const distortion: DistortionToCorrect = {
  ...{ terms: [0.012, -0.004, 0.006], sigmas: [0.002, 0, 0], radius_px: (COLS * STEP) / 2 },
  ...{ linear: [-0.003, 0.002, -0.001, 0.004], middle: { x: 110.7, y: 76.2 } },
};

/** Three waves, the finest at a third of a cycle per sample, as the widest filter passes. */
const waves = [
  [0.31, 0.12, 0.4],
  [-0.05, 0.02, 1],
  [0.02, -0.3, 0.3],
] as const;
const waveAt = (x: number, y: number): [number, number] => {
  let [re, im] = [0, 0];
  for (const [fx, fy, size] of waves) {
    const angle = (2 * Math.PI * (fx * x + fy * y)) / STEP;
    re += size * Math.cos(angle);
    im += size * Math.sin(angle);
  }
  return [re, im];
};

/** A field whose value at a camera pixel is what `at` says. */
function fieldOf(scope: Scope, at: (x: number, y: number) => [number, number]): NativeField {
  const plane = scope.complex(ROWS, COLS);
  const values = kernels.floats(plane.ptr, floatsIn(plane));
  const pitch = floatsPerRow(plane);
  for (let row = 0; row < ROWS; row++)
    for (let col = 0; col < COLS; col++) {
      const i = row * pitch + inRow(col);
      [values[i], values[i + TO_IMAGINARY]] = at(col * STEP, row * STEP);
    }
  const grid = { rows: ROWS, cols: COLS, stepX: STEP, stepY: STEP };
  return { plane, ...grid, fullRows: 160, fullCols: 240, noiseGain: 1, taper: 0 };
}

/** Where a lens shows what belongs at (x, y), turned round: what belongs where (x, y) is seen. */
function belongs(x: number, y: number): [number, number] {
  const displaced = displacementOf(distortion);
  let [u, v] = [x, y];
  for (let turn = 0; turn < 40; turn++) {
    const [dx, dy] = displaced(u, v);
    [u, v] = [x - dx, y - dy];
  }
  return [u, v];
}

describe('undistortField', () => {
  it('gives back a field as it was before a lens moved it, up to the finest that a filter passes', () => {
    using scope = kernels.scope();
    const seen = fieldOf(scope, (x, y) => waveAt(...belongs(x, y)));
    const truth = fieldOf(scope, waveAt);
    const off = () => {
      const [a, b] = [seen, truth].map(({ plane }) => kernels.floats(plane.ptr, floatsIn(plane)));
      const pitch = floatsPerRow(seen.plane);
      let worst = 0;
      // at the edges there are no samples on the other side
      for (let row = 12; row < ROWS - 12; row++)
        for (let col = 12; col < COLS - 12; col++)
          for (const part of [0, TO_IMAGINARY]) {
            const i = row * pitch + inRow(col) + part;
            worst = Math.max(worst, Math.abs(a![i]! - b![i]!));
          }
      return worst;
    };
    expect(off()).toBeGreaterThan(0.5);
    undistortField(kernels, seen, distortion);
    expect(off()).toBeLessThan(1e-3);
  });
});

describe('undistortPlane', () => {
  it('does the same to what pixels saw, and leaves even light even up to the edge', () => {
    using scope = kernels.scope();
    const plane = scope.real(ROWS, COLS);
    kernels.floats(plane.ptr, ROWS * plane.pitch).fill(0.75);
    undistortPlane(kernels, plane, distortion);
    for (let row = 0; row < ROWS; row++)
      for (const value of kernels
        .floats(plane.ptr, ROWS * plane.pitch)
        .subarray(row * plane.pitch, row * plane.pitch + COLS))
        expect(value).toBeCloseTo(0.75, 6);
  });
});

describe('undone', () => {
  it('says how far the phase may be off where a place is, along its slope', () => {
    using scope = kernels.scope();
    const slope = 0.05;
    const field = fieldOf(scope, (x) => [Math.cos(slope * x), Math.sin(slope * x)]);
    const { variance } = undone(kernels, field, 12, distortion)!;
    // in a corner's tile: slope times radial σ times half the side
    const [x, y] = [(11.5 / 12) * (COLS - 1) * STEP, (11.5 / 12) * (ROWS - 1) * STEP];
    const [u, v] = [(x - 110.7) / distortion.radius_px, (y - 76.2) / distortion.radius_px];
    const expected = slope * 0.002 * distortion.radius_px * u * (u * u + v * v);
    expect(Math.sqrt(variance[143]!) / expected).toBeGreaterThan(0.9);
    expect(Math.sqrt(variance[143]!) / expected).toBeLessThan(1.1);
  });

  it('marks what the camera saw nothing of, and nothing else', () => {
    using scope = kernels.scope();
    const field = fieldOf(scope, () => [1, 0]);
    const { beyond } = undone(kernels, field, 12, distortion)!;
    const displaced = displacementOf(distortion);
    const last = { x: (COLS - 1) * STEP, y: (ROWS - 1) * STEP };
    beyond!.forEach((marked, i) => {
      const [x, y] = [(i % COLS) * STEP, Math.floor(i / COLS) * STEP];
      const [dx, dy] = displaced(x, y);
      const out = Math.max(-(x + dx), -(y + dy), x + dx - last.x, y + dy - last.y);
      expect(marked).toBe(out > 0.5 ? 1 : 0);
    });
    expect(beyond!.reduce((sum, one) => sum + one, 0)).toBeGreaterThan(10);
    const inwards = { ...distortion, terms: [-0.02, 0, 0], linear: [0, 0, 0, 0] as const };
    expect(undone(kernels, field, 12, inwards)!.beyond).toBeNull();
    expect(undone(kernels, field, 12, null)).toBeNull();
  });
});
