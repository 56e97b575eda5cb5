import type { Kernels } from '../../kernel/kernels.ts';
import { fastSize } from '../../fft/fast-size.ts';
import { middleOf } from '../fit/fit-scene.ts';
import type { MeasuredLight } from '../model/measured.ts';
import { Optics } from '../model/optics.ts';
import { predict, type Subject } from '../model/predict.ts';
import { asDrawn } from '../model/scene.ts';
import { transformed, transformedFrom, type Complex } from '../model/spectrum.ts';
import { placeOf, type Pose } from '../model/state.ts';

export interface Match {
  readonly pose: Pose;
  /** −1 to 1: correlation of the picture with the part of the drawing that lies over it */
  readonly score: number;
}

/** Cells of the drawing on a cell of the picture. */
const FINER = 2;
const DIAGONAL = 1.5;
/** Of the variation in the whole drawing, what the part over the frame must hold for a match to mean anything. */
const LEAST_VARIATION = 0.05;

/** A picture against drawings of one target in any place. */
export class Correlator {
  readonly #kernels: Kernels;
  readonly #picture: MeasuredLight;
  readonly #canvas: MeasuredLight;
  readonly #upright: { readonly side: number; readonly values: Float64Array };
  readonly #rows: number;
  readonly #cols: number;
  readonly #spectrum: Complex;
  readonly #window: Complex;
  readonly #used: number;

  /**
   * @param picture amplitude at the target, coarse
   * @param reach of the drawing, in sizes of the frame: with 2 its origin may lie anywhere in it
   */
  constructor(
    subject: Subject,
    picture: MeasuredLight,
    like: MeasuredLight,
    pitch_um: number,
    reach: number,
  ) {
    const { kernels } = subject;
    this.#kernels = kernels;
    this.#picture = picture;
    const { rows, cols, cell } = picture;
    this.#canvas = {
      ...{ rows: reach * rows, cols: reach * cols, cell, filter: like.filter },
      ...{ re: new Float64Array(), im: like.im && new Float64Array(), weight: new Float64Array() },
    };
    this.#upright = upright(subject, this.#canvas, pitch_um);
    this.#rows = fastSize(reach * rows);
    this.#cols = fastSize(reach * cols);
    const { values, window, used } = centred(picture, this.#rows, this.#cols);
    this.#spectrum = transformed(kernels, { re: values, im: null }, this.#rows, this.#cols);
    this.#window = transformed(kernels, { re: window, im: null }, this.#rows, this.#cols);
    this.#used = used;
  }

