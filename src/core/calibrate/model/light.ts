import { solveSymmetric } from '../../fit/solve.ts';
import { legendreTerms, legendreValues } from '../../phase/legendre.ts';
import type { MeasuredLight } from './measured.ts';
import type { Complex } from './spectrum.ts';

/**
 * Of the light's amplitude over a frame, wherever it is fitted: to its first order a beam and a lens fall off as the square,
 * and one that is not centred falls off to one side. These terms are the model, not a number to tune; what a degree more would
 * change is a line of the budget (`light_at_sensor`). Of a chart in-line the light has as many as the frame asks for (`asUneven`).
 */
export const LIGHT_DEGREE = 2;
/** Of what optics add to the phase: the primary aberrations (Seidel's) end with the fourth power, spherical aberration's. */
export const HIGHEST_DEGREE = 4;

/**
 * Slow changes over the frame that are the light's and not the target's: its amplitude exp(Σ α P(x) P(y)) and, off-axis,
 * the phase Σ β P(x) P(y) that the optics add at the sensor. x and y run from −1 to 1 over the frame, edge to edge.
 */
export interface Light {
  readonly amplitudeDegree: number;
  /** in the order of `legendreTerms` */
  readonly amplitude: Float64Array;
  /** −1: none */
  readonly phaseDegree: number;
  readonly phase: Float64Array;
}

export function evenLight(amplitudeDegree: number, phaseDegree: number): Light {
  return {
    ...{ amplitudeDegree, amplitude: new Float64Array(legendreTerms(amplitudeDegree).length) },
    ...{ phaseDegree, phase: new Float64Array(phaseDegree < 0 ? 0 : legendreTerms(phaseDegree).length) },
  };
}

/** The same light described with terms up to other degrees; what these lack is left out. */
export function withDegrees(light: Light, amplitudeDegree: number, phaseDegree: number): Light {
  const empty = evenLight(amplitudeDegree, phaseDegree);
  empty.amplitude.set(light.amplitude.subarray(0, empty.amplitude.length));
  empty.phase.set(light.phase.subarray(0, empty.phase.length));
  return empty;
}

/**
 * P_b(x) P_a(y) at every measured cell, for every term up to a degree.
 * @param over what x and y are −1 to 1 over, in such cells; absent: all of them
 */
export function lightTables(
  { rows, cols }: Pick<MeasuredLight, 'rows' | 'cols'>,
  degree: number,
  over: { readonly rows: number; readonly cols: number } = { rows, cols },
): Float32Array[] {
  if (degree < 0) return [];
  const along = (count: number, side: number) =>
    Array.from({ length: count }, (_, k) => legendreValues((2 * k + 1) / side - 1, degree));
  const [px, py] = [along(cols, over.cols), along(rows, over.rows)];
  const acrossOf = Array.from({ length: degree + 1 }, (_, b) => Float64Array.from(px, (own) => own[b]!));
  return legendreTerms(degree).map(({ a, b }) => {
    const table = new Float32Array(rows * cols);
    for (let row = 0; row < rows; row += 1) timesOfRow(table, row * cols, acrossOf[b]!, py[row]![a]!);
    return table;
  });
}

function timesOfRow(table: Float32Array, from: number, across: Float64Array, by: number): void {
  for (let col = 0, i = from; col < across.length; col += 1, i += 1) table[i] = across[col]! * by;
}

/** Cells whose light is made together: as many as stay in a processor's nearest memory. */
const TOGETHER = 512;

/** exp(Σ (α + iβ) P) at every cell. */
export function lightField(
  light: Light,
  tables: readonly Float32Array[],
  wasm: { exp(x: number): number; sin(x: number): number; cos(x: number): number },
): Complex {
  const count = tables[0]!.length;
  const re = new Float32Array(count);
  const im = new Float32Array(count);
  const [size, turn] = [new Float64Array(TOGETHER), new Float64Array(TOGETHER)];
  for (let from = 0; from < count; from += TOGETHER) {
    const to = Math.min(count, from + TOGETHER);
    size.fill(0);
    light.amplitude.forEach((by, k) => addTimes(size, by, tables[k]!, from, to));
    turn.fill(0);
    light.phase.forEach((by, k) => addTimes(turn, by, tables[k]!, from, to));
    for (let i = from; i < to; i += 1) {
      const modulus = wasm.exp(Math.min(3, Math.max(-3, size[i - from]!)));
      const angle = turn[i - from]!;
      re[i] = angle === 0 ? modulus : modulus * wasm.cos(angle);
      im[i] = angle === 0 ? 0 : modulus * wasm.sin(angle);
    }
  }
  return { re, im };
}

function addTimes(sum: Float64Array, by: number, table: Float32Array, from: number, to: number): void {
  for (let i = from; i < to; i += 1) sum[i - from]! += by * table[i]!;
}

/** Cells: where a part of a frame begins, and how large it is. */
interface Part {
  readonly rows: number;
  readonly cols: number;
  readonly left: number;
  readonly top: number;
}

/** The same light over a part of a frame: a polynomial of a degree is one over any part. */
export function lightOver(light: Light, whole: Pick<Part, 'rows' | 'cols'>, part: Part): Light {
  const places = Array.from({ length: 9 }, (_, k) => (k - 4) / 4);
  const over = (coefficients: Float64Array, degree: number) => {
    if (degree < 0) return coefficients;
    const terms = legendreTerms(degree);
    const count = terms.length;
    const [matrix, right] = [new Float64Array(count * count), new Float64Array(count)];
    const rowOf = (x: number, y: number) => {
      const [px, py] = [legendreValues(x, degree), legendreValues(y, degree)];
      return terms.map(({ a, b }) => py[a]! * px[b]!);
    };
    for (const y of places) {
      for (const x of places) {
        const own = rowOf(x, y);
        const u = (2 * part.left + part.cols * (1 + x)) / whole.cols - 1;
        const v = (2 * part.top + part.rows * (1 + y)) / whole.rows - 1;
        const value = rowOf(u, v).reduce((sum, term, k) => sum + term * coefficients[k]!, 0);
        own.forEach((term, k) => {
          right[k]! += term * value;
          own.forEach((other, l) => (matrix[k * count + l]! += term * other));
        });
      }
    }
    return solveSymmetric(matrix, right) ?? coefficients;
  };
  return {
    ...light,
    amplitude: over(light.amplitude, light.amplitudeDegree),
    phase: over(light.phase, light.phaseDegree),
  };
}
