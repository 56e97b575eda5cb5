import { corner, type ComplexPlane } from '../kernel/plane.ts';
import { fft2, fftColumns, fftRows } from '../fft/fft2.ts';
import type { Kernels, Scope } from '../kernel/kernels.ts';
import { paddedSides, type PropagateOptions } from './propagate.ts';
import { bandLimit } from './transfer.ts';

/**
 * A field that is looked at in many planes: what `propagate` gives, to the last bit, with the transform of the padded
 * field kept from one distance to the next. A frame then costs the transfer function and one inverse transform.
 */
export class Refocus implements Disposable {
  readonly #kernels: Kernels;
  readonly #field: ComplexPlane;
  readonly #options: Omit<PropagateOptions, 'z'>;
  /** rows × cols, at the distance last asked for; valid until the next one */
  readonly plane: ComplexPlane;
  readonly #scope: Scope;
  #padded: { readonly scope: Scope; readonly spectrum: ComplexPlane; readonly work: ComplexPlane } | null =
    null;

  /** @param field rows × cols in the kernels' memory, which stays as it is and must outlive this */
  constructor(kernels: Kernels, field: ComplexPlane, options: Omit<PropagateOptions, 'z'>) {
    this.#kernels = kernels;
    this.#field = field;
    this.#options = options;
    this.#scope = kernels.scope();
    this.plane = this.#scope.complex(field.rows, field.cols);
  }

  /** Brings `plane` to the distance z (µm, towards the sensor) from the field's own. At 0 it is the field itself. */
  to(z: number): ComplexPlane {
    const { wasm } = this.#kernels;
    const { ptr, rows, cols, pitchBytes } = this.#field;
    if (z === 0) {
      const bytes = rows * pitchBytes;
      this.#kernels.bytes(this.plane.ptr, bytes).set(this.#kernels.bytes(ptr, bytes));
      return this.plane;
    }
    const { spectrum, work } = this.#spectrumFor(z);
    const { sampling, wavelength, outside } = this.#options;
    const extentX = spectrum.cols * sampling.pitchX;
    const extentY = spectrum.rows * sampling.pitchY;
    const [limitX, limitY] = [bandLimit(wavelength, extentX, z), bandLimit(wavelength, extentY, z)];
    const steps = { stepX: 1 / extentX, stepY: 1 / extentY };
    wasm.applyTransfer(spectrum, work, { ...steps, wavelength, z, limitX, limitY, first: 0, end: work.rows });
    fftColumns(this.#kernels, work, true);
    fftRows(this.#kernels, work, true, 0, rows);
    wasm.takeField(corner(work, rows, cols), this.plane, outside);
    return this.plane;
  }

  #spectrumFor(z: number) {
    const { rows, cols } = this.#field;
    const [paddedRows, paddedCols] = paddedSides(rows, cols, { ...this.#options, z });
    const kept = this.#padded;
    if (kept && kept.spectrum.rows === paddedRows && kept.spectrum.cols === paddedCols) return kept;
    kept?.scope[Symbol.dispose]();
    this.#padded = null;
    const scope = this.#kernels.scope();
    const spectrum = scope.complex(paddedRows, paddedCols);
    const work = scope.complex(paddedRows, paddedCols);
    this.#place(spectrum);
    fft2(this.#kernels, spectrum);
    return (this.#padded = { scope, spectrum, work });
  }

  #place(padded: ComplexPlane): void {
    const { wasm } = this.#kernels;
    const { rows, cols } = this.#field;
    const { outside, taper } = this.#options;
    using scratch = this.#kernels.scope();
    const wx = scratch.floats(cols + 4);
    const wy = scratch.floats(rows + 4);
    wasm.taperWindow(wx, { count: cols, width: taper });
    wasm.taperWindow(wy, { count: rows, width: taper });
    wasm.placeField(this.#field, wx, wy, padded, outside);
  }

  [Symbol.dispose](): void {
    this.#padded?.scope[Symbol.dispose]();
    this.#scope[Symbol.dispose]();
  }
}
