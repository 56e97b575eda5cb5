import { floatsIn, floatsPerRow, inRow, TO_IMAGINARY } from '../../core/kernel/complex-layout.ts';
import type { ComplexPlane } from '../../core/kernel/plane.ts';
import type { Kernels, Scope } from '../../core/kernel/kernels.ts';
import { modulus, wrappedPhase } from '../../core/phase/wrapped.ts';
import { Refocus } from '../../core/propagate/refocus.ts';
import type { ComplexMap, RealMap } from '../../core/reconstruction/reconstruction.ts';
import type { RefocusOptics } from './protocol.ts';

const UM_PER_MM = 1000;

/** A package's field in the kernels' memory, brought to one distance after another. */
export class FieldRefocuser implements Disposable {
  readonly #kernels: Kernels;
  readonly #scope: Scope;
  readonly #refocus: Refocus;
  readonly #field: ComplexMap;
  /** what is in the plane now; null: nothing yet */
  #shift: number | null = null;

  constructor(kernels: Kernels, field: ComplexMap, optics: RefocusOptics) {
    this.#kernels = kernels;
    this.#field = field;
    this.#scope = kernels.scope();
    const plane = this.#scope.complex(field.rows, field.cols);
    fillPlane(kernels, field, plane);
    const { wavelength, radius, outside, taper, pitchX, pitchY } = optics;
    this.#refocus = new Refocus(kernels, plane, {
      ...{ wavelength, radius, taper, sampling: { pitchX, pitchY } },
      outside: { re: outside, im: 0 },
    });
  }

  /** @param shift_mm how much farther from the sensor than the field's own plane: light is taken back by as much */
  to(shift_mm: number): void {
    if (this.#shift !== shift_mm) this.#refocus.to(shift_mm === 0 ? 0 : -shift_mm * UM_PER_MM);
    this.#shift = shift_mm;
  }

  /** What lies at the distance last gone to; valid until the next one. */
  get plane(): ComplexPlane {
    return this.#refocus.plane;
  }

  /** Phase in (−π, π], rad, or amplitude at the distance last gone to. */
  map(show: 'amplitude' | 'phase'): RealMap {
    const { rows, cols } = this.#field;
    using scratch = this.#kernels.scope();
    const shown = scratch.real(rows, cols);
    (show === 'phase' ? wrappedPhase : modulus)(this.#kernels, this.#refocus.plane, shown);
    const out = scratch.floats(rows * cols);
    this.#kernels.wasm.exportPlane(shown, 1, out);
    return { rows, cols, data: this.#kernels.floats(out, rows * cols).slice() };
  }

  /** The complex field at the distance last gone to. */
  field(): ComplexMap {
    const { rows, cols } = this.#field;
    using scratch = this.#kernels.scope();
    const out = scratch.floats(rows * cols * 2);
    this.#kernels.wasm.exportField(this.#refocus.plane, out);
    return { rows, cols, data: this.#kernels.floats(out, rows * cols * 2).slice() };
  }

  [Symbol.dispose](): void {
    this.#refocus[Symbol.dispose]();
    this.#scope[Symbol.dispose]();
  }
}

/** Interleaved samples to a plane; what lies beyond the columns becomes 0. */
export function fillPlane(kernels: Kernels, { rows, cols, data }: ComplexMap, plane: ComplexPlane): void {
  const pitch = floatsPerRow(plane);
  const to = kernels.floats(plane.ptr, floatsIn(plane)).fill(0);
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < cols; x++) {
      const from = 2 * (y * cols + x);
      const at = y * pitch + inRow(x);
      to[at] = data[from]!;
      to[at + TO_IMAGINARY] = data[from + 1]!;
    }
  }
}
