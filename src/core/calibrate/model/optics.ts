import type { Kernels } from '../../kernel/kernels.ts';
import type { TargetToFrame } from '../../rig/calibration.ts';
import { Arrived, type Near } from './arrived.ts';
import type { Rims, RimShare } from './rims.ts';
import { displacedRow, gradientRow, passRow, shareOfRow, turnRow, type Gradient } from './row-changes.ts';
import type { MeasuredLight } from './measured.ts';
import { PathResponse, frequenciesOf, type Path, type Quarter, type Turns } from './path-response.ts';
import type { SceneGrid } from './scene.ts';
import { shiftedInto, type Everywhere, type PartOfFrame } from './shifted.ts';
import type { Around } from './soften.ts';
import {
  emptyComplex,
  fastMultiple,
  inverseRows,
  transformed,
  transformedFrom,
  type Complex,
  type Parts,
} from './spectrum.ts';
import { generators, type Generator } from './state.ts';

/** Cells around a frame within which a derivative of what arrives is made; it depends on what lies nearest. */
export const NEAR = 16;

/** Carries spectra of what is drawn on a canvas to fields on the measured cells. */
export class Optics {
  readonly canvas: SceneGrid;
  readonly around: Around;
  /** the middle of the frame, canvas cells from the canvas's corner */
  readonly middle: { readonly x: number; readonly y: number };
  /** half a frame, canvas cells */
  readonly half: { readonly x: number; readonly y: number };
  /** whether what is drawn is one period of what goes on without an end */
  readonly isEndless: boolean = false;
  readonly #kernels: Kernels;
  readonly #measured: MeasuredLight;
  /** the grid of measured cells with its margin */
  readonly #rows: number;
  readonly #cols: number;
  readonly #finer: number;
  /** where light propagates, µm */
  readonly wavelength: number;
  readonly #response: PathResponse;
  /** measured cells around the frame, and those of them that derivatives are made from */
  readonly #around: number;
  readonly #near: number;

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
    this.wavelength = medium_wavelength_um;
    const around = Math.ceil(margin / measured.cell);
    this.#around = around;
    this.#near = Math.min(around, NEAR);
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

  /** Where something is drawn on the canvas that lies so in the frame. */
  placed(place: TargetToFrame): TargetToFrame {
    return place;
  }

