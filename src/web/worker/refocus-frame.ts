import type { Kernels } from '../../core/kernel/kernels.ts';
import type { RealMap } from '../../core/reconstruction/reconstruction.ts';
import type { Calls } from './protocol.ts';
import { FieldRefocuser } from './refocuser.ts';

/** A sequence keeps phase and amplitude of its frames: together they are the field, which is taken where it is asked for. */
export function refocusFrame(
  kernels: Kernels,
  { phase, amplitude, optics, shift_mm, show }: Calls['refocusFrame']['request'],
): RealMap {
  const { rows, cols } = phase;
  const data = new Float32Array(2 * rows * cols);
  for (let i = 0; i < rows * cols; i++) {
    data[2 * i] = amplitude.data[i]! * Math.cos(phase.data[i]!);
    data[2 * i + 1] = amplitude.data[i]! * Math.sin(phase.data[i]!);
  }
  using at = new FieldRefocuser(kernels, { rows, cols, data }, optics);
  at.to(shift_mm);
  return at.map(show);
}
