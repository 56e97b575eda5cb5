import type { Kernels } from '../../kernel/kernels.ts';
import type { MeasuredLight } from './measured.ts';
import { PathResponse, frequenciesOf, type Path } from './path-response.ts';
import type { SceneGrid } from './scene.ts';
import type { Around } from './soften.ts';
import {
  emptyComplex,
  fastMultiple,
  frequencyOf,
  transformParts,
  transformed,
  transformedFrom,
  type Complex,
  type Parts,
} from './spectrum.ts';

/**
 * A factor on the spectrum, by which a field's derivative differs from the field itself. `scale`: what larger pictures,
 * that is smaller pixels, do to light at steep angles on its way. `ratio`: what its logarithm does.
 */
export type Slope = 'none' | 'x' | 'y' | 'zeta' | 'blur' | 'scale' | 'ratio';

/** Carries spectra of what is drawn on a canvas to fields on the measured cells. */
export class Optics {
  readonly canvas: SceneGrid;
  readonly around: Around;
  /** the middle of the frame, canvas cells from the canvas's corner */
  readonly middle: { readonly x: number; readonly y: number };
  /** half a frame, canvas cells */
  readonly half: { readonly x: number; readonly y: number };
  readonly #kernels: Kernels;
  readonly #measured: MeasuredLight;
  /** the grid of measured cells with its margin */
  readonly #rows: number;
  readonly #cols: number;
  readonly #finer: number;
  readonly #response: PathResponse;

  /**
   * @param margin camera pixels around the frame that light reaches it from
   * @param fold canvas cells along a side of a measured cell
   * @param fade camera pixels from the canvas's rim over which what is drawn fades; see `soften`
   */
  constructor(
    kernels: Kernels,
    measured: MeasuredLight,
    medium_wavelength_um: number,
    margin: number,
    fold: number,
    fade = 0,
  ) {
    this.#kernels = kernels;
    this.#measured = measured;
    this.#finer = fold;
    const around = Math.ceil(margin / measured.cell);
    this.#rows = fastMultiple(measured.rows + 2 * around, 2);
    this.#cols = fastMultiple(measured.cols + 2 * around, 2);
    this.canvas = {
      rows: fold * this.#rows,
      cols: fold * this.#cols,
      cell: measured.cell / fold,
      left: fold * around,
      top: fold * around,
    };
    const grid = { rows: this.#rows, cols: this.#cols, cell: measured.cell, canvasCell: this.canvas.cell };
    this.around = { rows: this.canvas.rows, cols: this.canvas.cols, fade: fade / this.canvas.cell };
    this.#response = new PathResponse(kernels, grid, measured.filter, medium_wavelength_um);
    this.middle = { x: fold * (around + measured.cols / 2), y: fold * (around + measured.rows / 2) };
    this.half = { x: (fold * measured.cols) / 2, y: (fold * measured.rows) / 2 };
  }

  spectrumOf(wave: Complex): Complex {
    return transformed(this.#kernels, wave, this.canvas.rows, this.canvas.cols);
  }

  /** The same of a wave that `fill` writes. */
  spectrumFrom(fill: Parts): Complex {
    return transformedFrom(this.#kernels, [this.canvas.rows, this.canvas.cols], false, fill);
  }

  /** ∂/∂x and ∂/∂y per camera pixel, on the canvas */
  gradient({ re, im }: Complex): { readonly x: Complex; readonly y: Complex } {
    const { rows, cols, cell } = this.canvas;
    const perPixel = (count: number) =>
      Float64Array.from({ length: count }, (_, k) => (2 * Math.PI * frequencyOf(k, count)) / cell);
    const [alongX, alongY] = [perPixel(cols), perPixel(rows)];
    const along = (isX: boolean): Parts => {
      return (toRe, toIm) => {
        for (let row = 0, i = 0; row < rows; row += 1) {
          for (let col = 0; col < cols; col += 1, i += 1) {
            const f = isX ? alongX[col]! : alongY[row]!;
            toRe[i] = -f * im[i]!;
            toIm[i] = f * re[i]!;
          }
        }
      };
    };
    const of = (fill: Parts) => transformedFrom(this.#kernels, [rows, cols], true, fill);
    return { x: of(along(true)), y: of(along(false)) };
  }

  /** The field at the measured cells of the frame, or its derivative by a shift (per camera pixel), zeta, the blur, a scale or the ratio. */
  field(spectrum: Complex, path: Path, slope: Slope = 'none'): Complex {
    return this.#seen(spectrum, path, (re, im) => {
      if (slope !== 'none') this.#differentiate(re, im, path, slope);
    });
  }

  /**
   * What the field changes by when each frequency, cycles per camera pixel, is turned by so many rad, per unit of it; or
   * when it is made stronger by such a share.
   */
  turned(
    spectrum: Complex,
    path: Path,
    by: (fx: number, fy: number) => number,
    kind: 'phase' | 'strength' = 'phase',
  ): Complex {
    const { cell } = this.#measured;
    const [fx, fy] = [frequenciesOf(this.#cols, cell), frequenciesOf(this.#rows, cell)];
    return this.#seen(spectrum, path, (re, im) => {
      for (let row = 0, i = 0; row < this.#rows; row += 1) {
        for (let col = 0; col < this.#cols; col += 1, i += 1) {
          const change = by(fx[col]!, fy[row]!);
          const [a, b] = [re[i]!, im[i]!];
          re[i] = kind === 'phase' ? -change * b : change * a;
          im[i] = kind === 'phase' ? change * a : change * b;
        }
      }
    });
  }

  /** The field as a copy of it has it that lies so many camera pixels aside. */
  copied(spectrum: Complex, path: Path, x: number, y: number): Complex {
    const { sin, cos } = this.#kernels.run;
    const { cell } = this.#measured;
    const along = (count: number, by: number) => {
      const angles = frequenciesOf(count, cell).map((f) => -2 * Math.PI * f * by);
      return { re: angles.map(cos), im: angles.map(sin) };
    };
    const [ofCol, ofRow] = [along(this.#cols, x), along(this.#rows, y)];
    return this.#seen(spectrum, path, (re, im) => {
      for (let row = 0, i = 0; row < this.#rows; row += 1) {
        const [p, q] = [ofRow.re[row]!, ofRow.im[row]!];
        for (let col = 0; col < this.#cols; col += 1, i += 1) {
          const [u, v] = [ofCol.re[col]!, ofCol.im[col]!];
          const [c, d] = [p * u - q * v, p * v + q * u];
          const [a, b] = [re[i]!, im[i]!];
          re[i] = a * c - b * d;
          im[i] = a * d + b * c;
        }
      }
    });
  }

  /** A spectrum's field at the measured cells, after `change` of the spectrum that arrives. */
  #seen(spectrum: Complex, path: Path, change: Parts): Complex {
    const { rows, cols } = this.#measured;
    const seen = emptyComplex(rows * cols);
    const response = this.#response.to(path);
    const fill: Parts = (re, im) => {
      this.#fold(spectrum, response, re, im);
      change(re, im);
    };
    transformParts(this.#kernels, [this.#rows, this.#cols], true, fill, (re, im) => {
      this.#cut(re, seen.re);
      this.#cut(im, seen.im);
    });
    return seen;
  }