  spectrumOf(wave: Complex): Complex {
    return transformed(this.#kernels, wave, this.canvas.rows, this.canvas.cols);
  }

  /** The same of a wave that `fill` writes. */
  spectrumFrom(fill: Parts): Complex {
    return transformedFrom(this.#kernels, [this.canvas.rows, this.canvas.cols], false, fill);
  }

  /** The field at the measured cells of the frame. */
  field(spectrum: Complex, path: Path): Complex {
    return this.#seen(this.#through(spectrum, this.#response.to(path)), 0);
  }

  /** The same with all that its derivatives follow from. */
  arrived(spectrum: Complex, path: Path): Arrived {
    const { rows, cols, cell } = this.#measured;
    const response = this.#response.to(path);
    const through = this.#through(spectrum, response);
    const rims = this.#rims(spectrum, path);
    const cells = { rows, cols, cell, canvasCell: this.canvas.cell };
    // beside a rim that the grid does not resolve, and in the few frequencies of a filter, a part's spectrum differs by too much
    if (this.#measured.filter || (rims && 'moved' in rims)) {
      const own = emptyComplex(this.#rows * this.#cols);
      through(own.re, own.im);
      const near: Near = { ...cells, around: this.#around };
      const field = () => this.#seen(through, 0);
      const exact = { spectrum: own, size: [this.#rows, this.#cols] as const, field };
      return new Arrived(this.#kernels, near, path, this.wavelength, exact, rims);
    }
    const near: Near = { ...cells, around: this.#near };
    return new Arrived(this.#kernels, near, path, this.wavelength, this.#seen(through, this.#near), rims);
  }

  #rims(spectrum: Complex, path: Path): Rims | null {
    if (!this.#response.hasRims(path)) return null;
    if (!this.#response.resolvesRims(path)) {
      let gradient: Gradient | null = null;
      const moved = (name: Generator) => {
        gradient ??= this.#gradient(spectrum);
        return this.field(this.spectrumFrom(this.#moved(gradient, generators[name])), path);
      };
      return { moved };
    }
    return { across: (by) => this.#acrossRims(spectrum, this.#response.atRims(path), by) };
  }

  /** ∂/∂x and ∂/∂y per camera pixel, on the canvas */
  #gradient({ re, im }: Complex): Gradient {
    const { rows, cols, cell } = this.canvas;
    const [alongX, alongY] = [frequenciesOf(cols, cell), frequenciesOf(rows, cell)];
    const ofRow = new Float64Array(cols);
    const along = (isX: boolean): Parts => {
      return (toRe, toIm) => {
        const to = { re: toRe, im: toIm };
        for (let row = 0; row < rows; row += 1)
          gradientRow({ re, im }, row * cols, isX ? alongX : ofRow.fill(alongY[row]!), to);
      };
    };
    const of = (fill: Parts) => transformedFrom(this.#kernels, [rows, cols], true, fill);
    return { x: of(along(true)), y: of(along(false)) };
  }

  /** −v · ∇ of a wave, v the displacement of a unit of a linear change around the middle of the frame. */
  #moved(gradient: Gradient, by: (typeof generators)[Generator]): Parts {
    const { rows, cols, cell } = this.canvas;
    const { middle } = this;
    const across = Float64Array.from({ length: cols }, (_, col) => (col + 0.5 - middle.x) * cell);
    return (re, im) => {
      for (let row = 0; row < rows; row += 1)
        displacedRow({ re, im }, row * cols, across, (row + 0.5 - middle.y) * cell, by, gradient);
    };
  }

  /** The field on all cells, beyond the frame, too. */
  everywhere(spectrum: Complex, path: Path): Everywhere {
    const fill = this.#through(spectrum, this.#response.to(path));
    const [rows, cols] = [this.#rows, this.#cols];
    return { ...transformedFrom(this.#kernels, [rows, cols], true, fill), rows, cols, first: this.#around };
  }

  /** The field as a copy of it has it that lies so many camera pixels aside. */
  copied(spectrum: Complex, path: Path, x: number, y: number): Complex {
    const { sin, cos } = this.#kernels.wasm;
    const { cell } = this.#measured;
    const along = (count: number, by: number) => {
      const angles = frequenciesOf(count, cell).map((f) => -2 * Math.PI * f * by);
      return { re: angles.map(cos), im: angles.map(sin) };
    };
    const [ofCol, ofRow] = [along(this.#cols, x), along(this.#rows, y)];
    const arriving = this.#through(spectrum, this.#response.to(path));
    return this.#seen((re, im) => {
      arriving(re, im);
      this.#turn(re, im, ofCol, ofRow);
    }, 0);
  }

  /** The same over a part of the frame. */
  copiesOver(spectrum: Complex, path: Path, part: PartOfFrame): (x: number, y: number) => Complex {
    const shifted = shiftedInto(this.#kernels, this.everywhere(spectrum, path), part);
    const { cell } = this.#measured;
    return (x, y) => shifted(x / cell, y / cell);
  }

  /** What the field changes by when frequencies at the rims of what passes are moved across them. */
  #acrossRims(spectrum: Complex, rims: Quarter, by: RimShare): Complex {
    const { cell } = this.#measured;
    const [fx, fy] = [frequenciesOf(this.#cols, cell), frequenciesOf(this.#rows, cell)];
    const passing = this.#through(spectrum, rims);
    return this.#seen((re, im) => {
      passing(re, im);
      for (let row = 0; row < this.#rows; row += 1) shareOfRow(re, im, row * this.#cols, fx, fy[row]!, by);
    }, 0);
  }

  /** The frame's cells of what a spectrum on all of them becomes, and so many around. */
  #seen(arriving: Parts, more: number): Complex {
    const [rows, cols] = [this.#measured.rows + 2 * more, this.#measured.cols + 2 * more];
    const seen = emptyComplex(rows * cols);
    const first = this.#around - more;
    inverseRows(this.#kernels, [this.#rows, this.#cols], { first, count: rows }, arriving, (re, im) => {
      for (let row = 0; row < rows; row += 1) {
        const start = row * this.#cols + first;
        seen.re.set(re.subarray(start, start + cols), row * cols);
        seen.im.set(im.subarray(start, start + cols), row * cols);
      }
    });
    return seen;
  }

  /** Writes the frequencies that the measured cells have of a canvas's spectrum, times a response. */
  #through({ re, im }: Complex, response: Quarter): Parts {
    const { rows: fullRows, cols: fullCols } = this.canvas;
    const [rows, cols] = [this.#rows, this.#cols];
    const { half } = response;
    const scale = 1 / (this.#finer * this.#finer);
    const { shift } = this.#response;
    // the frequencies from 0 up, then those below
    const low = (cols + 1) >> 1;
    return (outRe, outIm) => {
      const out = { re: outRe, im: outIm };
      for (let row = 0; row < rows; row += 1) {
        const start = (2 * row < rows ? row : fullRows - rows + row) * fullCols;
        const quarter = Math.min(row, rows - row) * half;
        const to = row * cols;
        passRow({ re, im }, start, scale, response, quarter, 1, out, to, low);
        const below = start + fullCols - cols + low;
        passRow({ re, im }, below, scale, response, quarter + cols - low, -1, out, to + low, cols - low);
      }
      if (shift) this.#turn(outRe, outIm, shift.x, shift.y);
    };
  }

  /** Turns each frequency, in place. */
  #turn(re: Float32Array, im: Float32Array, ofCol: Turns, ofRow: Turns): void {
    for (let row = 0; row < this.#rows; row += 1)
      turnRow({ re, im }, row * this.#cols, ofCol, ofRow.re[row]!, ofRow.im[row]!);
  }
}