  /** The best place of a target that is turned, sized and mirrored as given. */
  best(pose: Omit<Pose, 'x' | 'y'>): Match {
    const [rows, cols] = [this.#rows, this.#cols];
    const { values, squares, drawnRows, drawnCols } = this.#drawing(pose);
    const own = transformed(this.#kernels, { re: values, im: squares }, rows, cols);
    const sums = this.#correlations(own);
    const sum = sumOf(values);
    const total = sumOf(squares) - (sum * sum) / (drawnRows * drawnCols);
    const least = (LEAST_VARIATION * total * this.#used) / (drawnRows * drawnCols);
    let best = { score: -1, x: 0, y: 0 };
    const places = drawnCols - this.#picture.cols + 1;
    for (let dy = 0; dy <= drawnRows - this.#picture.rows; dy += 1) {
      const ofRow = bestOfRow(sums, dy * cols, places, this.#used, least, best.score);
      if (ofRow.score > best.score) best = { ...ofRow, y: dy };
    }
    const { cell } = this.#picture;
    const x = ((drawnCols - this.#picture.cols) / 2 - best.x) * cell;
    const y = ((drawnRows - this.#picture.rows) / 2 - best.y) * cell;
    return { pose: { ...pose, x, y }, score: best.score };
  }

  /** The drawing, turned and sized, with its origin in the middle of a canvas. */
  #drawing({ rotation, scale, mirrored }: Omit<Pose, 'x' | 'y'>) {
    const { sin, cos } = this.#kernels.wasm;
    const [rows, cols] = [this.#rows, this.#cols];
    const { side, values: drawn } = this.#upright;
    const [c, s] = [(cos(rotation) * FINER) / scale, (sin(rotation) * FINER) / scale];
    const flip = mirrored ? -1 : 1;
    const { rows: drawnRows, cols: drawnCols } = this.#canvas;
    const values = new Float64Array(rows * cols);
    const squares = new Float64Array(rows * cols);
    const [middleX, middleY] = [drawnCols / 2, drawnRows / 2];
    const way = { c, s, flip, middleX, count: drawnCols };
    for (let row = 0; row < drawnRows; row += 1)
      sampleRow(values, squares, row * cols, drawn, side, way, row + 0.5 - middleY);
    return { values, squares, drawnRows, drawnCols };
  }

  /** Sums over the picture at every place in the drawing: with the picture's own values, and with 1. */
  #correlations(own: Complex) {
    const times = (a: Complex, b: Complex): Complex =>
      transformedFrom(this.#kernels, [this.#rows, this.#cols], true, (re, im) => {
        for (let from = 0; from < re.length; from += this.#cols)
          timesConjugate(a, b, re, im, from, from + this.#cols);
      });
    return { picture: times(own, this.#spectrum), window: times(own, this.#window) };
  }
}

/** The target unturned and of nominal size as the optics show it in focus, on finer cells, seen as far as any turn asks for. */
function upright(
  of: Subject,
  canvas: MeasuredLight,
  pitch_um: number,
): { readonly side: number; readonly values: Float64Array } {
  const { kernels, medium_wavelength_um } = of;
  const side = Math.ceil(FINER * DIAGONAL * Math.max(canvas.rows, canvas.cols));
  const cell = canvas.cell / FINER;
  const fine: MeasuredLight = { ...canvas, rows: side, cols: side, cell };
  const pose = { rotation: 0, scale: 1, mirrored: false, x: 0, y: 0 };
  const place = placeOf(pose, pitch_um, middleOf(fine), kernels.wasm);
  const subject = { ...of, pieces: [null], magnification: 1 };
  const optics = new Optics(kernels, fine, medium_wavelength_um, 0, canvas.filter ? 2 : 1);
  // a cell of the picture is the mean over its area
  const blur = (canvas.cell * canvas.cell) / 12;
  const field = predict(subject, optics, { places: [place], zeta: 0, blur, pupil: null, look: asDrawn });
  const values = Float64Array.from(field.re, (re, i) => Math.sqrt(re * re + field.im[i]! * field.im[i]!));
  return { side, values };
}

/** How a row of a turned drawing runs through the upright one. */
interface RowWay {
  readonly c: number;
  readonly s: number;
  readonly flip: number;
  readonly middleX: number;
  readonly count: number;
}

function sampleRow(
  values: Float64Array,
  squares: Float64Array,
  from: number,
  drawn: Float64Array,
  side: number,
  { c, s, flip, middleX, count }: RowWay,
  v: number,
): void {
  for (let col = 0, to = from; col < count; col += 1, to += 1) {
    const u = col + 0.5 - middleX;
    const x = flip * (c * u + s * v) + side / 2;
    const y = -s * u + c * v + side / 2;
    const value = sampled(drawn, side, x - 0.5, y - 0.5);
    values[to] = value;
    squares[to] = value * value;
  }
}

/** The place in a row that scores most, where that is more than so much. */
function bestOfRow(
  { picture, window }: { readonly picture: Complex; readonly window: Complex },
  from: number,
  count: number,
  used: number,
  least: number,
  than: number,
): { readonly score: number; readonly x: number } {
  let [best, x] = [than, 0];
  for (let k = 0; k < count; k += 1) {
    const sum = window.re[from + k]!;
    const varied = window.im[from + k]! - (sum * sum) / used;
    if (varied <= least) continue;
    const score = picture.re[from + k]! / Math.sqrt(varied);
    if (score > best) [best, x] = [score, k];
  }
  return { score: best, x };
}

function timesConjugate(
  a: Complex,
  b: Complex,
  re: Float32Array,
  im: Float32Array,
  from: number,
  to: number,
): void {
  for (let i = from; i < to; i += 1) {
    re[i] = a.re[i]! * b.re[i]! + a.im[i]! * b.im[i]!;
    im[i] = a.im[i]! * b.re[i]! - a.re[i]! * b.im[i]!;
  }
}

/** Between the nearest four samples; beyond the edge, the edge. */
function sampled(values: Float64Array, side: number, x: number, y: number): number {
  const most = side - 1.001;
  const u = x > 0 ? (x < most ? x : most) : 0;
  const v = y > 0 ? (y < most ? y : most) : 0;
  const left = u | 0;
  const top = v | 0;
  const dx = u - left;
  const dy = v - top;
  const i = top * side + left;
  return (
    (1 - dy) * ((1 - dx) * values[i]! + dx * values[i + 1]!) +
    dy * ((1 - dx) * values[i + side]! + dx * values[i + side + 1]!)
  );
}

function sumOf(values: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < values.length; i += 1) sum += values[i]!;
  return sum;
}

/** The picture less its mean, with unit norm, in the corner of a larger grid; and where it was measured. */
function centred({ rows, cols, re, weight }: MeasuredLight, fullRows: number, fullCols: number) {
  const values = new Float64Array(fullRows * fullCols);
  const window = new Float64Array(fullRows * fullCols);
  const used = weight.reduce((sum, w) => sum + (w > 0 ? 1 : 0), 0);
  const mean = re.reduce((sum, v, i) => sum + (weight[i]! > 0 ? v : 0), 0) / Math.max(1, used);
  let norm = 0;
  for (let row = 0; row < rows; row += 1) {
    for (let col = 0; col < cols; col += 1) {
      const from = row * cols + col;
      if (weight[from] === 0) continue;
      const to = row * fullCols + col;
      window[to] = 1;
      values[to] = re[from]! - mean;
      norm += values[to] * values[to];
    }
  }
  const scale = norm > 0 ? 1 / Math.sqrt(norm) : 0;
  return { values: values.map((v) => v * scale), window, used };
}
