import type { Kernels } from '../../kernel/kernels.ts';
import { frequenciesOf, sinc, type Path } from './path-response.ts';
import type { Rims } from './rims.ts';
import { changeRow, fadeRow } from './row-changes.ts';
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
/** What a unit of `anisotropy` does to the logarithm of the ratio: pictures grow along x and shrink along y. */
const RATIO = -2;

/**
 * A field at the frame, and what it changes by. Those changes follow from the field itself, without what lies far from
 * the frame: where a picture is shifted, larger or turned they are its gradient, and what light's way, the blur and the cells, which
 * stay as they are, do to each frequency is one factor more.
 */
export class Arrived {
  readonly #kernels: Kernels;
  readonly #near: Near;
  readonly #path: Path;
  readonly #inverse: number;
  readonly #rims: Rims | null;
  readonly #size: readonly [rows: number, cols: number];
  readonly #spectrum: Complex;
  readonly #fx: Float64Array;
  readonly #fy: Float64Array;
  readonly #fieldOf: () => Complex;
  #field: Complex | null = null;
  #gradient: { readonly x: Complex; readonly y: Complex } | null = null;

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
    this.#path = path;
    this.#inverse = 1 / medium_wavelength_um;
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
        return this.turned((fx, fy) => this.#turnOf(fx, fy), even);
      case 'blur':
        return this.strengthened((fx, fy) => -2 * Math.PI * Math.PI * (fx * fx + fy * fy), even);
      default:
        return this.#linear(name);
    }
  }

  /** What the field changes by when each frequency, cycles per camera pixel, is turned by so many rad, per unit of it. */
  turned(by: Factor, odd: Odd): Complex {
    return this.#changed(null, this.#quarter(by), odd);
  }

  /** The same when it is made stronger by such a share. */
  strengthened(by: Factor, odd: Odd): Complex {
    return this.#changed(this.#quarter(by), null, odd);
  }

  get #alongAxes(): { readonly x: Complex; readonly y: Complex } {
    return (this.#gradient ??= {
      x: this.turned((fx) => -2 * Math.PI * fx, { x: true, y: false }),
      y: this.turned((_, fy) => -2 * Math.PI * fy, { x: false, y: true }),
    });
  }

  /** −v · ∇ of the field, v the displacement of a unit of a linear change, and what does not move along with it. */
  #linear(name: Generator): Complex {
    if (this.#rims && 'moved' in this.#rims) {
      const moved = this.#rims.moved(name);
      if (name !== 'scale' && name !== 'anisotropy') return moved;
      return added(
        moved,
        this.turned((fx, fy) => this.#byPixels(name, fx, fy), even),
      );
    }
    const isOdd = name === 'rotation' || name === 'shear';
    const { strength, phase } = this.#heldBack(name);
    const out = this.#changed(this.#quarter(strength), this.#quarter(phase), { x: isOdd, y: isOdd });
    const { x, y } = this.#alongAxes;
    const { rows, cols, cell } = this.#near;
    const [xx, xy, yx, yy] = generators[name];
    for (let row = 0, i = 0; row < rows; row += 1) {
      const v = (row + 0.5 - rows / 2) * cell;
      for (let col = 0; col < cols; col += 1, i += 1) {
        const u = (col + 0.5 - cols / 2) * cell;
        const dx = xx * u + xy * v;
        const dy = yx * u + yy * v;
        out.re[i]! += dx * x.re[i]! + dy * y.re[i]!;
        out.im[i]! += dx * x.im[i]! + dy * y.im[i]!;
      }
    }
    // a turn moves nothing across a round rim
    if (!this.#rims || name === 'rotation') return out;
    const across = this.#rims.across((fx, fy) => {
      const along = (xx * fx + yx * fy) * fx + (xy * fx + yy * fy) * fy;
      return -along / (fx * fx + fy * fy || 1);
    });
    return added(out, across);
  }

  /** What a linear change of a picture does not change along: of a frequency f that becomes f + h, −h · ∇ of what its way does to it. */
  #heldBack(name: Generator): { readonly strength: Factor; readonly phase: Factor } {
    const { zeta, pitch_um, ratio, blur } = this.#path;
    const [xx, xy, yx, yy] = generators[name];
    const inverse = this.#inverse;
    const area = pitch_um * pitch_um;
    const box = this.#boxSlope;
    const strength: Factor = (fx, fy) => {
      const hx = xx * fx + yx * fy;
      const hy = xy * fx + yy * fy;
      return 4 * Math.PI * Math.PI * blur * (fx * hx + fy * hy) - hx * box(fx) - hy * box(fy);
    };
    const phase: Factor = (fx, fy) => {
      const hx = xx * fx + yx * fy;
      const hy = xy * fx + yy * fy;
      const axial = inverse * inverse - ((fx * fx) / ratio + fy * fy * ratio) / area;
      if (axial <= 0) return 0;
      const perSquare = (-Math.PI * zeta) / Math.sqrt(axial);
      const own = -perSquare * ((2 * fx * hx) / ratio + 2 * fy * hy * ratio);
      return own + this.#byPixels(name, fx, fy);
    };
    return { strength, phase };
  }

  /** What other pixels, by which a picture is larger or stretched, do to a frequency's phase on its way, rad. */
  #byPixels(name: Generator, fx: number, fy: number): number {
    if (name !== 'scale' && name !== 'anisotropy') return 0;
    const { zeta, pitch_um, ratio } = this.#path;
    const area = pitch_um * pitch_um;
    const squareX = (fx * fx) / ratio;
    const squareY = fy * fy * ratio;
    const square = squareX + squareY;
    const axial = this.#inverse * this.#inverse - square / area;
    if (axial <= 0) return 0;
    const cosine = Math.sqrt(axial);
    if (name === 'anisotropy') return (RATIO * -Math.PI * zeta * (squareY - squareX)) / cosine;
    // pixels that are smaller by a share see light at steeper angles
    return (zeta * this.#turnOf(fx, fy) * square) / (area * cosine * (cosine + this.#inverse));
  }

  /** Derivative of a frequency's phase by zeta, rad. */
  #turnOf(fx: number, fy: number): number {
    const { pitch_um, ratio } = this.#path;
    const square = (fx * fx) / ratio + fy * fy * ratio;
    const axial = this.#inverse * this.#inverse - square / (pitch_um * pitch_um);
    return axial > 0 ? (-2 * Math.PI * square) / (Math.sqrt(axial) + this.#inverse) : 0;
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
  #quarter(factor: Factor): Float64Array {
    const [rows, cols] = this.#size;
    const half = (cols >> 1) + 1;
    const out = new Float64Array(half * ((rows >> 1) + 1));
    for (let row = 0, at = 0; 2 * row <= rows; row += 1)
      for (let col = 0; col < half; col += 1, at += 1)
        out[at] = factor(Math.abs(this.#fx[col]!), Math.abs(this.#fy[row]!));
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

/** What a frequency, cycles per camera pixel, is multiplied by. */
type Factor = (fx: number, fy: number) => number;
/** Whether a factor changes its sign with fx, and with fy. */
export interface Odd {
  readonly x: boolean;
  readonly y: boolean;
}
const even: Odd = { x: false, y: false };
