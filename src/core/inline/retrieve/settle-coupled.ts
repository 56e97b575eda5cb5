import { floatsIn, floatsPerRow, inRow, TO_IMAGINARY } from '../../kernel/complex-layout.ts';
import type { Kernels } from '../../kernel/kernels.ts';
import type { ComplexPlane } from '../../kernel/plane.ts';
import { overSensor, takeSensor } from '../optics/retrieval-grid.ts';
import { turnBackground } from './background-phase.ts';
import { keepSolution } from './keep-solution.ts';
import type { RetrievalLevel } from './retrieval-level.ts';
import type { SolvedLevel } from './retrieval-levels.ts';
import { solveLevel, type OnIteration } from './solve-level.ts';
import { changeField, type CoupledChange } from './couple/coupled-phase.ts';

/** A solution in which absorption and phase of each part go together where the frame does not tell them apart. */
export interface SettledCoupled {
  /** Σ (|P x| − A)² */
  readonly misfit: number;
  /** rad, row by row over the sensor: by how much its phase is more than that of the solution before */
  readonly apart: Float32Array;
}

/**
 * Changes a solution of full resolution to one in which absorption and phase go together, and goes on from there until as much of the frame
 * is explained as before. What a frame does not record of the two is told for weak samples: of strong ones it sees the change in part, and
 * has the last word on that. Farther on, the constraints would pull back what it does not see.
 * @param solved its solution is changed
 * @returns null where what it ends with explains less of the frame: then nothing is changed
 */
export function settleCoupled(
  kernels: Kernels,
  { level, lambda, solution }: SolvedLevel,
  change: CoupledChange,
  onIteration: OnIteration,
): SettledCoupled | null {
  const { x, grid, optics, settings } = level;
  const { window } = settings.solver;
  const putBack = keepSolution(kernels, level);
  using scope = kernels.scope();
  const before = beamAtZero(kernels, level, scope.complex(optics.rows, optics.cols));
  changeField(kernels, overSensor(x, grid, optics), change);
  const goOn = () =>
    solveLevel(level, { lambda, firstLambda: lambda, maxIterations: window, tolerance: 0 }, onIteration)
      .misfit;
  let misfit = Infinity;
  for (let done = 0; misfit > solution.misfit && done < settings.fine.maxIterations; done += window)
    misfit = goOn();
  if (misfit <= solution.misfit) {
    const after = beamAtZero(kernels, level, scope.complex(optics.rows, optics.cols));
    return { misfit, apart: between(kernels, before, after) };
  }
  putBack();
  return null;
}

/** The solution over the sensor with its beam at phase 0. */
export function beamAtZero(kernels: Kernels, { x, grid }: RetrievalLevel, to: ComplexPlane): ComplexPlane {
  takeSensor(kernels, x, grid, to);
  turnBackground(kernels, to);
  return to;
}

/** rad: by how much the phase of b is more than that of a. */
function between(kernels: Kernels, a: ComplexPlane, b: ComplexPlane): Float32Array {
  const { rows, cols } = a;
  const [from, to] = [a, b].map(({ ptr }) => kernels.floats(ptr, floatsIn(a))) as [
    Float32Array,
    Float32Array,
  ];
  const out = new Float32Array(rows * cols);
  for (let y = 0; y < rows; y += 1)
    for (let col = 0; col < cols; col += 1) {
      const at = y * floatsPerRow(a) + inRow(col);
      const [ar, ai] = [from[at]!, from[at + TO_IMAGINARY]!];
      const [br, bi] = [to[at]!, to[at + TO_IMAGINARY]!];
      out[y * cols + col] = kernels.wasm.atan2(bi * ar - br * ai, br * ar + bi * ai);
    }
  return out;
}
