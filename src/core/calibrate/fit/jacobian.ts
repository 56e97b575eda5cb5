import type { Light } from '../model/light.ts';
import type { MeasuredLight } from '../model/measured.ts';
import type { Complex } from '../model/spectrum.ts';

/** A frame beside what the scene draws of it, and how that changes with each unknown. All of them cell by cell. */
export interface Linearised {
  readonly measured: MeasuredLight;
  /** 0: the cell does not count */
  readonly weight: Float64Array;
  /** of an intensity, what makes it one of the amplitude */
  readonly gauge: Float32Array;
  readonly field: Complex;
  /** of the field with each unknown of the state */
  readonly slopes: readonly Complex[];
  readonly light: Light;
  /** one for each term of the light */
  readonly tables: readonly Float32Array[];
  /** the light as its terms make it */
  readonly lit: Complex;
  /** see `FitSettings` */
  readonly parts: number;
}

/** A part of the frame, in cells; `right` and `bottom` lie beyond it. */
interface Bounds {
  readonly top: number;
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
}

/** Writes √w J and √w r of the cells in a part of the frame, and says how many rows those are. */
type Jacobian = (bounds: Bounds, columns: number, j: Float64Array, r: Float64Array) => number;

export function jacobianOf(linear: Linearised): Jacobian {
  const { measured, weight } = linear;
  const fill = measured.im ? ofField(linear, measured.im) : ofIntensity(linear, TOGETHER);
  let used: Used = { at: new Int32Array(0), w: new Float64Array(0), count: 0 };
  return ({ top, left, bottom, right }, columns, j, r) => {
    const most = (bottom - top) * (right - left);
    if (used.at.length < most) used = { at: new Int32Array(most), w: new Float64Array(most), count: 0 };
    const { at, w } = used;
    let count = 0;
    for (let row = top; row < bottom; row += 1) {
      for (let i = row * measured.cols + left; i < row * measured.cols + right; i += 1) {
        if (weight[i] === 0) continue;
        at[count] = i;
        w[count] = Math.sqrt(weight[i]!);
        count += 1;
      }
    }
    let filled = 0;
    for (let from = 0; from < count; from += TOGETHER) {
      const to = Math.min(count, from + TOGETHER);
      const own = { at: at.subarray(from, to), w: w.subarray(from, to), count: to - from };
      filled += fill(own, columns, j.subarray(filled * columns), r.subarray(filled));
    }
    return filled;
  };
}

/** Cells whose rows are filled together, column by column: as many as stay in a processor's nearest memory. */
const TOGETHER = 32;

/** Cells that count, and the roots of their weights. */
interface Used {
  readonly at: Int32Array;
  readonly w: Float64Array;
  readonly count: number;
}

/** Writes what belongs to such cells, a column after the other, and says how many rows those are. */
type OfCells = (used: Used, columns: number, j: Float64Array, r: Float64Array) => number;

/** One row for each cell, of so many at a time at most: its intensity, in units of the amplitude. */
function ofIntensity(linear: Linearised, most: number): OfCells {
  const { gauge, slopes, light, tables } = linear;
  const { re: fieldRe, im: fieldIm } = linear.field;
  const [{ re: litRe }, { re: measuredRe }] = [linear.lit, linear.measured];
  const amplitudes = light.amplitude.length;
  const [u, v, twice] = [new Float64Array(most), new Float64Array(most), new Float64Array(most)];
  return ({ at, w, count }, columns, j, r) => {
    for (let n = 0; n < count; n += 1) {
      const i = at[n]!;
      const a = fieldRe[i]!;
      const b = fieldIm[i]!;
      const lit2 = w[n]! * litRe[i]! * litRe[i]! * gauge[i]!;
      const intensity = lit2 * (a * a + b * b);
      u[n] = 2 * lit2 * a;
      v[n] = 2 * lit2 * b;
      twice[n] = 2 * intensity;
      const value = measuredRe[i]!;
      r[n] = w[n]! * value * Math.abs(value) * gauge[i]! - intensity;
    }
    // two at a time: what is the same for all columns is read half as often
    for (let k = 0; k < slopes.length; k += 2)
      putSlopes(j, k, columns, u, v, slopes[k]!, slopes[k + 1] ?? null, at, count);
    for (let k = 0; k < amplitudes; k += 2)
      putTerms(
        j,
        slopes.length + k,
        columns,
        twice,
        tables[k]!,
        k + 1 < amplitudes ? tables[k + 1]! : null,
        at,
        count,
      );
    clear(j, slopes.length + amplitudes, columns, count);
    return count;
  };
}

