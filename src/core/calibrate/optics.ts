import type { Kernels } from '../kernel/kernels.ts';
import type { Measured } from './measured.ts';
import type { Canvas } from './scene.ts';
import { emptyComplex, fastMultiple, frequencyOf, transformed, type Complex } from './spectrum.ts';

/** What light does between the target and the samples that a fit compares with. */
export interface Path {
  /** distance over the square of the pixel pitch, 1/µm: what diffraction in camera pixels depends on */
  readonly zeta: number;
  /** µm, of a camera pixel as far as it is known: light at steep angles depends on it a little */
  readonly pitch_um: number;
  /** variance of the blur, camera pixels squared */
  readonly blur: number;
  /** see `State` */
  readonly pupil: number | null;
}

/**
 * A factor on the spectrum, by which a field's derivative differs from the field itself. `scale`: what larger pictures,
 * that is smaller pixels, do to light at steep angles on its way.
 */
export type Slope = 'none' | 'x' | 'y' | 'zeta' | 'blur' | 'scale';

/** sin(πt)/(πt), by the series' own zeros where it matters: t stays below ½ here. */
function sinc(t: number, sin: (x: number) => number): number {
  return t === 0 ? 1 : sin(Math.PI * t) / (Math.PI * t);
}

/** Carries spectra of what is drawn on a canvas to fields on the measured cells. */
export class Optics {
  readonly canvas: Canvas;
  /** the middle of the frame, canvas cells from the canvas's corner */
  readonly middle: { readonly x: number; readonly y: number };
  readonly #kernels: Kernels;
  readonly #measured: Measured;
  readonly #wavelength: number;
  /** the grid of measured cells with its margin */
  readonly #rows: number;
  readonly #cols: number;
  readonly #fold: number;
  #path: Path | null = null;
  #response: Complex = emptyComplex(0);
  #phase = new Float32Array(0);
  #steeper = new Float32Array(0);

  /**
   * @param margin camera pixels around the frame that light reaches it from
   * @param fold canvas cells along a side of a measured cell
   */
  constructor(kernels: Kernels, measured: Measured, wavelength_um: number, margin: number, fold: number) {
    this.#kernels = kernels;
    this.#measured = measured;
    this.#wavelength = wavelength_um;
    this.#fold = fold;
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
    this.middle = {
      x: fold * (around + measured.cols / 2),
      y: fold * (around + measured.rows / 2),
    };
  }

