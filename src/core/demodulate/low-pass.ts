import { fft2, ifft2 } from '../fft/fft2.ts';
import { floatsIn, floatsPerRow, inRow, TO_IMAGINARY } from '../kernel/complex-layout.ts';
import type { Kernels, Scope } from '../kernel/kernels.ts';
import { corner, type ComplexPlane } from '../kernel/plane.ts';
import { addEdges } from './add-edges.ts';
import { fadeAt, nativeExtent, nativeGrid, table, type NativeField } from './demodulate.ts';

/**
 * A native field without what lies beyond a round filter (1 up to `passRadius`, raised cosine to 0 at `stopRadius`, cycles per
 * camera pixel), on the coarser grid that still carries the rest. It is its difference from `outside` that is filtered, faded
 * at the edges meanwhile.
 * @param scope owns the result's plane
 * @param frame the camera's
 * @param sameGrid keeps the field's own grid
 */
export function lowPass(
  kernels: Kernels,
  scope: Scope,
  field: NativeField,
  frame: { readonly rows: number; readonly cols: number },
  filter: { readonly passRadius: number; readonly stopRadius: number },
  outside: { readonly re: number; readonly im: number },
  sameGrid = false,
): NativeField {
  const { wasm } = kernels;
  const { plane, rows, cols, stepX, stepY, fullRows, fullCols, taper } = field;
  const grid = sameGrid ? plane : nativeGrid(frame.rows, frame.cols, filter.stopRadius);
  const target = scope.complex(grid.rows, grid.cols);
  using scratch = kernels.scope();
  const spectrum = scratch.complex(plane.rows, plane.cols);
  const fade = (count: number, samples: number, step: number) => fadeAt(kernels, count, taper, samples, step);
  const [fadeX, fadeY] = [fade(frame.cols, cols, stepX), fade(frame.rows, rows, stepY)];
  const from = corner(plane, rows, cols);
  wasm.placeField(from, table(kernels, scratch, fadeX), table(kernels, scratch, fadeY), spectrum, outside);
  fft2(kernels, spectrum);
  const passed = cutBeyond(kernels, spectrum, { x: 1 / fullCols, y: 1 / fullRows }, filter);
  const scale = (grid.rows * grid.cols) / (plane.rows * plane.cols);
  wasm.resampleSpectrum(spectrum, target, { passRadius: 0, stopRadius: 0, scale });
  ifft2(kernels, target);
  const used = nativeExtent({ ...grid, fullRows, fullCols }, frame);
  const inside = corner(target, used.rows, used.cols);
  const sides = {
    x: { fade: fadeX, ratio: used.stepX / stepX },
    y: { fade: fadeY, ratio: used.stepY / stepY },
  };
  addEdges(kernels, from, sides, outside, inside);
  wasm.takeField(inside, inside, outside);
  return { ...field, plane: target, ...used, noiseGain: passed / (fullRows * fullCols) };
}

/**
 * Multiplies a spectrum's row by what a filter passes beyond `inner` bins from the middle, 0 where no share is left.
 * @returns `before` and the squares of what it passes
 */
function weighRow(
  row: Float32Array,
  cols: number,
  inner: number,
  shares: Float64Array,
  before: number,
): number {
  let passed = before;
  for (let col = inner + 1; col < cols - Math.max(0, inner); col++) {
    const bins = col > cols >> 1 ? cols - col : col;
    const share = bins - inner <= shares.length ? shares[bins - inner - 1]! : 0;
    const at = inRow(col);
    passed += share * share;
    row[at]! *= share;
    row[at + TO_IMAGINARY]! *= share;
  }
  return passed;
}

/**
 * Multiplies a spectrum by a round filter.
 * @param perBin cycles per camera pixel
 * @returns the sum of the filter's squares
 */
function cutBeyond(
  kernels: Kernels,
  spectrum: ComplexPlane,
  perBin: { readonly x: number; readonly y: number },
  { passRadius, stopRadius }: { readonly passRadius: number; readonly stopRadius: number },
): number {
  const { rows, cols } = spectrum;
  const values = kernels.floats(spectrum.ptr, floatsIn(spectrum));
  const pitch = floatsPerRow(spectrum);
  let passed = 0;
  for (let row = 0; row < rows; row++) {
    const fy = perBin.y * (row > rows >> 1 ? row - rows : row);
    const line = row * pitch;
    const most = stopRadius * stopRadius - fy * fy;
    const reach = most > 0 ? Math.floor(Math.sqrt(most) / perBin.x) : -1;
    const whole = passRadius * passRadius - fy * fy;
    const inner = whole > 0 ? Math.min(Math.floor(Math.sqrt(whole) / perBin.x), reach) : -1;
    if (inner >= 0) passed += 2 * inner + 1;
    const shares = new Float64Array(Math.max(0, reach - inner));
    for (let k = 0; k < shares.length; k++) {
      const fx = perBin.x * (inner + 1 + k);
      shares[k] = edge((Math.sqrt(fx * fx + fy * fy) - passRadius) / (stopRadius - passRadius));
    }
    passed = weighRow(values.subarray(line), cols, inner, shares, passed);
  }
  return passed;

  function edge(way: number): number {
    return 0.5 + 0.5 * kernels.wasm.cos(Math.PI * way);
  }
}
