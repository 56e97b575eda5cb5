import { expect, it } from 'vitest';
import { loadKernels } from '../../../test/load-kernels.ts';
import { floatsPerRow, inRow, TO_IMAGINARY } from '../kernel/complex-layout.ts';
import { subtractAberration } from '../demodulate/subtract-aberration.ts';
import type { AberrationToSubtract } from './rig-correction.ts';
import { beginningAt, uncorrected } from './rig-correction.ts';

const measuredOn = { width: 64, height: 48 };
const aberration: AberrationToSubtract = {
  aberration: { degree: 2, orders: [[2, 0]], coefficients_rad: [3], sigma_rad: 0 } as never,
  carrier: null,
  measuredOn,
  offset: { x: 0, y: 0 },
};

it('takes from a frame whose first columns are left out the phase that lies beside them', async () => {
  const kernels = await loadKernels();
  using scope = kernels.scope();
  const phaseOf = (cols: number, rows: number, rig: AberrationToSubtract) => {
    const plane = scope.complex(rows, cols);
    const values = kernels.floats(plane.ptr, rows * floatsPerRow(plane)).fill(0);
    const at = (row: number, col: number) => row * floatsPerRow(plane) + inRow(col);
    for (let row = 0; row < rows; row++) for (let col = 0; col < cols; col++) values[at(row, col)] = 1;
    const field = { ...{ plane, rows, cols, fullRows: rows, fullCols: cols, stepX: 1, stepY: 1 }, taper: 1 };
    subtractAberration(kernels, { ...field, noiseGain: 1 } as never, { x: 0.2, y: 0.1 }, rig);
    return (row: number, col: number) =>
      Math.atan2(values[at(row, col) + TO_IMAGINARY]!, values[at(row, col)]!);
  };
  const all = phaseOf(64, 48, aberration);
  const middle = { x: 32, y: 24 };
  const distortion = { ...{ terms: [], sigmas: [], radius_px: 1, linear: [0, 0, 0, 0] as const }, middle };
  const moved = beginningAt({ x: 13, y: 5 }, { ...uncorrected, aberration, distortion });
  expect(moved.distortion!.middle).toEqual({ x: 19, y: 19 });
  const part = phaseOf(40, 30, moved.aberration!);
  for (const [row, col] of [
    [0, 0],
    [29, 39],
    [11, 7],
  ] as const)
    expect(part(row, col)).toBeCloseTo(all(row + 5, col + 13), 5);
  expect(Math.abs(all(0, 0) - all(0, 13))).toBeGreaterThan(0.5);
});
