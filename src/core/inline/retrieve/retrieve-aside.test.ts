import { beforeAll, expect, it, vi } from 'vitest';
import { WAVELENGTH, diskWave, recorded, sampling } from '../../../../test/inline-case.ts';
import { freshKernels } from '../../../../test/load-kernels.ts';
import { startedAtOnce } from '../../../../test/started-thread.ts';
import { oneIn } from '../../../../test/short-form.ts';
import type { Kernels, Scope } from '../../kernel/kernels.ts';
import { bytesIn } from '../../kernel/plane.ts';
import { SecondThread } from '../../kernel/second-thread.ts';
import { Problem } from '../../problem/problem.ts';
import { retrievalBytes } from './retrieval-level.ts';
import { retrieveAside } from './retrieve-aside.ts';
import { retrievalSettings } from './retrieval-settings.ts';

/** Its columns are no multiple of 4. */
const [rows, cols] = [64, 90];
let kernels: Kernels;
beforeAll(async () => {
  kernels = await freshKernels();
});

function solve(scope: Scope): {
  readonly field: Float32Array;
  readonly misfit: number;
  readonly seen: Kernels;
} {
  const wave = diskWave(rows, cols, [{ x: 40, y: 30, radius: 9, amplitude: 0.8, phase: 0.6 }]);
  const amplitude = recorded(kernels, scope, wave, { row: 0, col: 0, rows, cols }, 300, 10_000, 1);
  const frames = [{ amplitude, z: 300 }];
  let seen = kernels;
  const input = { frames, rows, cols, sampling, wavelength: WAVELENGTH, noiseSigma: 0.005, probe: true };
  const onSolved = (_: unknown, where: Kernels) => void (seen = where);
  const found = retrieveAside(kernels, scope, input, { onSolved }, retrievalSettings);
  const out = scope.floats(2 * rows * cols);
  kernels.wasm.exportField(found.field, out);
  return { field: kernels.floats(out, 2 * rows * cols).slice(), misfit: found.dataMisfit, seen };
}

it('takes the memory of a retrieval elsewhere, for the same field, and leaves none of it behind', () => {
  let left = 0;
  kernels.onLeft = () => void (left += 1);
  kernels.keptBytes = 1000;
  const before = kernels.wasm.memory.buffer.byteLength;
  using scope = kernels.scope();
  const aside = solve(scope);
  const grown = kernels.wasm.memory.buffer.byteLength - before;
  expect(aside.seen).not.toBe(kernels);
  expect(aside.seen.wasm.memory.buffer.byteLength).toBeGreaterThan(4 * (before + grown));
  expect(left).toBe(1);
  kernels.keptBytes = Infinity;
  const here = solve(scope);
  expect(here.seen).toBe(kernels);
  expect(left).toBe(1);
  expect(aside.misfit).toBe(here.misfit);
  expect(aside.field).toEqual(here.field);
});

it('takes no more elsewhere than it may here, beside what it holds here', () => {
  kernels.keptBytes = 1000;
  kernels.mostBytes = 2_500_000;
  using scope = kernels.scope();
  expect(() => solve(scope)).not.toThrow();
  scope.bytes(1_800_000);
  expect(() => solve(scope)).toThrow(Problem);
  kernels.mostBytes = Infinity;
});

it.each([[300], [300, 340]])(
  'takes no more than is asked for before it begins, frames at %j',
  (...distances) => {
    /** What plans and scratch take, which does not grow with the frame. */
    const besides = 400_000;
    const [height, width] = [120, 170];
    using scope = kernels.scope();
    const wave = diskWave(height, width, [{ x: 60, y: 50, radius: 15, amplitude: 0.8, phase: 0.6 }]);
    const window = { row: 0, col: 0, rows: height, cols: width };
    const frames = distances.map((z, k) => ({
      amplitude: recorded(kernels, scope, wave, window, z, 10_000, k + 1),
      z,
    }));
    // of so little noise that the model does not explain the frames: it looks for what the optics pass
    const optics = { rows: height, cols: width, sampling, wavelength: WAVELENGTH };
    const input = { frames, ...optics, noiseSigma: 0.001, probe: true };
    const most = retrievalBytes(frames, optics);
    const held = frames.reduce((sum, { amplitude }) => sum + bytesIn(amplitude), 0);
    let iterations = 0;
    const onIteration = () => void (iterations += 1);
    const solveIn = (bytes: number) => {
      using own = kernels.scope();
      iterations = 0;
      kernels.mostBytes = held + bytes;
      retrieveAside(kernels, own, input, { onIteration }, retrievalSettings);
    };
    kernels.keptBytes = Infinity;
    expect(() => solveIn(most + besides)).not.toThrow();
    expect(iterations).toBeGreaterThan(20);
    expect(() => solveIn(0.99 * most)).toThrow(Problem);
    expect(iterations).toBe(0);
  },
);

it.each(oneIn(2, [[[300]], [[300, 340]]], 1))(
  'is the same bits by one thread and by two, frames at %j',
  { tags: 'further/rig' },
  (distances) => {
    const [height, width] = [130, 170];
    kernels.keptBytes = kernels.mostBytes = Infinity;
    const wave = diskWave(height, width, [{ x: 60, y: 50, radius: 15, amplitude: 0.8, phase: 0.6 }]);
    const window = { row: 0, col: 0, rows: height, cols: width };
    const solved = () => {
      using scope = kernels.scope();
      const frames = distances.map((z, k) => ({
        amplitude: recorded(kernels, scope, wave, window, z, 10_000, k + 1),
        z,
      }));
      const optics = { rows: height, cols: width, sampling, wavelength: WAVELENGTH };
      const input = { frames, ...optics, noiseSigma: 0.005, probe: true };
      const { field, ...found } = retrieveAside(kernels, scope, input, {}, retrievalSettings);
      const out = scope.floats(2 * height * width);
      kernels.wasm.exportField(field, out);
      return { found, field: kernels.floats(out, 2 * height * width).slice() };
    };
    const one = solved();
    const asked = vi.spyOn(SecondThread.prototype, 'atOnce');
    Object.assign(kernels, { startThread: startedAtOnce(), leastSharedBytes: 0 });
    const two = solved();
    kernels.startThread = null;
    expect(asked.mock.calls.length).toBeGreaterThan(100);
    vi.restoreAllMocks();
    expect(two.found).toEqual(one.found);
    expect(two.field).toEqual(one.field);
  },
);
