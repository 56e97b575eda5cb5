import type { Kernels } from '../../kernel/kernels.ts';
import type { TargetToFrame } from '../../rig/calibration.ts';
import type { MeasuredLight } from './measured.ts';
import { frequencyOf } from './spectrum.ts';

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
  /** where a target lies in the frame: of one of which a period is drawn */
  readonly place?: TargetToFrame;
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
 * Factors on frequencies from 0 up, `half` of them to a row: they are the same at −fx and at −fy. Diffraction over a distance,
 * what the camera's cells average and a filter passes; and the blur and the pupil.
 */
export interface Quarter {
  readonly half: number;
  readonly re: Float64Array;
  readonly im: Float64Array;
}

interface Way extends Quarter {
  readonly zeta: number;
  readonly pitch_um: number;
  readonly ratio: number;
}

/** What a path makes of each frequency; what of it stays the same from one path to the next is kept. */
export class PathResponse {
  readonly #kernels: Kernels;
  readonly #grid: Grid;
  readonly #filter: MeasuredLight['filter'];
  readonly #wavelength: number;
  #way: Way | null = null;
  #passed: { readonly path: Path; readonly response: Quarter } | null = null;
  #shift: { readonly x: Turns; readonly y: Turns } | null = null;

  constructor(kernels: Kernels, grid: Grid, filter: MeasuredLight['filter'], medium_wavelength_um: number) {
    this.#kernels = kernels;
    this.#grid = grid;
    this.#filter = filter;
    this.#wavelength = medium_wavelength_um;
  }

