import type { Kernels } from '../../kernel/kernels.ts';
import { frequenciesOf, sinc, type Path } from './path-response.ts';
import type { Rims } from './rims.ts';
import { addDisplaced, changeRow, fadeRow, type Gradient } from './row-changes.ts';
import { fading } from './soften.ts';
import {
  added,
  emptyComplex,
  fastMultiple,
  inverseRows,
  transformedFrom,
  type Complex,
  type Parts,
} from './spectrum.ts';
import { generators, type Generator } from './state.ts';
import {
  alongX,
  alongY,
  byBlur,
  byPixels,
  byZeta,
  heldBack,
  rowOf,
  type Factor,
  type RowFactor,
  type Way,
} from './way-slopes.ts';

/** The cells of a frame with so many around it. */
export interface Near {
  readonly rows: number;
  readonly cols: number;
  readonly around: number;
  /** camera pixels along a side of a measured cell, and of a cell of what is drawn */
  readonly cell: number;
  readonly canvasCell: number;
}

/** The spectrum on the whole grid of cells, how many those are, and the field at the frame: of a part that has a place of its own nobody asks for it. */
interface Exact {
  readonly field: () => Complex;
  readonly spectrum: Complex;
  readonly size: readonly [rows: number, cols: number];
}

export type Slope = Generator | 'x' | 'y' | 'zeta' | 'blur';

/** Of what lies around a frame, the share that fades out towards the seam at which a transform repeats itself. */
export const FADING = 0.75;

/**
 * A field at the frame, and what it changes by. Those changes follow from the field itself, without what lies far from
 * the frame: where a picture is shifted, larger or turned they are its gradient, and what light's way, the blur and the cells, which
 * stay as they are, do to each frequency is one factor more.
 */
export class Arrived {
  readonly #kernels: Kernels;
  readonly #near: Near;
  readonly #way: Way;
  readonly #rims: Rims | null;
  readonly #size: readonly [rows: number, cols: number];
  readonly #spectrum: Complex;
  readonly #fx: Float64Array;
  readonly #fy: Float64Array;
  readonly #fieldOf: () => Complex;
  #field: Complex | null = null;
  #gradient: Gradient | null = null;

  /**
   * @param from the field at the frame and around it, or all of its spectrum
   * @param rims null: there are none
   */
  constructor(
    kernels: Kernels,
    near: Near,
    path: Path,
    medium_wavelength_um: number,
    from: Complex | Exact,
    rims: Rims | null,
  ) {
    const { rows, cols, around, cell } = near;
    this.#kernels = kernels;
    this.#near = near;
    const { zeta, pitch_um, ratio, blur } = path;
    this.#way = { zeta, pitch_um, ratio, blur, inverse: 1 / medium_wavelength_um };
    this.#rims = rims;
    const isExact = 'size' in from;
    const [tall, wide] = [rows + 2 * around, cols + 2 * around];
    this.#size = isExact ? from.size : [fastMultiple(tall, 2), fastMultiple(wide, 2)];
    [this.#fy, this.#fx] = [frequenciesOf(this.#size[0], cell), frequenciesOf(this.#size[1], cell)];
    this.#fieldOf = isExact ? from.field : () => this.#cut(from, wide, around);
    this.#spectrum = isExact ? from.spectrum : this.#faded(from);
  }

  get field(): Complex {
    return (this.#field ??= this.#fieldOf());
  }

  /** The field's derivative: by a shift per camera pixel, by a linear change around the frame's middle, by zeta or blur. */
  slope(name: Slope): Complex {
    switch (name) {
      case 'x':
      case 'y':
        return this.#alongAxes[name];
      case 'zeta':
        return this.#changed(null, this.#quarter(byZeta(this.#way)), even);
      case 'blur':
        return this.#changed(this.#quarter(byBlur), null, even);
      default:
        return this.#linear(name);
    }
  }

  /** What the field changes by when each frequency, cycles per camera pixel, is turned by so many rad, per unit of it. */
  turned(by: Factor, odd: Odd): Complex {
    return this.#changed(null, this.#quarter(rowOf(by)), odd);
  }

  /** The same when it is made stronger by such a share. */
  strengthened(by: Factor, odd: Odd): Complex {
    return this.#changed(this.#quarter(rowOf(by)), null, odd);
  }

  get #alongAxes(): Gradient {
    return (this.#gradient ??= {
      x: this.#changed(null, this.#quarter(alongX), { x: true, y: false }),
      y: this.#changed(null, this.#quarter(alongY), { x: false, y: true }),
    });
  }

