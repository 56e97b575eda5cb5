import { wholeQuads } from '../kernel/complex-layout.ts';
import { corner, type ComplexPlane } from '../kernel/plane.ts';
import type { Kernels } from '../kernel/kernels.ts';
import { coefficientMatrix, legendreDerivatives, legendreTerms, legendreValues } from './legendre.ts';

/** target − model, as coefficients of the higher degree (legendreTerms of a lower degree are a prefix of it). */
export function subtractSeries(
  target: Float64Array,
  degree: number,
  model: Float64Array,
  highest: number,
): Float64Array {
  const out = new Float64Array(legendreTerms(highest).length);
  legendreTerms(degree).forEach((_, k) => (out[k] = target[k]!));
  for (let k = 0; k < out.length; k++) out[k]! -= model[k]!;
  return out;
}

/** Σ c_k P_a(y) P_b(x) at one place of the field's rectangle. */
export function evaluateSeries(coefficients: Float64Array, degree: number, x: number, y: number): number {
  const px = legendreValues(x, degree);
  const py = legendreValues(y, degree);
  return legendreTerms(degree).reduce((sum, { a, b }, k) => sum + coefficients[k]! * py[a]! * px[b]!, 0);
}

/** The same in the middles of count × count equal parts of the field, row by row. */
export function seriesOfParts(coefficients: Float64Array, degree: number, count: number): Float64Array {
  const terms = legendreTerms(degree);
  const along = Array.from({ length: count }, (_, k) => legendreValues((2 * (k + 0.5)) / count - 1, degree));
  const out = new Float64Array(count * count);
  along.forEach((py, j) =>
    along.forEach((px, i) => {
      let sum = 0;
      for (let k = 0; k < terms.length; k++) sum += coefficients[k]! * py[terms[k]!.a]! * px[terms[k]!.b]!;
      out[j * count + i] = sum;
    }),
  );
  return out;
}

/** Places along a side at which a series is looked at, the edges among them: it is steepest and least there. */
const PLACES = 9;

const placeAt = (k: number): number => (2 * k) / (PLACES - 1) - 1;

/** The least value of a series over the field's rectangle, edges and corners among the places. */
export function leastOfSeries(coefficients: Float64Array, degree: number): number {
  let least = Infinity;
  for (let k = 0; k < PLACES * PLACES; k++) {
    const [x, y] = [placeAt(k % PLACES), placeAt(Math.floor(k / PLACES))];
    least = Math.min(least, evaluateSeries(coefficients, degree, x, y));
  }
  return least;
}

/**
 * The steepest slope of a phase that spans a field, in cycles per camera pixel: by how much it moves a carrier.
 * @param field its samples, and camera pixels from one to the next
 */
export function steepestSlope(
  { degree, coefficients }: { readonly degree: number; readonly coefficients: Float64Array },
  field: { readonly rows: number; readonly cols: number; readonly stepX: number; readonly stepY: number },
): number {
  const perPixel = {
    x: 1 / (Math.PI * (field.cols - 1) * field.stepX),
    y: 1 / (Math.PI * (field.rows - 1) * field.stepY),
  };
  const places = Array.from({ length: PLACES }, (_, k) => {
    const at = placeAt(k);
    return { values: legendreValues(at, degree), slopes: legendreDerivatives(at, degree) };
  });
  let steepest = 0;
  for (const y of places)
    for (const x of places) {
      let [alongX, alongY] = [0, 0];
      legendreTerms(degree).forEach(({ a, b }, k) => {
        alongX += coefficients[k]! * y.values[a]! * x.slopes[b]!;
        alongY += coefficients[k]! * y.slopes[a]! * x.values[b]!;
      });
      alongX *= perPixel.x;
      alongY *= perPixel.y;
      steepest = Math.max(steepest, alongX * alongX + alongY * alongY);
    }
  return Math.sqrt(steepest);
}

/** A grid that a series is taken on: its coordinate at the first sample, and from one to the next. */
export interface SeriesGrid {
  readonly first: number;
  readonly stepX: number;
  readonly stepY: number;
}

/**
 * Divides a field by amplitude · exp(i phase), both Legendre series in the order of {@link legendreTerms}.
 * @param least share of its constant term that the amplitude is never taken to be below
 * @param grid where the samples lie; default: the series spans them
 */
export function divide(
  kernels: Kernels,
  plane: ComplexPlane,
  rows: number,
  cols: number,
  phaseDegree: number,
  phase: Float64Array,
  amplitudeDegree: number,
  amplitude: Float64Array,
  least = 0,
  { first, stepX, stepY }: SeriesGrid = { first: -1, stepX: 2 / (cols - 1), stepY: 2 / (rows - 1) },
): void {
  const { wasm } = kernels;
  const degree = Math.max(phaseDegree, amplitudeDegree, 1);
  const countX = wholeQuads(cols);
  using scratch = kernels.scope();
  const tableX = scratch.doubles(countX * (degree + 1));
  const tableY = scratch.doubles(rows * (degree + 1));
  wasm.legendreTable(tableX, { count: countX, degree, first, step: stepX });
  wasm.legendreTable(tableY, { count: rows, degree, first, step: stepY });
  const terms = (degree + 1) * (degree + 1);
  const phaseBlock = scratch.doubles(terms);
  const amplitudeBlock = scratch.doubles(terms);
  const room = scratch.scratch(64 + 16 * (degree + 1));
  kernels.doubles(phaseBlock, terms).set(
    coefficientMatrix(
      phase.map((c) => c / (2 * Math.PI)),
      degree,
    ),
  );
  kernels.doubles(amplitudeBlock, terms).set(coefficientMatrix(amplitude, degree));
  const leastAmplitude = least * Math.abs(amplitude[0]!);
  const series = { countX, countY: rows, degree, leastAmplitude };
  wasm.removeBackground(corner(plane, rows, cols), tableX, tableY, phaseBlock, amplitudeBlock, room, series);
}
