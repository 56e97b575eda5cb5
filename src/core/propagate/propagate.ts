import { corner, type ComplexPlane } from '../kernel/plane.ts';
import { fastSize } from '../fft/fast-size.ts';
import { fftRows } from '../fft/fft2.ts';
import { columnsFftMultiplyIfft } from '../fft/filter-columns.ts';
import type { Kernels } from '../kernel/kernels.ts';
import { bandLimit, lateralSpread, type Sampling } from './transfer.ts';

export interface PropagateOptions {
  readonly sampling: Sampling;
  /** µm, in the medium of propagation */
  readonly wavelength: number;
  /** µm; positive is towards the sensor */
  readonly z: number;
  /** cycles/µm: the highest frequency the field holds, which decides how much padding is enough */
  readonly radius: number;
  /** what the field is outside the plane, e.g. 1 for a normalised background: it is taken off, and put back */
  readonly outside: { readonly re: number; readonly im: number };
  /** samples over which the field fades to `outside` at its edges before it is propagated */
  readonly taper: number;
}

/** Padding never more than doubles a side: farther-walking frequencies are cut by the band limit. */
const MOST_PADDING = 2;

/**
 * Propagates a field in place by the band-limited angular spectrum. The field is taken to be `outside` beyond its
 * edges: only the difference is padded and propagated, so a plane background cut off at the frame does not ring.
 * @param plane rows × cols used of the plane
 */
export function propagate(
  kernels: Kernels,
  plane: ComplexPlane,
  rows: number,
  cols: number,
  options: PropagateOptions,
): {
  readonly paddedRows: number;
  readonly paddedCols: number;
  readonly limitX: number;
  readonly limitY: number;
} {
  const { wasm } = kernels;
  const { sampling, wavelength, z, outside } = options;
  const [paddedRows, paddedCols] = paddedSides(rows, cols, options);
  using scratch = kernels.scope();
  const padded = scratch.complex(paddedRows, paddedCols);
  const wx = scratch.floats(cols + 4);
  const wy = scratch.floats(rows + 4);
  wasm.taperWindow(wx, { count: cols, width: options.taper });
  wasm.taperWindow(wy, { count: rows, width: options.taper });
  wasm.placeField(corner(plane, rows, cols), wx, wy, padded, outside);
  const extentX = paddedCols * sampling.pitchX;
  const extentY = paddedRows * sampling.pitchY;
  const limitX = bandLimit(wavelength, extentX, z);
  const limitY = bandLimit(wavelength, extentY, z);
  const transfer = scratch.complex(paddedRows, paddedCols);
  const steps = { stepX: 1 / extentX, stepY: 1 / extentY };
  wasm.applyTransfer(null, transfer, {
    ...steps,
    wavelength,
    z,
    limitX,
    limitY,
    first: 0,
    end: transfer.rows,
  });
  fftRows(kernels, padded);
  columnsFftMultiplyIfft(kernels, padded, transfer);
  fftRows(kernels, padded, true);
  wasm.takeField(corner(padded, rows, cols), corner(plane, rows, cols), outside);
  return { paddedRows, paddedCols, limitX, limitY };
}

/** Rows and columns of the grid on which nothing that a distance lets walk sideways comes in from the other side. */
export function paddedSides(
  rows: number,
  cols: number,
  { sampling, wavelength, radius, z }: Pick<PropagateOptions, 'sampling' | 'wavelength' | 'radius' | 'z'>,
): readonly [number, number] {
  const spread = lateralSpread(wavelength, radius, z);
  return [paddedSide(rows, spread / sampling.pitchY), paddedSide(cols, spread / sampling.pitchX)];
}

function paddedSide(count: number, spread: number): number {
  return fastSize(Math.min(MOST_PADDING * count, count + Math.ceil(spread) + 1));
}