  spectrumOf(wave: Complex): Complex {
    return transformed(this.#kernels, wave, this.canvas.rows, this.canvas.cols);
  }

  /** ∂/∂x and ∂/∂y per camera pixel, on the canvas */
  gradient(spectrum: Complex): { readonly x: Complex; readonly y: Complex } {
    const { rows, cols, cell } = this.canvas;
    const along = (isX: boolean) => {
      const turned = emptyComplex(rows * cols);
      for (let row = 0, i = 0; row < rows; row += 1) {
        for (let col = 0; col < cols; col += 1, i += 1) {
          const f = (2 * Math.PI * (isX ? frequencyOf(col, cols) : frequencyOf(row, rows))) / cell;
          turned.re[i] = -f * spectrum.im[i]!;
          turned.im[i] = f * spectrum.re[i]!;
        }
      }
      return transformed(this.#kernels, turned, rows, cols, true);
    };
    return { x: along(true), y: along(false) };
  }

  /** The field at the measured cells of the frame, or its derivative by a shift (per camera pixel), zeta, the blur or a scale. */
  field(spectrum: Complex, path: Path, slope: Slope = 'none'): Complex {
    this.#prepare(path);
    const { rows: fullRows, cols: fullCols } = this.canvas;
    const [rows, cols] = [this.#rows, this.#cols];
    const { cell } = this.#measured;
    const folded = emptyComplex(rows * cols);
    const scale = 1 / (this.#fold * this.#fold);
    for (let row = 0, to = 0; row < rows; row += 1) {
      const fromRow = 2 * row < rows ? row : fullRows - rows + row;
      const fy = frequencyOf(row, rows) / cell;
      for (let col = 0; col < cols; col += 1, to += 1) {
        const from = fromRow * fullCols + (2 * col < cols ? col : fullCols - cols + col);
        const a = spectrum.re[from]! * scale;
        const b = spectrum.im[from]! * scale;
        const c = this.#response.re[to]!;
        const d = this.#response.im[to]!;
        const re = a * c - b * d;
        const im = a * d + b * c;
        if (slope === 'none') {
          folded.re[to] = re;
          folded.im[to] = im;
          continue;
        }
        const fx = frequencyOf(col, cols) / cell;
        if (slope === 'blur') {
          const factor = -2 * Math.PI * Math.PI * (fx * fx + fy * fy);
          folded.re[to] = factor * re;
          folded.im[to] = factor * im;
          continue;
        }
        // a multiple of the imaginary unit
        const turn = this.#turn(slope, to, slope === 'x' ? fx : fy);
        folded.re[to] = -turn * im;
        folded.im[to] = turn * re;
      }
    }
    return this.#frame(transformed(this.#kernels, folded, rows, cols, true));
  }

  #turn(slope: Slope, at: number, f: number): number {
    if (slope === 'zeta') return this.#phase[at]!;
    return slope === 'scale' ? this.#steeper[at]! : -2 * Math.PI * f;
  }

  /** The part of the cells that lies on the sensor. */
  #frame(whole: Complex): Complex {
    const { rows, cols } = this.#measured;
    const [left, top] = [this.canvas.left / this.#fold, this.canvas.top / this.#fold];
    const own = emptyComplex(rows * cols);
    for (let row = 0; row < rows; row += 1) {
      const from = (row + top) * this.#cols + left;
      own.re.set(whole.re.subarray(from, from + cols), row * cols);
      own.im.set(whole.im.subarray(from, from + cols), row * cols);
    }
    return own;
  }

  /** What a measured cell's mean takes of each frequency, over what a canvas cell's has taken already. */
  #box(count: number): Float64Array {
    const { sin } = this.#kernels.run;
    const { cell } = this.#measured;
    return Float64Array.from({ length: count }, (_, k) => {
      const f = frequencyOf(k, count) / cell;
      return this.#fold > 1 ? sinc(f * cell, sin) / sinc(f * this.canvas.cell, sin) : 1;
    });
  }

  #prepare(path: Path): void {
    const before = this.#path;
    if (before && isSame(before, path)) return;
    this.#path = path;
    const [rows, cols] = [this.#rows, this.#cols];
    const { cell, filter } = this.#measured;
    const { pupil } = path;
    const { sin, cos, exp } = this.#kernels.run;
    const response = emptyComplex(rows * cols);
    const phase = new Float32Array(rows * cols);
    const steeper = new Float32Array(rows * cols);
    const inverse = 1 / this.#wavelength;
    const offset = (cell - this.canvas.cell) / 2;
    const area = path.pitch_um * path.pitch_um;
    const [boxX, boxY] = [this.#box(cols), this.#box(rows)];
    const [turnX, turnY] = [
      turns(cols, offset / cell, this.#kernels),
      turns(rows, offset / cell, this.#kernels),
    ];
    // all but the offset is the same at −fx and at −fy
    for (let row = 0; 2 * row <= rows; row += 1) {
      const fy = frequencyOf(row, rows) / cell;
      for (let col = 0; 2 * col <= cols; col += 1) {
        const fx = frequencyOf(col, cols) / cell;
        const square = fx * fx + fy * fy;
        const axial = inverse * inverse - square / area;
        let size = filter ? passed(Math.sqrt(square), filter, cos) : 1;
        if (pupil !== null) size *= passed(Math.sqrt(square), rimOf(pupil), cos);
        if (axial <= 0 || size === 0) continue;
        // √a − b = −f²/(√a + b) keeps the digits that a difference of near numbers loses
        const cosine = Math.sqrt(axial);
        const perZeta = (-2 * Math.PI * square) / (cosine + inverse);
        const perScale = (path.zeta * perZeta * square) / (area * cosine * (cosine + inverse));
        size *= boxX[col]! * boxY[row]! * exp(-2 * Math.PI * Math.PI * path.blur * square);
        const [re, im] = [size * cos(perZeta * path.zeta), size * sin(perZeta * path.zeta)];
        for (const v of row === 0 || 2 * row === rows ? [row] : [row, rows - row]) {
          for (const u of col === 0 || 2 * col === cols ? [col] : [col, cols - col]) {
            const at = v * cols + u;
            const c = turnX.re[u]! * turnY.re[v]! - turnX.im[u]! * turnY.im[v]!;
            const d = turnX.re[u]! * turnY.im[v]! + turnX.im[u]! * turnY.re[v]!;
            phase[at] = perZeta;
            steeper[at] = perScale;
            response.re[at] = re * c - im * d;
            response.im[at] = re * d + im * c;
          }
        }
      }
    }
    this.#response = response;
    this.#phase = phase;
    this.#steeper = steeper;
  }
}

/** exp(2πi f · shift) for every frequency along a side, `shift` in samples. */
function turns(count: number, shift: number, { run }: Kernels) {
  const angles = Float64Array.from({ length: count }, (_, k) => 2 * Math.PI * frequencyOf(k, count) * shift);
  return { re: angles.map((angle) => run.cos(angle)), im: angles.map((angle) => run.sin(angle)) };
}

function isSame(a: Path, b: Path): boolean {
  return a.zeta === b.zeta && a.pitch_um === b.pitch_um && a.blur === b.blur && a.pupil === b.pupil;
}

/** A disc's rim is 2 % of its radius wide, so that the fit changes smoothly with it. */
function rimOf(radius: number) {
  return { pass: 0.99 * radius, stop: 1.01 * radius };
}

/** The raised-cosine rim of the off-axis filter. */
function passed(
  radius: number,
  { pass, stop }: { readonly pass: number; readonly stop: number },
  cos: (x: number) => number,
): number {
  if (radius <= pass) return 1;
  if (radius >= stop) return 0;
  return 0.5 + 0.5 * cos((Math.PI * (radius - pass)) / (stop - pass));
}
