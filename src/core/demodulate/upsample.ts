import { corner, type ComplexPlane } from '../kernel/plane.ts';
import { addEdges } from './add-edges.ts';
import { fft2, ifft2Within } from '../fft/fft2.ts';
import type { Kernels, Scope } from '../kernel/kernels.ts';
import { fadeAt, keptColumns, table, type NativeField } from './demodulate.ts';

/**
 * A native field on the camera's own grid, by band-limited (Fourier) interpolation of its difference from `outside`,
 * faded at the edges meanwhile so that opposite edges do not ring into each other.
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
  const { wasm } = kernels;
  const { plane, fullRows, fullCols, taper } = field;
  const full = scope.complex(fullRows, fullCols);
  using scratch = kernels.scope();
  const spectrum = scratch.complex(plane.rows, plane.cols);
  const [fadeX, fadeY] = [
    fadeAt(kernels, cols, taper, field.cols, field.stepX),
    fadeAt(kernels, rows, taper, field.rows, field.stepY),
  ];
  const inside = corner(plane, field.rows, field.cols);
  wasm.placeField(inside, table(kernels, scratch, fadeX), table(kernels, scratch, fadeY), spectrum, outside);
  fft2(kernels, spectrum);
  const scale = (fullRows * fullCols) / (plane.rows * plane.cols);
  wasm.resampleSpectrum(spectrum, full, { passRadius: 0, stopRadius: 0, scale });
  ifft2Within(kernels, full, keptColumns(full, plane.cols));
  const used = corner(full, rows, cols);
  const sides = { x: { fade: fadeX, ratio: 1 / field.stepX }, y: { fade: fadeY, ratio: 1 / field.stepY } };
  addEdges(kernels, inside, sides, outside, used);
  wasm.takeField(used, used, outside);
  return used;
}
