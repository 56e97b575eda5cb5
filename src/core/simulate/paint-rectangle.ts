import { addInk, type Ink, type ThinObject } from './thin-object.ts';

/** µm from the frame's upper left corner. */
export interface Rectangle {
  readonly x_um: number;
  readonly y_um: number;
  readonly width_um: number;
  readonly height_um: number;
}

/** Each pixel takes ink by the share of its area that the rectangle covers: edges lie where stated, not on pixels. */
export function paintRectangle(object: ThinObject, rectangle: Rectangle, ink: Ink): void {
  const { rows, cols, pitch_um } = object;
  const left = rectangle.x_um / pitch_um;
  const top = rectangle.y_um / pitch_um;
  const right = left + rectangle.width_um / pitch_um;
  const bottom = top + rectangle.height_um / pitch_um;
  const lastRow = Math.min(rows, Math.ceil(bottom));
  const lastCol = Math.min(cols, Math.ceil(right));
  for (let row = Math.max(0, Math.floor(top)); row < lastRow; row += 1) {
    const coverY = Math.min(bottom, row + 1) - Math.max(top, row);
    for (let col = Math.max(0, Math.floor(left)); col < lastCol; col += 1) {
      const coverX = Math.min(right, col + 1) - Math.max(left, col);
      addInk(object, row * cols + col, coverX * coverY, ink);
    }
  }
}
