import { demodulate, nativeGrid, unfade, type NativeField } from '../../demodulate/demodulate.ts';
import { fadedFilter } from '../../demodulate/demodulate-pair.ts';
import { demodulationSettings } from '../../demodulate/demodulation-settings.ts';
import type { Kernels, Scope } from '../../kernel/kernels.ts';
import type { RealPlane } from '../../kernel/plane.ts';
import { legendreTerms, legendreValues } from '../../phase/legendre.ts';
import type { Sideband } from '../../sideband/sideband.ts';
import type { MeasuredLight } from '../model/measured.ts';
import type { Complex } from '../model/spectrum.ts';

/** A smooth surface over a frame: its coordinates are −1 to 1 from the first to the last place. */
export interface FrameSurface {
  readonly degree: number;
  readonly coefficients: ArrayLike<number>;
  /** camera pixels at which its coordinates are −1 and 1 */
  readonly x: readonly [number, number];
  readonly y: readonly [number, number];
}

/** What was done to a frame to come to the light on its cells. */
export interface Recording {
  readonly kernels: Kernels;
  /** camera pixels that were used */
  readonly frame: { readonly rows: number; readonly cols: number };
  readonly sideband: Sideband;
  /** phase, rad, and amplitude that a field was divided by; null: nothing */
  readonly phase: FrameSurface | null;
  readonly amplitude: (FrameSurface & { readonly least: number }) | null;
  /** a demodulated field as it was then treated, on the cells */
  readonly onCells: (scope: Scope, field: NativeField) => MeasuredLight;
}

/**
 * What the same treatment makes of a field of which all is known, (re, im) on the camera's pixels: at the frame's edges,
 * where fringes end, something else than the field.
 */
export interface RecordAgain {
  readonly frame: Recording['frame'];
  readonly record: (field: Complex) => MeasuredLight;
}

export function recordAgain(recording: Recording): RecordAgain {
  const { kernels, frame, sideband, onCells } = recording;
  const record = (field: Complex): MeasuredLight => {
    using scope = kernels.scope();
    const plane = scope.real(frame.rows, frame.cols);
    drawFringes(recording, field, plane);
    const filter = fadedFilter(sideband, demodulationSettings);
    const grid = nativeGrid(frame.rows, frame.cols, sideband.stopRadius);
    const image = { plane, mean: 0, crop: null as never, minimum: 0, maximum: 0, fractionAtMaximum: 0 };
    const native = demodulate(kernels, scope, image, sideband.carrier, filter, grid);
    unfade(kernels, native, plane, filter);
    return onCells(scope, native);
  };
  return { frame, record };
}

/** The same of the other sideband's field. */
export function conjugated({ frame, record }: RecordAgain): RecordAgain {
  const other: RecordAgain['record'] = ({ re, im }) => {
    const own = record({ re, im: im.map((v) => -v) });
    return { ...own, im: own.im!.map((v) => -v) };
  };
  return { frame, record: other };
}

/** 2 Re(field · what it was divided by · exp(2πi carrier · x)): what of an intensity carries the field. */
function drawFringes(
  { kernels, sideband: { carrier }, phase, amplitude }: Recording,
  { re, im }: Complex,
  plane: RealPlane,
): void {
  const { rows, cols, pitch } = plane;
  const { sin, cos } = kernels.wasm;
  const values = kernels.floats(plane.ptr, rows * pitch);
  values.fill(0);
  const turnsOf = phase && rowsOf(phase, cols);
  const sizesOf = amplitude && rowsOf(amplitude, cols);
  const least = amplitude ? amplitude.least * Math.abs(amplitude.coefficients[0]!) : 0;
  for (let row = 0, i = 0; row < rows; row += 1) {
    const turns = turnsOf?.(row);
    const sizes = sizesOf?.(row);
    for (let col = 0; col < cols; col += 1, i += 1) {
      const cycles = carrier.x * col + carrier.y * row;
      const angle = 2 * Math.PI * (cycles - Math.floor(cycles)) + (turns ? turns[col]! : 0);
      const size = sizes ? Math.max(least, sizes[col]!) : 1;
      values[row * pitch + col] = 2 * size * (re[i]! * cos(angle) - im[i]! * sin(angle));
    }
  }
}

/** A surface's values on one row of pixels after the other. */
function rowsOf({ degree, coefficients, x, y }: FrameSurface, cols: number): (row: number) => Float64Array {
  const at = (pixel: number, [first, last]: readonly [number, number]) =>
    (2 * (pixel - first)) / (last - first) - 1;
  const alongX = Array.from({ length: cols }, (_, col) => legendreValues(at(col, x), degree));
  const terms = legendreTerms(degree);
  const out = new Float64Array(cols);
  return (row) => {
    const py = legendreValues(at(row, y), degree);
    const own = new Float64Array(degree + 1);
    terms.forEach(({ a, b }, k) => (own[b]! += coefficients[k]! * py[a]!));
    for (let col = 0; col < cols; col += 1) {
      let sum = 0;
      for (let b = 0; b <= degree; b += 1) sum += own[b]! * alongX[col]![b]!;
      out[col] = sum;
    }
    return out;
  };
}
