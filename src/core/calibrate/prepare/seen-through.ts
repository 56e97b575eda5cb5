import { floatsIn, floatsPerRow, inRow, TO_IMAGINARY } from '../../kernel/complex-layout.ts';
import type { ComplexPlane } from '../../kernel/plane.ts';
import type { Kernels, Scope } from '../../kernel/kernels.ts';
import type { NativeField } from '../../demodulate/demodulate.ts';
import type { Sideband } from '../../sideband/sideband.ts';
import { upsample } from '../../demodulate/upsample.ts';
import { binned, type MeasuredLight } from '../model/measured.ts';
import type { PrepareSettings } from './prepare-settings.ts';

/** What a frame is made ready with. */
export interface Means {
  readonly kernels: Kernels;
  readonly scope: Scope;
  readonly settings: PrepareSettings;
}

/** Camera pixels that are used. */
export interface UsedSize {
  readonly rows: number;
  readonly cols: number;
}

/** A field on the cells that its filter needs. */
export function seenThrough(
  { kernels, scope, settings: { samplesPerCycle } }: Means,
  field: NativeField,
  sideband: Sideband,
  frame: UsedSize,
): MeasuredLight {
  const full = upsample(kernels, scope, field, frame.rows, frame.cols, { re: 0, im: 0 });
  const cell = Math.max(1, Math.floor(1 / (samplesPerCycle * sideband.stopRadius)));
  const filter = { pass: sideband.passRadius, stop: sideband.stopRadius };
  return binned({ ...fieldOf(kernels, full, frame, field.taper), filter }, cell);
}

/** Samples nearer to the frame's edge than the fade are left out: the filter reaches over it. */
function fieldOf(
  kernels: Kernels,
  full: ComplexPlane,
  { rows, cols }: UsedSize,
  taper: number,
): Omit<MeasuredLight, 'filter'> {
  const perRow = floatsPerRow(full);
  const values = kernels.floats(full.ptr, floatsIn(full));
  const re = new Float64Array(rows * cols);
  const im = new Float64Array(rows * cols);
  const weight = new Float64Array(rows * cols);
  for (let row = 0, i = 0; row < rows; row += 1) {
    const inside = row >= taper && row < rows - taper;
    for (let col = 0; col < cols; col += 1, i += 1) {
      const from = row * perRow + inRow(col);
      re[i] = values[from]!;
      im[i] = values[from + TO_IMAGINARY]!;
      weight[i] = inside && col >= taper && col < cols - taper ? 1 : 0;
    }
  }
  return { rows, cols, cell: 1, re, im, weight };
}

export function inUnits(measured: MeasuredLight, unit: number): MeasuredLight {
  return { ...measured, re: measured.re.map((v) => v / unit), im: measured.im!.map((v) => v / unit) };
}
