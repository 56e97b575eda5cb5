import type { Kernels } from '../../kernel/kernels.ts';
import type { MeasuredLight } from './measured.ts';
import { emptyComplex, frequencyOf, type Complex } from './spectrum.ts';

/** What light does between the target and the samples that a fit compares with. */
export interface Path {
  /** distance over the square of the pixel pitch, 1/µm: what diffraction in camera pixels depends on */
  readonly zeta: number;
  /** µm, of a camera pixel as far as it is known: light at steep angles depends on it a little */
  readonly pitch_um: number;
  /** pitch along x over pitch along y; their geometric mean is what `zeta` and `pitch_um` have */
  readonly ratio: number;
  /** variance of the blur, camera pixels squared */
  readonly blur: number;
  /** see `State` */
  readonly pupil: number | null;
}

/** Measured cells with their margin: an even number each way. */
interface Grid {
  readonly rows: number;
  readonly cols: number;
  /** camera pixels along a side of a measured cell, and of a cell of what is drawn */
  readonly cell: number;
  readonly canvasCell: number;
}

/**
 * Diffraction over a distance, what the camera's cells average and a filter passes, for frequencies from 0 up: it is the
 * same at −fx and at −fy.
 */
interface Way {
  readonly zeta: number;
  readonly pitch_um: number;
  readonly ratio: number;
  readonly re: Float64Array;
  readonly im: Float64Array;
  /** derivatives of its phase, rad: by zeta, by the share that pixels become smaller, and by the ratio's logarithm */
  readonly perZeta: Float64Array;
  readonly perScale: Float64Array;
  readonly perRatio: Float64Array;
}

/** What a path makes of each frequency; what of it stays the same from one path to the next is kept. */
export class PathResponse {
  readonly #kernels: Kernels;
  readonly #grid: Grid;
  readonly #filter: MeasuredLight['filter'];
  readonly #wavelength: number;
  #way: Way | null = null;
  #passed: { readonly path: Path; readonly response: Complex } | null = null;

  constructor(kernels: Kernels, grid: Grid, filter: MeasuredLight['filter'], medium_wavelength_um: number) {
    this.#kernels = kernels;
    this.#grid = grid;
    this.#filter = filter;
    this.#wavelength = medium_wavelength_um;
  }