  /** −v · ∇ of the field, v the displacement of a unit of a linear change, and what does not move along with it. */
  #linear(name: Generator): Complex {
    if (this.#rims && 'moved' in this.#rims) {
      const moved = this.#rims.moved(name);
      if (name !== 'scale' && name !== 'anisotropy') return moved;
      return added(moved, this.#changed(null, this.#quarter(byPixels(this.#way, name)), even));
    }
    const isOdd = name === 'rotation' || name === 'shear';
    const { strength, phase } = heldBack(this.#way, name, this.#boxSlope);
    const out = this.#changed(this.#quarter(strength), this.#quarter(phase), { x: isOdd, y: isOdd });
    const gradient = this.#alongAxes;
    const { rows, cols, cell } = this.#near;
    const across = Float64Array.from({ length: cols }, (_, col) => (col + 0.5 - cols / 2) * cell);
    for (let row = 0; row < rows; row += 1)
      addDisplaced(out, row * cols, across, (row + 0.5 - rows / 2) * cell, generators[name], gradient);
    // a turn moves nothing across a round rim
    if (!this.#rims || name === 'rotation') return out;
    const [xx, xy, yx, yy] = generators[name];
    const moved = this.#rims.across((fx, fy) => {
      const along = (xx * fx + yx * fy) * fx + (xy * fx + yy * fy) * fy;
      return -along / (fx * fx + fy * fy || 1);
    });
    return added(out, moved);
  }

  /** Of the logarithm of what a measured cell's mean takes of a frequency, over what a canvas cell's has taken already. */
  get #boxSlope(): (f: number) => number {
    const { cell, canvasCell } = this.#near;
    const { sin, cos } = this.#kernels.wasm;
    if (cell === canvasCell) return () => 0;
    const own = (t: number) => (t === 0 ? 0 : cos(Math.PI * t) / sinc(t, sin) / t - 1 / t);
    return (f) => cell * own(f * cell) - canvasCell * own(f * canvasCell);
  }

  /** A factor at frequencies from 0 up. */
  #quarter(factor: RowFactor): Float64Array {
    const [rows, cols] = this.#size;
    const half = (cols >> 1) + 1;
    const across = this.#fx.subarray(0, half).map(Math.abs);
    const out = new Float64Array(half * ((rows >> 1) + 1));
    for (let row = 0; 2 * row <= rows; row += 1) factor(out, row * half, across, Math.abs(this.#fy[row]!));
    return out;
  }

  /** The frame's part of what a factor on its frequencies makes of the field; of frequencies below 0 it is as odd as is said. */
  #changed(real: Float64Array | null, imaginary: Float64Array | null, odd: Odd): Complex {
    const { rows, around } = this.#near;
    const [fullRows, fullCols] = this.#size;
    const own = this.#spectrum;
    const half = (fullCols >> 1) + 1;
    const low = (fullCols + 1) >> 1;
    const fill: Parts = (re, im) => {
      const out = { re, im };
      for (let row = 0; row < fullRows; row += 1) {
        const isUpper = 2 * row < fullRows;
        const quarter = (isUpper ? row : fullRows - row) * half;
        const sign = odd.y && !isUpper ? -1 : 1;
        const from = row * fullCols;
        changeRow(own, from, real, imaginary, quarter, 1, sign, out, low);
        const ofLower = odd.x ? -sign : sign;
        changeRow(
          own,
          from + low,
          real,
          imaginary,
          quarter + fullCols - low,
          -1,
          ofLower,
          out,
          fullCols - low,
        );
      }
    };
    let seen = emptyComplex(0);
    inverseRows(this.#kernels, this.#size, { first: around, count: rows }, fill, (re, im) => {
      seen = this.#cut({ re, im }, fullCols, 0);
    });
    return seen;
  }

  /** The frame's part of rows that begin `top` above it. */
  #cut(from: Complex, stride: number, top: number): Complex {
    const { rows, cols, around } = this.#near;
    const out = emptyComplex(rows * cols);
    for (let row = 0; row < rows; row += 1) {
      const start = (row + top) * stride + around;
      out.re.set(from.re.subarray(start, start + cols), row * cols);
      out.im.set(from.im.subarray(start, start + cols), row * cols);
    }
    return out;
  }

  /** The spectrum of the field as it fades out around the frame. */
  #faded(from: Complex): Complex {
    const { rows, cols, around } = this.#near;
    const [wideRows, wideCols] = [rows + 2 * around, cols + 2 * around];
    const { cos } = this.#kernels.wasm;
    const [across, down] = [wideCols, wideRows].map((count) => fading(count, FADING * around, cos)) as [
      Float64Array,
      Float64Array,
    ];
    return transformedFrom(this.#kernels, this.#size, false, (re, im) => {
      re.fill(0);
      im.fill(0);
      const to = { re, im };
      for (let row = 0; row < wideRows; row += 1)
        fadeRow(from, row * wideCols, across, down[row]!, to, row * this.#size[1]);
    });
  }
}

/** Whether a factor changes its sign with fx, and with fy. */
export interface Odd {
  readonly x: boolean;
  readonly y: boolean;
}
const even: Odd = { x: false, y: false };
