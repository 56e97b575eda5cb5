import { expect, it } from 'vitest';
import { loadKernels } from '../../../../test/load-kernels.ts';
import { toPlane } from '../../simulate/wave.ts';
import { openFrame } from './open-frame.ts';
import { sampleFree } from './sample-free.ts';
import { uncertaintySettings } from './uncertainty-settings.ts';
import { coversFrame } from './unknown-phase.ts';

it('a sample that takes light all over the frame leaves broad phase open, and nothing is beside it', async () => {
  const kernels = await loadKernels();
  using scope = kernels.scope();
  const [rows, cols] = [64, 64];
  const fieldOf = (amplitude: number, phase: number) => {
    const field = scope.complex(rows, cols);
    const re = new Float64Array(rows * cols).fill(amplitude * Math.cos(phase));
    const im = new Float64Array(rows * cols).fill(amplitude * Math.sin(phase));
    toPlane(kernels, { rows, cols, re, im }, field);
    return field;
  };
  const at = { half: 32, wave: 16 };
  const open = (amplitude: number, phase: number) => openFrame(kernels, fieldOf(amplitude, phase), at, 1.5);
  const [a, phase] = [0.08, 0.1];
  const delays = 2 * (1 - a) * Math.sin(phase / 2);
  const all = Math.hypot((1 - a) * Math.cos(phase) - 1, (1 - a) * Math.sin(phase));
  const chi = Math.PI * (16 / 64) ** 2;
  expect(open(1 - a, phase)).toBeCloseTo((1.5 * a * delays) / all / Math.sin(chi), 4);
  expect(open(1, phase)).toBeLessThan(1e-5);
  const covers = (amplitude: number, startedAbsorbing: boolean, heights = 1) =>
    coversFrame(
      { startedAbsorbing },
      sampleFree(kernels, fieldOf(amplitude, 0), 0.01),
      Array<number>(heights).fill(1000),
      uncertaintySettings,
    );
  expect(covers(0.92, false)).toBe(true);
  // several heights tell by their gains, and what only absorbs has no phase that could be open
  expect([covers(0.92, true), covers(0.92, false, 2), covers(0.97, false)]).toEqual([false, false, false]);
});