  /** What a canvas cell's spectrum is multiplied by, to become that of what is measured. */
  to(path: Path): Complex {
    if (this.#passed && isSame(this.#passed.path, path)) return this.#passed.response;
    const { rows, cols, cell } = this.#grid;
    const half = (cols >> 1) + 1;
    const { exp, raisedCosine } = this.#kernels.run;
    const way = this.wayOf(path);
    const [fx, fy] = [frequenciesOf(cols, cell), frequenciesOf(rows, cell)];
    const blurred = (f: number) => exp(-2 * Math.PI * Math.PI * path.blur * f * f);
    const [blurX, blurY] = [fx.map(blurred), fy.map(blurred)];
    const rim = path.pupil === null ? null : rimOf(path.pupil);
    const offset = (cell - this.#grid.canvasCell) / 2 / cell;
    const [turnX, turnY] = [turns(cols, offset, this.#kernels), turns(rows, offset, this.#kernels)];
    const response = emptyComplex(rows * cols);
    const { re: outRe, im: outIm } = response;
    // all but the offset is the same at −fx and at −fy
    for (let row = 0; 2 * row <= rows; row += 1) {
      for (let col = 0; col < half; col += 1) {
        const quarter = row * half + col;
        let size = blurX[col]! * blurY[row]!;
        if (rim)
          size *= raisedCosine(Math.sqrt(fx[col]! * fx[col]! + fy[row]! * fy[row]!), rim.pass, rim.stop);
        if (size === 0) continue;
        const re = size * way.re[quarter]!;
        const im = size * way.im[quarter]!;
        // the four of a frequency and its mirror images, or those of them that differ
        for (let v = row; ; v = rows - row) {
          for (let u = col; ; u = cols - col) {
            const c = turnX.re[u]! * turnY.re[v]! - turnX.im[u]! * turnY.im[v]!;
            const d = turnX.re[u]! * turnY.im[v]! + turnX.im[u]! * turnY.re[v]!;
            outRe[v * cols + u] = re * c - im * d;
            outIm[v * cols + u] = re * d + im * c;
            if (u !== col || col === 0 || 2 * col === cols) break;
          }
          if (v !== row || row === 0 || 2 * row === rows) break;
        }
      }
    }
    this.#passed = { path, response };
    return response;
  }

  /** Good until it is asked for another distance or pitch. */
  wayOf({ zeta, pitch_um, ratio }: Path): Way {
    const before = this.#way;
    if (before?.zeta === zeta && before.pitch_um === pitch_um && before.ratio === ratio) return before;
    const { rows, cols, cell } = this.#grid;
    const half = (cols >> 1) + 1;
    const quarter = half * ((rows >> 1) + 1);
    const { re, im } = { re: new Float64Array(quarter), im: new Float64Array(quarter) };
    const [perZeta, perScale] = [new Float64Array(quarter), new Float64Array(quarter)];
    const perRatio = new Float64Array(quarter);
    const { sin, cos, raisedCosine } = this.#kernels.run;
    const filter = this.#filter;
    const inverse = 1 / this.#wavelength;
    const area = pitch_um * pitch_um;
    const [fx, fy] = [frequenciesOf(cols, cell), frequenciesOf(rows, cell)];
    const [boxX, boxY] = [this.#box(cols), this.#box(rows)];
    for (let row = 0, at = 0; 2 * row <= rows; row += 1) {
      for (let col = 0; col < half; col += 1, at += 1) {
        const [alongX, alongY] = [fx[col]! * fx[col]!, fy[row]! * fy[row]!];
        const round = filter ? raisedCosine(Math.sqrt(alongX + alongY), filter.pass, filter.stop) : 1;
        const size = boxX[col]! * boxY[row]! * round;
        // as a camera with square pixels of the mean size would have it
        const [squareX, squareY] = [alongX / ratio, alongY * ratio];
        const square = squareX + squareY;
        const axial = inverse * inverse - square / area;
        if (axial <= 0 || size === 0) continue;
        // √a − b = −f²/(√a + b) keeps the digits that a difference of near numbers loses
        const cosine = Math.sqrt(axial);
        const turn = (-2 * Math.PI * square) / (cosine + inverse);
        perZeta[at] = turn;
        perScale[at] = (zeta * turn * square) / (area * cosine * (cosine + inverse));
        perRatio[at] = (-Math.PI * zeta * (squareY - squareX)) / cosine;
        re[at] = size * cos(turn * zeta);
        im[at] = size * sin(turn * zeta);
      }
    }
    this.#way = { zeta, pitch_um, ratio, re, im, perZeta, perScale, perRatio };
    return this.#way;
  }

  /** What a measured cell's mean takes of each frequency, over what a canvas cell's has taken already. */
  #box(count: number): Float64Array {
    const { sin } = this.#kernels.run;
    const { cell, canvasCell } = this.#grid;
    const mean = (f: number) => sinc(f * cell, sin) / sinc(f * canvasCell, sin);
    return frequenciesOf(count, cell).map((f) => (cell > canvasCell ? mean(f) : 1));
  }
}

/** exp(2πi f · shift) for every frequency along a side, `shift` in samples. */
function turns(count: number, shift: number, { run }: Kernels) {
  const angles = Float64Array.from({ length: count }, (_, k) => 2 * Math.PI * frequencyOf(k, count) * shift);
  return { re: angles.map((angle) => run.cos(angle)), im: angles.map((angle) => run.sin(angle)) };
}

function isSame(a: Path, b: Path): boolean {
  const isSameWay = a.zeta === b.zeta && a.pitch_um === b.pitch_um && a.ratio === b.ratio;
  return isSameWay && a.blur === b.blur && a.pupil === b.pupil;
}

/** A disc's rim is 2 % of its radius wide, so that the fit changes smoothly with it. */
function rimOf(radius: number) {
  return { pass: 0.99 * radius, stop: 1.01 * radius };
}

/** Cycles per camera pixel of each index along a side. */
export function frequenciesOf(count: number, cell: number): Float64Array {
  return Float64Array.from({ length: count }, (_, k) => frequencyOf(k, count) / cell);
}

/** sin(πt)/(πt), by the series' own zeros where it matters: t stays below ½ here. */
function sinc(t: number, sin: (x: number) => number): number {
  return t === 0 ? 1 : sin(Math.PI * t) / (Math.PI * t);
}
