import { beforeAll, expect, it } from 'vitest';
import { loadKernels } from '../../../../test/load-kernels.ts';
import type { Kernels } from '../../kernel/kernels.ts';
import { floatsIn, floatsPerRow, inRow, TO_IMAGINARY } from '../../kernel/complex-layout.ts';
import { doubtedShift } from './doubted-shift.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

it('is the slope of the phase times the shift, in the sample alone', () => {
  using scope = kernels.scope();
  const field = scope.complex(32, 32);
  const samples = kernels.floats(field.ptr, floatsIn(field));
  for (let y = 0; y < 32; y += 1)
    for (let x = 0; x < 32; x += 1) {
      const at = y * floatsPerRow(field) + inRow(x);
      [samples[at], samples[at + TO_IMAGINARY]] = [0.8 * Math.cos(0.1 * x), 0.8 * Math.sin(0.1 * x)];
    }
  const tiles = 8;
  const sample = new Uint8Array(tiles * tiles).fill(1);
  sample[20] = 0;
  const noise = { tiles } as Parameters<typeof doubtedShift>[2]['noise'];
  const shifts = [
    { x: 0.05, y: 0.3 },
    { x: -0.05, y: 0.3 },
  ];
  const variance = doubtedShift(kernels, field, { noise, sample }, shifts);
  // 0.05 px · 0.1 rad/px, where |u| is 1: 0.8 of that here
  expect(Math.sqrt(variance[19]!) / (0.8 * 0.005)).toBeCloseTo(1, 2);
  expect(variance[20]).toBe(0);
});
