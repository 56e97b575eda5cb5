import { fft2, ifft2 } from '../../../fft/fft2.ts';
import { floatsIn, floatsPerRow, inRow, TO_IMAGINARY } from '../../../kernel/complex-layout.ts';
import type { Kernels, Scope } from '../../../kernel/kernels.ts';
import type { ComplexPlane } from '../../../kernel/plane.ts';
import type { RetrievalGrid } from '../../optics/retrieval-grid.ts';
import type { SensorOptics } from '../../optics/sensor-optics.ts';
import { transferPlane } from '../../optics/transfer-plane.ts';
import type { FieldRows } from './coupled-parts.ts';

/** What one frame records of a field on a grid, and back. */
export class CoarseSensor {
  readonly #kernels: Kernels;
  readonly #grid: RetrievalGrid;
  readonly #optics: SensorOptics;
  readonly #transfer: ComplexPlane;
  readonly #work: ComplexPlane;
  /** of the frame, row by row; negative where nothing was measured */
  readonly recorded: Float32Array;
  /** of the field that was looked at last, in the same order */
  readonly explained: Float32Array;

  /** @param z µm from the sample to the sensor */
  constructor(
    kernels: Kernels,
    scope: Scope,
    grid: RetrievalGrid,
    optics: SensorOptics,
    { recorded, z }: { readonly recorded: Float32Array; readonly z: number },
  ) {
    [this.#kernels, this.#grid, this.#optics, this.recorded] = [kernels, grid, optics, recorded];
    this.#transfer = transferPlane(kernels, scope, grid, optics, z);
    this.#work = scope.complex(grid.rows, grid.cols);
    this.explained = new Float32Array(recorded.length);
  }

  /**
   * What a field explains wrongly, taken back to the sample.
   * @param light amplitude of the light over the frame
   * @param to where that comes
   * @returns Σ (|P x| − A)²
   */
  gradient(field: FieldRows, light: Float32Array, to: FieldRows): number {
    putRows(this.#kernels, field, this.#work);
    this.#propagate(1);
    const misfit = this.#constrain(light);
    this.#propagate(-1);
    takeRows(this.#kernels, this.#work, to);
    return misfit;
  }

  /** @param way 1 to the sensor, −1 back */
  #propagate(way: 1 | -1): void {
    fft2(this.#kernels, this.#work);
    const samples = this.#kernels.floats(this.#work.ptr, floatsIn(this.#work));
    const factors = this.#kernels.floats(this.#transfer.ptr, floatsIn(this.#transfer));
    for (let i = 0; i < samples.length; i += 2 * TO_IMAGINARY) {
      for (let at = i; at < i + TO_IMAGINARY; at += 1) {
        const a = samples[at]!;
        const b = samples[at + TO_IMAGINARY]!;
        const c = factors[at]!;
        const d = way * factors[at + TO_IMAGINARY]!;
        samples[at] = a * c - b * d;
        samples[at + TO_IMAGINARY] = a * d + b * c;
      }
    }
    ifft2(this.#kernels, this.#work);
  }

  #constrain(light: Float32Array): number {
    const { rows, cols } = this.#optics;
    const { firstRow, firstCol } = this.#grid;
    const pitch = floatsPerRow(this.#work);
    const samples = this.#kernels.floats(this.#work.ptr, floatsIn(this.#work));
    const before = samples.slice();
    samples.fill(0);
    const [recorded, explained] = [this.recorded, this.explained];
    let misfit = 0;
    for (let y = 0, i = 0; y < rows; y += 1) {
      for (let x = 0; x < cols; x += 1, i += 1) {
        const at = (firstRow + y) * pitch + inRow(firstCol + x);
        const re = before[at]!;
        const im = before[at + TO_IMAGINARY]!;
        const modulus = Math.sqrt(re * re + im * im);
        explained[i] = modulus;
        if (!(recorded[i]! >= 0) || modulus === 0) continue;
        const off = modulus - recorded[i]! / light[i]!;
        misfit += off * off;
        samples[at] = (off * re) / modulus;
        samples[at + TO_IMAGINARY] = (off * im) / modulus;
      }
    }
    return misfit;
  }
}

/** Row by row into a plane. */
export function putRows(kernels: Kernels, { rows, cols, re, im }: FieldRows, plane: ComplexPlane): void {
  const pitch = floatsPerRow(plane);
  const samples = kernels.floats(plane.ptr, floatsIn(plane));
  for (let y = 0, i = 0; y < rows; y += 1) {
    for (let x = 0; x < cols; x += 1, i += 1) {
      const at = y * pitch + inRow(x);
      samples[at] = re[i]!;
      samples[at + TO_IMAGINARY] = im[i]!;
    }
  }
}

/** A plane row by row. */
export function takeRows(kernels: Kernels, plane: ComplexPlane, { rows, cols, re, im }: FieldRows): void {
  const pitch = floatsPerRow(plane);
  const samples = kernels.floats(plane.ptr, floatsIn(plane));
  for (let y = 0, i = 0; y < rows; y += 1) {
    for (let x = 0; x < cols; x += 1, i += 1) {
      const at = y * pitch + inRow(x);
      re[i] = samples[at]!;
      im[i] = samples[at + TO_IMAGINARY]!;
    }
  }
}
