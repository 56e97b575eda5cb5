import type { RealPlane } from '../kernel/plane.ts';
import type { Kernels } from '../kernel/kernels.ts';

/** Cells along the height of the spectrum; half as many along the half width. */
export const CELLS = 256;

/** Power summed over cells of a few bins: the half plane fx ≥ 0 at a glance, fy upwards from −1/2. */
export interface CellMap {
  readonly rows: number;
  readonly cols: number;
  readonly power: Float64Array;
  fx(i: number): number;
  fy(j: number): number;
}

/** @param power half spectrum of a transform of `height × width` */
export function cellMap(kernels: Kernels, power: RealPlane, height: number, width: number): CellMap {
  const cellRows = Math.max(1, Math.round(height / CELLS));
  const cellCols = Math.max(1, Math.round(width / CELLS));
  const half = (width >> 1) + 1;
  const rows = Math.ceil(height / cellRows);
  const cols = Math.ceil(half / cellCols);
  using scratch = kernels.scope();
  const out = scratch.doubles(rows * cols);
  kernels.run.fillBytes(out, { value: 0, bytes: rows * cols * 8 });
  kernels.run.poolPower(power, out, { cellRows, cellCols, mapCols: cols });
  const dc = height >> 1;
  return {
    rows,
    cols,
    power: kernels.doubles(out, rows * cols).slice(),
    fx: (i) => (i * cellCols + (cellCols - 1) / 2) / width,
    fy: (j) => (j * cellRows + (cellRows - 1) / 2 - dc) / height,
  };
}
