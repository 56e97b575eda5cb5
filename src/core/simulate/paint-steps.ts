import { paintRectangle } from './paint-rectangle.ts';
import type { ObjectSpec } from './simulation-spec.ts';
import { sizeOr } from './scatter.ts';
import type { ThinObject } from './thin-object.ts';

const SIDE = 4;
const SPACING_SHARE = 0.18;

/**
 * A grid of 4 × 4 squares around the middle whose phases climb in sixteen equal steps to the peak, left to right and
 * then down. `size_um` is a square's side (default 0.1 of the shorter side); their centres lie 1.8 sides apart by
 * default.
 */
export function paintSteps(object: ThinObject, spec: ObjectSpec): void {
  const side = sizeOr(object, spec.size_um, 0.1);
  const spacing = Math.max(1.25 * side, sizeOr(object, null, SPACING_SHARE));
  for (let row = 0; row < SIDE; row += 1) {
    for (let col = 0; col < SIDE; col += 1) {
      const level = (row * SIDE + col + 1) / (SIDE * SIDE);
      const square = {
        x_um: (object.cols * object.pitch_um) / 2 + (col - (SIDE - 1) / 2) * spacing - side / 2,
        y_um: (object.rows * object.pitch_um) / 2 + (row - (SIDE - 1) / 2) * spacing - side / 2,
        width_um: side,
        height_um: side,
      };
      paintRectangle(object, square, { transmission: 1, phase_rad: spec.phase_rad * level });
    }
  }
}
