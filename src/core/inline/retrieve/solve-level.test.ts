import { beforeAll, describe, expect, it } from 'vitest';
import { WAVELENGTH, diskWave, recorded, sampling } from '../../../../test/inline-case.ts';
import { loadKernels } from '../../../../test/load-kernels.ts';
import type { Kernels, Scope } from '../../kernel/kernels.ts';
import { RetrievalLevel } from './retrieval-level.ts';
import { solveLevel, type SolveOptions } from './solve-level.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

const [ROWS, COLS] = [48, 64];
const PHOTOELECTRONS = 10_000;
const disks = [{ x: 30, y: 24, radius: 7, amplitude: 0.7, phase: 0 }];

function levelOf(scope: Scope): RetrievalLevel {
  const window = { row: 0, col: 0, rows: ROWS, cols: COLS };
  const amplitude = recorded(kernels, scope, diskWave(ROWS, COLS, disks), window, 400, PHOTOELECTRONS, 1);
  const optics = { rows: ROWS, cols: COLS, sampling, wavelength: WAVELENGTH };
  return new RetrievalLevel(kernels, scope, [{ amplitude, z: 400 }], optics);
}

function objectives(firstLambda: SolveOptions['firstLambda']): readonly number[] {
  using scope = kernels.scope();
  const options = { lambda: 0.005, firstLambda, maxIterations: 12, tolerance: 0 };
  return solveLevel(levelOf(scope), options, () => {}).objective;
}

describe('the first λ', () => {
  it('is asked for once, with the misfit of the start: that of the beam alone is the contrast', () => {
    using scope = kernels.scope();
    const level = levelOf(scope);
    const asked: number[] = [];
    const firstLambda = (misfit: number) => {
      asked.push(misfit);
      return 0.02;
    };
    solveLevel(level, { lambda: 0.005, firstLambda, maxIterations: 5, tolerance: 0 }, () => {});
    expect(asked).toHaveLength(1);
    expect(asked[0]! / level.sensor.contrast).toBeCloseTo(1, 4);
  });

  it('is the same as a number or as what a function says, and never less than λ', () => {
    expect(objectives(() => 0.03)).toEqual(objectives(0.03));
    expect(objectives(() => 0.03)).not.toEqual(objectives(0.005));
    expect(objectives(() => 0)).toEqual(objectives(0.005));
  });
});
