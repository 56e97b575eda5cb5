import type { ComplexPlane } from '../field/plane.ts';
import { fft2, ifft2 } from '../fft/fft.ts';
import type { Kernels, Scope } from '../kernel/kernels.ts';
import type { NativeField } from './demodulate.ts';

/**
 * A native field on the camera's own grid, by band-limited (Fourier) interpolation of its difference from `outside`.
 * @param scope owns the result: `rows × cols` used of a plane of the transform's size
 */
export function upsample(
  kernels: Kernels,
  scope: Scope,
  field: NativeField,
  rows: number,
  cols: number,
  outside: { readonly re: number; readonly im: number },
): ComplexPlane {
  const { run } = kernels;
  const { plane, fullRows, fullCols } = field;
  const full = scope.complex(fullRows, fullCols);
  using scratch = kernels.scope();
  const spectrum = scratch.complex(plane.rows, plane.cols);
  const ones = scratch.block((Math.max(field.rows, field.cols) + 4) * 4);
  run.taperWindow(ones, Math.max(field.rows, field.cols), 0);
  run.placeField(
    plane.ptr,
    plane.pitchBytes,
    field.rows,
    field.cols,
    outside.re,
    outside.im,
    ones,
    ones,
    spectrum.ptr,
    spectrum.pitchBytes,
    plane.rows,
  );
  fft2(kernels, spectrum);
  run.resampleSpectrum(
    spectrum.ptr,
    spectrum.pitchBytes,
    plane.rows,
    plane.cols,
    full.ptr,
    full.pitchBytes,
    fullRows,
    fullCols,
    0,
    0,
    (fullRows * fullCols) / (plane.rows * plane.cols),
  );
  ifft2(kernels, full);
  run.takeField(full.ptr, full.pitchBytes, rows, cols, outside.re, outside.im, full.ptr, full.pitchBytes);
  return { ...full, rows, cols };
}
