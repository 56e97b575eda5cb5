import type { ComplexPlane } from '../src/core/kernel/plane.ts';
import type { Kernels, Scope } from '../src/core/kernel/kernels.ts';
import { emptyWave, toPlane, type Wave } from '../src/core/simulate/wave.ts';

/** A wave from a formula: `at(x, y)` = [re, im], x and y in samples from the upper left. */
export function waveOf(
  rows: number,
  cols: number,
  at: (x: number, y: number) => readonly [number, number],
): Wave {
  const wave = emptyWave(rows, cols);
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < cols; x++) [wave.re[y * cols + x], wave.im[y * cols + x]] = at(x, y);
  }
  return wave;
}

/** amplitude · exp(i phase) as [re, im]. */
export function polar(amplitude: number, phase: number): [number, number] {
  return [amplitude * Math.cos(phase), amplitude * Math.sin(phase)];
}

/** {@link waveOf} in the kernels' memory. */
export function planeOf(
  kernels: Kernels,
  scope: Scope,
  rows: number,
  cols: number,
  at: (x: number, y: number) => readonly [number, number],
): ComplexPlane {
  const plane = scope.complex(rows, cols);
  toPlane(kernels, waveOf(rows, cols, at), plane);
  return plane;
}
