import { beforeAll, describe, expect, it } from 'vitest';
import { loadKernels } from '../../../../test/load-kernels.ts';
import type { Kernels, Scope } from '../../kernel/kernels.ts';
import { normalSource } from '../../simulate/normal.ts';
import { Random } from '../../simulate/random.ts';
import { emptyWave, toPlane } from '../../simulate/wave.ts';
import { backgroundPhase, turnBackground } from './background-phase.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

const [ROWS, COLS, SPREAD] = [203, 190, 0.01];

/** Unit phasors about `offset`; a third of the frame is ahead by up to 0.8 rad. */
function wave(scope: Scope, offset: number) {
  const normal = normalSource(Random.from(3, 0), kernels.wasm);
  const values = emptyWave(ROWS, COLS);
  for (let i = 0; i < ROWS * COLS; i++) {
    const row = Math.floor(i / COLS);
    const object = row < ROWS / 3 ? (0.8 * row) / (ROWS / 3) : 0;
    const phase = offset + object + SPREAD * normal();
    values.re[i] = Math.cos(phase);
    values.im[i] = Math.sin(phase);
  }
  const plane = scope.complex(ROWS, COLS);
  toPlane(kernels, values, plane);
  return plane;
}

describe('the phase beside a sample', () => {
  it('is found with its spread though a third of the frame is ahead of it', () => {
    using scope = kernels.scope();
    const { centre, spread } = backgroundPhase(kernels, wave(scope, 0.2));
    expect(Math.abs(centre - 0.2)).toBeLessThan(SPREAD / 5);
    expect(spread / SPREAD).toBeGreaterThan(0.9);
    expect(spread / SPREAD).toBeLessThan(1.15);
  });

  it('becomes 0', () => {
    for (const offset of [-1, 0, 0.7]) {
      using scope = kernels.scope();
      const field = wave(scope, offset);
      const spread = turnBackground(kernels, field);
      expect(spread / SPREAD).toBeCloseTo(1, 0);
      expect(Math.abs(backgroundPhase(kernels, field).centre)).toBeLessThan(SPREAD / 5);
    }
  });

  it('of a field without any phase has no spread', () => {
    using scope = kernels.scope();
    const plane = scope.complex(20, 30);
    kernels.wasm.retrieveOnes(plane);
    expect(backgroundPhase(kernels, plane)).toEqual({ centre: 0, spread: 0 });
  });
});
