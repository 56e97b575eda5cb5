/** What the camera saw, on a grid of square cells: an amplitude (in-line) or a field (off-axis). */
export interface MeasuredLight {
  readonly rows: number;
  readonly cols: number;
  /** camera pixels along a side of a cell; cell (0, 0) begins at the frame's upper left corner */
  readonly cell: number;
  readonly re: Float64Array;
  /** null: the amplitude at the sensor */
  readonly im: Float64Array | null;
  /** 0 where nothing was measured */
  readonly weight: Float64Array;
  /** off-axis: what the filter passes, cycles per camera pixel; full to `pass`, nothing beyond `stop` */
  readonly filter: { readonly pass: number; readonly stop: number } | null;
}

/** Means over `factor` × `factor` cells; cells of which less than half were measured have no weight. */
export function binned(measured: MeasuredLight, factor: number): MeasuredLight {
  if (factor === 1) return measured;
  const rows = Math.floor(measured.rows / factor);
  const cols = Math.floor(measured.cols / factor);
  const re = new Float64Array(rows * cols);
  const im = measured.im === null ? null : new Float64Array(rows * cols);
  const weight = new Float64Array(rows * cols);
  for (let row = 0; row < rows; row += 1) {
    for (let col = 0; col < cols; col += 1) {
      const to = row * cols + col;
      let count = 0;
      for (let y = row * factor; y < (row + 1) * factor; y += 1) {
        for (let x = col * factor; x < (col + 1) * factor; x += 1) {
          const from = y * measured.cols + x;
          if (measured.weight[from] === 0) continue;
          count += 1;
          re[to]! += measured.re[from]!;
          if (im !== null) im[to]! += measured.im![from]!;
        }
      }
      if (2 * count < factor * factor) continue;
      weight[to] = 1;
      re[to]! /= count;
      if (im !== null) im[to]! /= count;
    }
  }
  return { ...measured, rows, cols, cell: measured.cell * factor, re, im, weight };
}

/** The middle of what was measured; places in it are places in the frame less `x`, `y` (camera pixels). */
export function cropped(
  measured: MeasuredLight,
  side: number,
): MeasuredLight & { readonly x: number; readonly y: number } {
  const rows = Math.min(side, measured.rows);
  const cols = Math.min(side, measured.cols);
  const top = (measured.rows - rows) >> 1;
  const left = (measured.cols - cols) >> 1;
  const cut = (values: Float64Array) => {
    const out = new Float64Array(rows * cols);
    for (let row = 0; row < rows; row += 1) {
      const from = (row + top) * measured.cols + left;
      out.set(values.subarray(from, from + cols), row * cols);
    }
    return out;
  };
  return {
    ...{ ...measured, rows, cols, re: cut(measured.re), weight: cut(measured.weight) },
    ...{ im: measured.im && cut(measured.im), x: left * measured.cell, y: top * measured.cell },
  };
}
