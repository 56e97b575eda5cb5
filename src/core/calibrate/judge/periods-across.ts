import type { TargetToFrame } from '../../rig/calibration.ts';
import type { TargetModel } from '../../targets/target-model.ts';
import type { MeasuredLight } from '../model/measured.ts';

/**
 * How many periods of a ruling a frame shows from corner to corner, whose lines are seen for as long as they lie apart: aslant those are more
 * than lie side by side in a box that its lines cross. Of all else none.
 */
export function periodsAcross(
  { lattices: [lattice] }: Pick<TargetModel, 'lattices'>,
  [a, b, , d, e]: TargetToFrame,
  { rows, cols, cell }: Pick<MeasuredLight, 'rows' | 'cols' | 'cell'>,
): number {
  if (!lattice || lattice.b || lattice.box) return 0;
  const { x_um, y_um } = lattice.a;
  const [x, y] = [Math.abs(a * x_um + b * y_um), Math.abs(d * x_um + e * y_um)];
  const period = Math.sqrt(x * x + y * y);
  const [cos, sin] = [x / period, y / period];
  const corner = period * sin * cos;
  return Math.floor((cell * (cols * cos + rows * sin) - 2 * corner) / period);
}