/** What an unknown does to each of so many cells' intensities, and the next one. */
function putSlopes(
  j: Float64Array,
  first: number,
  columns: number,
  u: Float64Array,
  v: Float64Array,
  { re, im }: Complex,
  next: Complex | null,
  at: Int32Array,
  count: number,
): void {
  if (!next) {
    for (let n = 0, to = first; n < count; n += 1, to += columns)
      j[to] = u[n]! * re[at[n]!]! + v[n]! * im[at[n]!]!;
    return;
  }
  const { re: nextRe, im: nextIm } = next;
  for (let n = 0, to = first; n < count; n += 1, to += columns) {
    const i = at[n]!;
    const a = u[n]!;
    const b = v[n]!;
    j[to] = a * re[i]! + b * im[i]!;
    j[to + 1] = a * nextRe[i]! + b * nextIm[i]!;
  }
}

/** What a term of the light does to them, and the next one. */
function putTerms(
  j: Float64Array,
  first: number,
  columns: number,
  twice: Float64Array,
  table: Float32Array,
  next: Float32Array | null,
  at: Int32Array,
  count: number,
): void {
  if (!next) {
    for (let n = 0, to = first; n < count; n += 1, to += columns) j[to] = twice[n]! * table[at[n]!]!;
    return;
  }
  for (let n = 0, to = first; n < count; n += 1, to += columns) {
    const i = at[n]!;
    j[to] = twice[n]! * table[i]!;
    j[to + 1] = twice[n]! * next[i]!;
  }
}

/** A last column that belongs to nothing. */
function clear(j: Float64Array, from: number, columns: number, rows: number): void {
  if (from < columns) for (let n = 0, to = from; n < rows; n += 1, to += columns) j[to] = 0;
}

/** In-line: what a solution leaves of each cell's residual, without its weight. */
export function residualsAfter(linear: Linearised, solution: Float64Array): Float64Array {
  const { measured, slopes, light } = linear;
  const columns = slopes.length + light.amplitude.length;
  const fill = ofIntensity(linear, linear.measured.cols);
  const { rows, cols } = measured;
  const out = new Float64Array(rows * cols);
  const j = new Float64Array(cols * columns);
  const used = { at: new Int32Array(cols), w: new Float64Array(cols).fill(1), count: cols };
  for (let row = 0; row < rows; row += 1) {
    for (let col = 0; col < cols; col += 1) used.at[col] = row * cols + col;
    const left = out.subarray(row * cols, (row + 1) * cols);
    fill(used, columns, j, left);
    for (let col = 0; col < cols; col += 1)
      for (let k = 0; k < columns; k += 1) left[col]! -= j[col * columns + k]! * solution[k]!;
  }
  return out;
}

/** Two rows for each cell: the real part of its field, then the imaginary one. */
function ofField(linear: Linearised, imaginary: Float64Array): OfCells {
  const { slopes, light, tables } = linear;
  const { re: fieldRe, im: fieldIm } = linear.field;
  const { re: litRe, im: litIm } = linear.lit;
  const { re: measuredRe } = linear.measured;
  const [amplitudes, phases] = [light.amplitude.length, light.phase.length];
  const [c, d] = [new Float64Array(TOGETHER), new Float64Array(TOGETHER)];
  const [re, im] = [new Float64Array(TOGETHER), new Float64Array(TOGETHER)];
  return ({ at, w, count }, columns, j, r) => {
    for (let n = 0; n < count; n += 1) {
      const i = at[n]!;
      const a = fieldRe[i]!;
      const b = fieldIm[i]!;
      const x = w[n]! * litRe[i]!;
      const y = w[n]! * litIm[i]!;
      c[n] = x;
      d[n] = y;
      re[n] = a * x - b * y;
      im[n] = a * y + b * x;
      r[2 * n] = w[n]! * measuredRe[i]! - re[n]!;
      r[2 * n + 1] = w[n]! * imaginary[i]! - im[n]!;
    }
    slopes.forEach(({ re: slopeRe, im: slopeIm }, k) => {
      for (let n = 0, to = k; n < count; n += 1, to += 2 * columns) {
        const x = slopeRe[at[n]!]!;
        const y = slopeIm[at[n]!]!;
        j[to] = x * c[n]! - y * d[n]!;
        j[to + columns] = x * d[n]! + y * c[n]!;
      }
    });
    for (let k = 0; k < amplitudes + phases; k += 1) {
      const isPhase = k >= amplitudes;
      const table = tables[isPhase ? k - amplitudes : k]!;
      for (let n = 0, to = slopes.length + k; n < count; n += 1, to += 2 * columns) {
        const value = table[at[n]!]!;
        j[to] = isPhase ? -im[n]! * value : re[n]! * value;
        j[to + columns] = (isPhase ? re[n]! : im[n]!) * value;
      }
    }
    clear(j, slopes.length + amplitudes + phases, columns, 2 * count);
    return 2 * count;
  };
}
