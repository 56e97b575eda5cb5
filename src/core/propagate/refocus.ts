import type { ComplexPlane } from '../kernel/plane.ts';
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
    const { run } = this.#kernels;
    const { ptr, rows, pitchBytes } = this.#field;
    if (z === 0) {
      const bytes = rows * pitchBytes;
      this.#kernels.bytes(this.plane.ptr, bytes).set(this.#kernels.bytes(ptr, bytes));
      return this.plane;
    }
    const { spectrum, work } = this.#spectrumFor(z);
    const { sampling, wavelength, outside } = this.#options;
    const extentX = spectrum.cols * sampling.pitchX;
    const extentY = spectrum.rows * sampling.pitchY;
    const shape = [spectrum.rows, spectrum.cols, spectrum.pitchBytes] as const;
    const limits = [bandLimit(wavelength, extentX, z), bandLimit(wavelength, extentY, z)] as const;
    run.applyTransfer(spectrum.ptr, work.ptr, ...shape, 1 / extentX, 1 / extentY, wavelength, z, ...limits);
    fftColumns(this.#kernels, work, true);
    fftRows(this.#kernels, work, true, 0, rows);
    const to = [this.plane.ptr, this.plane.pitchBytes] as const;
    run.takeField(work.ptr, work.pitchBytes, rows, this.#field.cols, outside.re, outside.im, ...to);
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
    const { run } = this.#kernels;
    const { ptr, rows, cols, pitchBytes } = this.#field;
    const { outside, taper } = this.#options;
    using scratch = this.#kernels.scope();
    const wx = scratch.block((cols + 4) * 4);
    const wy = scratch.block((rows + 4) * 4);
    run.taperWindow(wx, cols, taper);
    run.taperWindow(wy, rows, taper);
    const from = [ptr, pitchBytes, rows, cols, outside.re, outside.im, wx, wy] as const;
    run.placeField(...from, padded.ptr, padded.pitchBytes, padded.rows);
  }

  [Symbol.dispose](): void {
    this.#padded?.scope[Symbol.dispose]();
    this.#scope[Symbol.dispose]();
  }
}