  /** What a canvas cell's spectrum is multiplied by, to become that of what is measured, beside {@link shift}. */
  to(path: Path): Quarter {
    if (this.#passed && isSamePath(this.#passed.path, path)) return this.#passed.response;
    const { rows, cols, cell } = this.#grid;
    const way = this.#wayOf(path);
    const { half } = way;
    const { exp } = this.#kernels.wasm;
    const [fx, fy] = [frequenciesOf(cols, cell), frequenciesOf(rows, cell)];
    const blurred = (f: number) => exp(-2 * Math.PI * Math.PI * path.blur * f * f);
    const [blurX, blurY] = [fx.map(blurred), fy.map(blurred)];
    const passes = path.pupil === null ? null : this.#within(rimOf(path.pupil));
    const response = { half, re: new Float64Array(way.re.length), im: new Float64Array(way.re.length) };
    for (let row = 0, at = 0; 2 * row <= rows; row += 1) {
      for (let col = 0; col < half; col += 1, at += 1) {
        let size = blurX[col]! * blurY[row]!;
        if (passes) size *= passes(fx[col]! * fx[col]! + fy[row]! * fy[row]!);
        response.re[at] = size * way.re[at]!;
        response.im[at] = size * way.im[at]!;
      }
    }
    this.#passed = { path, response };
    return response;
  }

  /** Whether what passes ends at a pupil or a filter. */
  hasRims({ pupil }: Path): boolean {
    return pupil !== null || this.#filter !== null;
  }

  /** Whether the grid has enough frequencies across each of them. */
  resolvesRims({ pupil }: Path): boolean {
    const { rows, cols, cell } = this.#grid;
    const step = 1 / (Math.min(rows, cols) * cell);
    return this.#rimsOf(pupil).every(({ pass, stop }) => stop - pass >= RESOLVED * step);
  }

  #rimsOf(pupil: number | null) {
    return [pupil === null ? null : rimOf(pupil), this.#filter].filter((rim) => rim !== null);
  }

  /**
   * By how much a rim takes less of each frequency when that is lower by a share of itself, times all that {@link to} gives
   * beside the rims.
   */
  atRims(path: Path): Quarter {
    const { rows, cols, cell } = this.#grid;
    const open = this.to(path);
    const rims = this.#rimsOf(path.pupil);
    const { half } = open;
    const out = { half, re: new Float64Array(open.re.length), im: new Float64Array(open.re.length) };
    const [fx, fy] = [frequenciesOf(cols, cell), frequenciesOf(rows, cell)];
    const { raisedCosine } = this.#kernels.wasm;
    for (let row = 0, at = 0; 2 * row <= rows; row += 1) {
      for (let col = 0; col < half; col += 1, at += 1) {
        const f = Math.sqrt(fx[col]! * fx[col]! + fy[row]! * fy[row]!);
        if (rims.every(({ pass, stop }) => f < pass || f > stop)) continue;
        const passed = (by: number) =>
          rims.reduce((product, { pass, stop }) => product * raisedCosine(by * f, pass, stop), 1);
        const now = passed(1);
        // where next to nothing passes the rest is not told from it, and it does not matter
        if (now < LEAST_PASSED) continue;
        const share = (passed(1 + RIM_STEP) - passed(1 - RIM_STEP)) / (2 * RIM_STEP * now);
        out.re[at] = share * open.re[at]!;
        out.im[at] = share * open.im[at]!;
      }
    }
    return out;
  }

  /** What the middles of measured cells lie beside those of the canvas's cells they begin with, as turns of each frequency; null: nothing. */
  get shift(): { readonly x: Turns; readonly y: Turns } | null {
    const { rows, cols, cell, canvasCell } = this.#grid;
    const offset = (cell - canvasCell) / 2 / cell;
    if (offset === 0) return null;
    return (this.#shift ??= { x: turns(cols, offset, this.#kernels), y: turns(rows, offset, this.#kernels) });
  }

  /** What a rim leaves of a frequency, by its square. */
  #within({ pass, stop }: { readonly pass: number; readonly stop: number }): (square: number) => number {
    const { raisedCosine } = this.#kernels.wasm;
    const [all, none] = [pass * pass, stop * stop];
    return (square) => {
      if (square <= all) return 1;
      return square >= none ? 0 : raisedCosine(Math.sqrt(square), pass, stop);
    };
  }

  /** Good until it is asked for another distance or pitch. */
  #wayOf({ zeta, pitch_um, ratio }: Path): Way {
    const before = this.#way;
    if (before?.zeta === zeta && before.pitch_um === pitch_um && before.ratio === ratio) return before;
    const { rows, cols, cell } = this.#grid;
    const half = (cols >> 1) + 1;
    const quarter = half * ((rows >> 1) + 1);
    const { re, im } = { re: new Float64Array(quarter), im: new Float64Array(quarter) };
    const { sin, cos } = this.#kernels.wasm;
    const passes = this.#filter && this.#within(this.#filter);
    const inverse = 1 / this.#wavelength;
    const area = pitch_um * pitch_um;
    const [fx, fy] = [frequenciesOf(cols, cell), frequenciesOf(rows, cell)];
    const [boxX, boxY] = [this.#box(cols), this.#box(rows)];
    for (let row = 0, at = 0; 2 * row <= rows; row += 1) {
      for (let col = 0; col < half; col += 1, at += 1) {
        const alongX = fx[col]! * fx[col]!;
        const alongY = fy[row]! * fy[row]!;
        const size = boxX[col]! * boxY[row]! * (passes ? passes(alongX + alongY) : 1);
        // as a camera with square pixels of the mean size would have it
        const squareX = alongX / ratio;
        const squareY = alongY * ratio;
        const square = squareX + squareY;
        const axial = inverse * inverse - square / area;
        if (axial <= 0 || size === 0) continue;
        // √a − b = −f²/(√a + b) keeps the digits that a difference of near numbers loses
        const turn = (-2 * Math.PI * square) / (Math.sqrt(axial) + inverse);
        re[at] = size * cos(turn * zeta);
        im[at] = size * sin(turn * zeta);
      }
    }
    this.#way = { zeta, pitch_um, ratio, half, re, im };
    return this.#way;
  }

  /** What a measured cell's mean takes of each frequency, over what a canvas cell's has taken already. */
  #box(count: number): Float64Array {
    const { sin } = this.#kernels.wasm;
    const { cell, canvasCell } = this.#grid;
    const mean = (f: number) => sinc(f * cell, sin) / sinc(f * canvasCell, sin);
    return frequenciesOf(count, cell).map((f) => (cell > canvasCell ? mean(f) : 1));
  }
}

