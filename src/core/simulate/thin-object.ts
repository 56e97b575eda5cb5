/** What the light passes: it multiplies the wave by amplitude · exp(i phase). Row-major, y downwards. */
export interface ThinObject {
  readonly rows: number;
  readonly cols: number;
  /** µm from one pixel centre to the next, in the space the light propagates in */
  readonly pitch_um: number;
  /** 1 = nothing absorbed */
  readonly amplitude: Float64Array;
  /** rad, continuous; more optical path is more positive */
  readonly phase: Float64Array;
}

/** Nothing in the beam. */
export function emptyObject(rows: number, cols: number, pitch_um: number): ThinObject {
  const amplitude = new Float64Array(rows * cols).fill(1);
  return { rows, cols, pitch_um, amplitude, phase: new Float64Array(rows * cols) };
}

/** The shorter side of the frame, µm. */
export function shorterSide(object: ThinObject): number {
  return Math.min(object.rows, object.cols) * object.pitch_um;
}

/** What a painter adds to one pixel: `cover` 0 to 1 is the share of the pixel that the feature fills. */
export interface Ink {
  /** amplitude that the feature lets through, 0 to 1 */
  readonly transmission: number;
  /** rad */
  readonly phase_rad: number;
}

export function addInk(object: ThinObject, index: number, cover: number, ink: Ink): void {
  object.amplitude[index]! *= 1 - cover * (1 - ink.transmission);
  object.phase[index]! += cover * ink.phase_rad;
}

/**
 * Calls `paint` for the pixels whose centres lie in a square around a point, with the centre's offset from it.
 * Positions are µm from the frame's upper left corner; the centre of pixel (i, j) is at ((j + ½), (i + ½)) · pitch.
 */
export function eachPixelAround(
  object: ThinObject,
  centre: { readonly x_um: number; readonly y_um: number },
  reach_um: number,
  paint: (index: number, dx_um: number, dy_um: number) => void,
): void {
  const { rows, cols, pitch_um } = object;
  const from = (at: number) => Math.max(0, Math.floor((at - reach_um) / pitch_um));
  const to = (at: number, count: number) => Math.min(count, Math.ceil((at + reach_um) / pitch_um));
  const lastCol = to(centre.x_um, cols);
  const lastRow = to(centre.y_um, rows);
  for (let row = from(centre.y_um); row < lastRow; row += 1) {
    const dy = (row + 0.5) * pitch_um - centre.y_um;
    for (let col = from(centre.x_um); col < lastCol; col += 1) {
      paint(row * cols + col, (col + 0.5) * pitch_um - centre.x_um, dy);
    }
  }
}