  /** The frequencies that the measured cells have of a canvas's spectrum, times a response. */
  #fold({ re, im }: Complex, response: Complex, outRe: Float32Array, outIm: Float32Array): void {
    const { rows: fullRows, cols: fullCols } = this.canvas;
    const [rows, cols] = [this.#rows, this.#cols];
    const { re: toRe, im: toIm } = response;
    const scale = 1 / (this.#finer * this.#finer);
    const half = cols >> 1;
    for (let row = 0; row < rows; row += 1) {
      const start = (2 * row < rows ? row : fullRows - rows + row) * fullCols;
      // the frequencies from 0 up, then those below
      for (const [first, end, from] of [
        [0, half, start],
        [half, cols, start + fullCols - cols],
      ] as const) {
        for (let col = first, to = row * cols + first; col < end; col += 1, to += 1) {
          const a = re[from + col]! * scale;
          const b = im[from + col]! * scale;
          const c = toRe[to]!;
          const d = toIm[to]!;
          outRe[to] = a * c - b * d;
          outIm[to] = a * d + b * c;
        }
      }
    }
  }

  /** A spectrum that the path has been applied to becomes that of a derivative, in place. */
  #differentiate(re: Float32Array, im: Float32Array, path: Path, slope: Exclude<Slope, 'none'>): void {
    const [rows, cols] = [this.#rows, this.#cols];
    if (slope === 'zeta' || slope === 'scale' || slope === 'ratio') {
      const { perZeta, perScale, perRatio } = this.#response.wayOf(path);
      const turns = { zeta: perZeta, scale: perScale, ratio: perRatio }[slope];
      const half = (cols >> 1) + 1;
      for (let row = 0, i = 0; row < rows; row += 1) {
        const quarterRow = Math.min(row, rows - row) * half;
        for (let col = 0; col < cols; col += 1, i += 1) {
          const turn = turns[quarterRow + (col < half ? col : cols - col)]!;
          const a = re[i]!;
          re[i] = -turn * im[i]!;
          im[i] = turn * a;
        }
      }
      return;
    }
    // the others are a sum of what goes with x and what goes with y
    const along = (count: number, own: Slope) => {
      if (slope !== 'blur' && slope !== own) return new Float64Array(count);
      const factor =
        slope === 'blur' ? (f: number) => -2 * Math.PI * Math.PI * f * f : (f: number) => -2 * Math.PI * f;
      return frequenciesOf(count, this.#measured.cell).map(factor);
    };
    const [byX, byY] = [along(cols, 'x'), along(rows, 'y')];
    for (let row = 0, i = 0; row < rows; row += 1) {
      const ofRow = byY[row]!;
      for (let col = 0; col < cols; col += 1, i += 1) {
        const factor = ofRow + byX[col]!;
        const [a, b] = [re[i]!, im[i]!];
        re[i] = slope === 'blur' ? factor * a : -factor * b;
        im[i] = slope === 'blur' ? factor * b : factor * a;
      }
    }
  }

  /** The part of the cells that lies on the sensor. */
  #cut(from: Float32Array, to: Float32Array): void {
    const { rows, cols } = this.#measured;
    const [left, top] = [this.canvas.left / this.#finer, this.canvas.top / this.#finer];
    for (let row = 0; row < rows; row += 1) {
      const start = (row + top) * this.#cols + left;
      to.set(from.subarray(start, start + cols), row * cols);
    }
  }
}