/**
 * By how much light of a frequency, in cycles per camera pixel along x and y, lags at the sensor behind light that passes straight on, rad; null: such
 * light does not travel.
 */
export function delayAt(
  { zeta, pitch_um, ratio }: Pick<Path, 'zeta' | 'pitch_um' | 'ratio'>,
  medium_wavelength_um: number,
): (fx: number, fy: number) => number | null {
  const inverse = 1 / medium_wavelength_um;
  return (fx, fy) => {
    const square = (fx * fx) / ratio + fy * fy * ratio;
    const axial = inverse * inverse - square / (pitch_um * pitch_um);
    return axial > 0 ? (2 * Math.PI * square * zeta) / (Math.sqrt(axial) + inverse) : null;
  };
}

/** What a path makes of one frequency, cycles per camera pixel: by what it is multiplied and turned (rad). */
export function factorAt({ wasm }: Kernels, path: Path, medium_wavelength_um: number) {
  const { blur, pupil } = path;
  const delay = delayAt(path, medium_wavelength_um);
  const rim = pupil === null ? null : rimOf(pupil);
  return (fx: number, fy: number): { readonly size: number; readonly turn: number } => {
    const late = delay(fx, fy);
    if (late === null) return { size: 0, turn: 0 };
    const seen = fx * fx + fy * fy;
    const passed = rim ? wasm.raisedCosine(Math.sqrt(seen), rim.pass, rim.stop) : 1;
    const size = passed * wasm.exp(-2 * Math.PI * Math.PI * blur * seen);
    return { size, turn: -late };
  };
}

/** By how much a rim takes less of a frequency when that is lower by a share of itself. */
export function rimSlopeAt({ wasm }: Kernels, { pass, stop }: ReturnType<typeof rimOf>) {
  return (f: number): number => {
    if (f < pass || f > stop) return 0;
    const passed = (by: number) => wasm.raisedCosine(by * f, pass, stop);
    const now = passed(1);
    if (now < LEAST_PASSED) return 0;
    return (passed(1 + RIM_STEP) - passed(1 - RIM_STEP)) / (2 * RIM_STEP * now);
  };
}

/** Frequencies of a grid across a rim whose slope it shows. */
const RESOLVED = 3;
/** Of what passes, less than which a rim has cut off. */
const LEAST_PASSED = 1e-3;
/** Share of a frequency: a hundredth of how wide the narrowest rim is. */
const RIM_STEP = 2e-4;

export interface Turns {
  readonly re: Float64Array;
  readonly im: Float64Array;
}

/** exp(2πi f · shift) for every frequency along a side, `shift` in samples. */
function turns(count: number, shift: number, { wasm }: Kernels): Turns {
  const angles = Float64Array.from({ length: count }, (_, k) => 2 * Math.PI * frequencyOf(k, count) * shift);
  return { re: angles.map((angle) => wasm.cos(angle)), im: angles.map((angle) => wasm.sin(angle)) };
}

export function isSamePath(a: Path, b: Path): boolean {
  const isSameWay = a.zeta === b.zeta && a.pitch_um === b.pitch_um && a.ratio === b.ratio;
  return isSameWay && a.blur === b.blur && a.pupil === b.pupil;
}

/** A disc's rim is 2 % of its radius wide, so that the fit changes smoothly with it. */
export function rimOf(radius: number) {
  return { pass: 0.99 * radius, stop: 1.01 * radius };
}

/** Cycles per camera pixel of each index along a side. */
export function frequenciesOf(count: number, cell: number): Float64Array {
  return Float64Array.from({ length: count }, (_, k) => frequencyOf(k, count) / cell);
}

/** sin(πt)/(πt), by the series' own zeros where it matters: t stays below ½ here. */
export function sinc(t: number, sin: (x: number) => number): number {
  return t === 0 ? 1 : sin(Math.PI * t) / (Math.PI * t);
}
