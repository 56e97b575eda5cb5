import { fastSize } from '../../core/fft/fast-size.ts';
import { fft2, ifft2 } from '../../core/fft/fft2.ts';
import { nativeExtent, nativeGrid } from '../../core/demodulate/demodulate.ts';
import { floatsIn, floatsPerRow, inRow, TO_IMAGINARY } from '../../core/kernel/complex-layout.ts';
import type { Kernels } from '../../core/kernel/kernels.ts';
import type { ComplexPlane } from '../../core/kernel/plane.ts';
import type { ComplexMap } from '../../core/reconstruction/reconstruction.ts';
import type { Covers, RefocusOptics } from './protocol.ts';
import { fillPlane } from './refocuser.ts';

/** Samples of a preview along its longer side: enough to see where it is sharp, and few enough for 30 pictures a second. */
const MOST_SIDE = 640;

export interface CoarseField {
  readonly field: ComplexMap;
  readonly optics: RefocusOptics;
  readonly covers: Covers;
}

/** Whether a preview has fewer samples than carry the field. */
export function isReduced({ rows, cols }: ComplexMap, { pitchX, pitchY, radius }: RefocusOptics): boolean {
  const carrying = nativeGrid(rows, cols, radius * Math.max(pitchX, pitchY));
  return Math.max(carrying.rows, carrying.cols) > MOST_SIDE;
}

/**
 * The field on as few samples as carry it, or as a screen shows: to be looked at while a hand moves the distance, and never
 * to read values from. Its edges are those of a frame that repeats.
 */
export function coarseField(kernels: Kernels, field: ComplexMap, optics: RefocusOptics): CoarseField {
  const { rows, cols } = field;
  const { pitchX, pitchY, radius, outside } = optics;
  const carrying = nativeGrid(rows, cols, radius * Math.max(pitchX, pitchY));
  const most = MOST_SIDE / Math.max(rows, cols);
  const side = (carrying: number, full: number) =>
    Math.min(carrying, full, fastSize(Math.max(2, Math.ceil(most * full))));
  const { fullRows, fullCols } = carrying;
  const grid = {
    ...{ rows: side(carrying.rows, fullRows), cols: side(carrying.cols, fullCols) },
    ...{ fullRows, fullCols },
  };
  if (grid.rows >= rows && grid.cols >= cols)
    return { field, optics, covers: { x: 0, y: 0, width: cols, height: rows } };
  using scope = kernels.scope();
  const spectrum = scope.complex(fullRows, fullCols);
  // what the frame is padded with to a size that transforms fast is the light beside it
  fillPlane(kernels, lessOutside(field, outside), spectrum);
  fft2(kernels, spectrum);
  const coarse = scope.complex(grid.rows, grid.cols);
  const scale = (grid.rows * grid.cols) / (fullRows * fullCols);
  kernels.wasm.resampleSpectrum(spectrum, coarse, { passRadius: 0, stopRadius: 0, scale });
  ifft2(kernels, coarse);
  const used = nativeExtent(grid, field);
  const pitches = { pitchX: pitchX * used.stepX, pitchY: pitchY * used.stepY };
  const nyquist = 0.5 / Math.max(pitches.pitchX, pitches.pitchY);
  const covers = {
    ...{ x: (1 - used.stepX) / 2, y: (1 - used.stepY) / 2 },
    ...{ width: used.cols * used.stepX, height: used.rows * used.stepY },
  };
  return {
    covers,
    field: fieldIn(kernels, coarse, used, outside),
    optics: { ...optics, ...pitches, radius: Math.min(radius, nyquist) },
  };
}

function lessOutside({ rows, cols, data }: ComplexMap, outside: number): ComplexMap {
  return {
    rows,
    cols,
    data: outside === 0 ? data : data.map((value, i) => (i % 2 ? value : value - outside)),
  };
}

function fieldIn(
  kernels: Kernels,
  plane: ComplexPlane,
  { rows, cols }: { readonly rows: number; readonly cols: number },
  outside: number,
): ComplexMap {
  const from = kernels.floats(plane.ptr, floatsIn(plane));
  const pitch = floatsPerRow(plane);
  const data = new Float32Array(2 * rows * cols);
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < cols; x++) {
      const at = y * pitch + inRow(x);
      data[2 * (y * cols + x)] = from[at]! + outside;
      data[2 * (y * cols + x) + 1] = from[at + TO_IMAGINARY]!;
    }
  }
  return { rows, cols, data };
}
