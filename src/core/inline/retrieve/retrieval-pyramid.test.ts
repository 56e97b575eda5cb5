import { floatsIn, floatsPerRow, inRow } from '../../kernel/complex-layout.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { PITCH, WAVELENGTH, sampling } from '../../../../test/inline-case.ts';
import { loadKernels } from '../../../../test/load-kernels.ts';
import type { Kernels } from '../../kernel/kernels.ts';
import { retrievalGrid } from '../optics/retrieval-grid.ts';
import { RetrievalLevel, type LevelStart } from './retrieval-level.ts';
import { retrievalPyramid, type Resolution } from './retrieval-pyramid.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

const optics = { rows: 213, cols: 205, sampling, wavelength: WAVELENGTH };

describe('coarser resolutions', () => {
  function halves(at: (x: number, y: number) => number) {
    const scope = kernels.scope();
    const amplitude = scope.real(optics.rows, optics.cols);
    const values = kernels.floats(amplitude.ptr, optics.rows * amplitude.pitch);
    values.forEach((_, i) => (values[i] = at(i % amplitude.pitch, Math.floor(i / amplitude.pitch))));
    const levels = retrievalPyramid(kernels, scope, [{ amplitude, z: 1000 }], optics);
    const second = levels[1]!.frames[0]!.amplitude;
    const floats = kernels.floats(second.ptr, second.rows * second.pitch).slice();
    return { levels, scope, half: (x: number, y: number) => floats[y * second.pitch + x]! };
  }

  it('halve down to some 50 samples, with the pitch doubled', () => {
    const { levels, scope } = halves(() => 1);
    using _ = scope;
    expect(levels.map(({ optics: o, factor }) => [o.rows, o.cols, factor])).toEqual([
      [213, 205, 1],
      [106, 102, 2],
      [53, 51, 4],
    ]);
    expect(levels[2]!.optics.sampling.pitchX).toBe(4 * PITCH);
  });

  it('keep fringes that they resolve, at their places', () => {
    const fringe = (x: number) => 1 + 0.1 * Math.cos((2 * Math.PI * x) / 16);
    const { half, scope } = halves((x) => fringe(x));
    using _ = scope;
    // coarse sample x covers fine samples 2x and 2x + 1
    for (const x of [8, 20, 41]) expect(half(x, 30)).toBeCloseTo(fringe(2 * x + 0.5), 2);
  });

  it('lose finer ones without growing brighter', () => {
    const { half, scope } = halves((x, y) => {
      const t = 2 * Math.PI * 0.45 * (x + 0.3 * y);
      // |1 + s|, s = 0.3 exp(it)
      return Math.hypot(1 + 0.3 * Math.cos(t), 0.3 * Math.sin(t));
    });
    using _ = scope;
    const means = Array.from({ length: 60 }, (_, x) => half(20 + x, 50));
    // the mean of |1 + s| is 1.022, the root of the mean of its square 1.044
    expect(Math.abs(means.reduce((sum, v) => sum + v) / means.length - 1)).toBeLessThan(0.004);
  });

  it('leave out what was not measured', () => {
    const { half, scope } = halves((x, y) => (x > 60 && x < 90 && y > 60 && y < 90 ? NaN : 0.8));
    using _ = scope;
    expect(half(37, 37)).toBe(-1);
    expect(half(30, 37)).toBeCloseTo(0.8, 5);
    expect(half(10, 10)).toBeCloseTo(0.8, 5);
  });

  it('know only of what is brighter that it is, and of what a filter takes it into', () => {
    const isCut = (x: number, y: number) => x >= 60 && x < 64 && y >= 60 && y < 64;
    const { half, scope } = halves((x, y) => (isCut(x, y) ? -1 - 2 : 0.8));
    using _ = scope;
    // two coarse samples a side, and one more on each side that a neighbour's light leaks into
    const bounds: number[] = [];
    for (let y = 25; y < 37; y += 1)
      for (let x = 25; x < 37; x += 1) if (half(x, y) < 0) bounds.push(half(x, y));
    expect(bounds.length).toBe(16);
    // the filter reaches beyond the four fine ones
    expect(half(30, 30)).toBeLessThan(-1 - 1.8);
    expect(half(30, 29)).toBeLessThan(-1 - 0.8);
    expect(half(20, 20)).toBeCloseTo(0.8, 5);
  });

  it('hand their field on where it belongs', () => {
    const { levels, scope } = halves(() => 1);
    using _ = scope;
    const levelOf = ({ frames, optics: of }: Resolution, start: LevelStart | null = null) =>
      new RetrievalLevel(kernels, scope, frames, of, () => {}, undefined, start);
    const coarse = levelOf(levels[1]!);
    const samples = ({ x }: RetrievalLevel) => kernels.floats(x.ptr, floatsIn(x));
    const at = (level: RetrievalLevel, y: number, x: number) => {
      const [row, col] = [y + level.grid.firstRow, x + level.grid.firstCol];
      return row * floatsPerRow(level.x) + inRow(col);
    };
    // a ramp over the sensor: fine sample x lies at (x − ½)/2 of the coarse ones
    for (let y = 0; y < 106; y++) {
      for (let x = 0; x < 102; x++) samples(coarse)[at(coarse, y, x)] = x + 100 * y;
    }
    let released = 0;
    const fine = levelOf(levels[0]!, { coarse, release: () => released++ });
    expect(released).toBe(1);
    for (const [y, x] of [
      [20, 31],
      [101, 50],
      [77, 120],
    ] as const) {
      expect(samples(fine)[at(fine, y, x)]).toBeCloseTo((x - 0.5) / 2 + (100 * (y - 0.5)) / 2, 2);
    }
  });
});

describe('the grid', () => {
  it('has room for what walks sideways on both sides, at most a side', () => {
    const near = retrievalGrid(optics, [300, -500]);
    // sin θ = λ/(2 pitch): 500 µm · tan θ = 61 µm = 28 samples
    expect(near.rows).toBeGreaterThanOrEqual(213 + 55);
    expect(near.rows).toBeLessThan(213 * 1.45);
    const far = retrievalGrid(optics, [20_000]);
    expect(far.rows).toBeGreaterThanOrEqual(2 * 213);
    expect(far.rows).toBeLessThan(2.1 * 213);
    for (const { rows, cols, firstRow, firstCol } of [near, far]) {
      expect([cols % 16, firstCol % 4]).toEqual([0, 0]);
      expect(Math.abs(rows - 213 - 2 * firstRow)).toBeLessThanOrEqual(1);
      expect(Math.abs(cols - 205 - 2 * firstCol)).toBeLessThanOrEqual(8);
    }
  });
});
