import { solveSymmetric } from '../../fit/solve.ts';
import { legendreTerms, legendreValues } from '../../phase/legendre.ts';
import { endlessOptics, isLarge } from '../fit/part-of-frame.ts';
import { LIGHT_DEGREE } from '../model/light.ts';
import { cropped, type MeasuredLight } from '../model/measured.ts';
import { Optics } from '../model/optics.ts';
import { predictWith, type Subject } from '../model/predict.ts';
import { emptyComplex, transformed, type Complex } from '../model/spectrum.ts';
import type { State } from '../model/state.ts';
import { shiftSpectrum, subCellPeak } from './sub-cell-peak.ts';

/** A distance at which the drawing looks like the frame, and by how much it must be shifted for that. */
export interface DistanceFound {
  readonly state: State;
  readonly score: number;
}

/** Of so few distances none is left out: the best one may lie between two that look worse than a wrong one. */
const FEW = 5;
/** Cells along a side of the part of the frame that is compared: a larger one takes longer and says the same. */
const SIDE = 192;

/**
 * The drawing carried to the sensor over each of many distances and laid over what was measured there, where it fits
 * best: no twin image, and right even where a lattice's shadow images stand in for it.
 * @param zetas ascending
 * @returns the local maxima (all, where there are few), best first
 */
export function scanDistances(
  subject: Subject,
  whole: MeasuredLight,
  start: State,
  zetas: readonly number[],
  margin: number,
  options: { readonly fold: number; readonly onStep: () => void },
): DistanceFound[] {
  const part = cropped(whole, SIDE);
  const optics = isLarge(subject.model, whole)
    ? endlessOptics(subject, part, start.places[0]!)
    : new Optics(subject.kernels, part, subject.medium_wavelength_um, margin, options.fold);
  const moved = start.places.map(([a, b, c, d, e, f]) => [a, b, c - part.x, d, e, f - part.y] as const);
  // light that falls off looks like the edge of a ruled field
  const degree = subject.model.lattices.length > 0 ? LIGHT_DEGREE : 0;
  const seen = seenIn(subject, part, levelled(part, degree));
  const drawnAt = predictWith(subject, optics, { ...start, places: moved });
  const found = zetas.map((zeta) => {
    options.onStep();
    return { zeta, ...bestShift(subject, part, seen, drawnAt({ ...start, places: moved, zeta })) };
  });
  const isPeak = (k: number) =>
    found[k]!.score >= (found[k - 1]?.score ?? -1) && found[k]!.score >= (found[k + 1]?.score ?? -1);
  return found
    .filter((_, k) => zetas.length <= FEW || isPeak(k))
    .sort((p, q) => q.score - p.score)
    .map(({ zeta, score, x, y }) => ({
      score,
      state: {
        ...start,
        zeta,
        places: start.places.map(([a, b, c, d, e, f]) => [a, b, c + x, d, e, f + y] as const),
      },
    }));
}

/** What was measured less a smooth surface; 0 where nothing was measured. */
interface Seen {
  readonly field: Complex;
  readonly spectrum: Complex;
  readonly norm: number;
  /** the sum of what was measured */
  readonly even: { readonly re: number; readonly im: number };
}

function seenIn({ kernels }: Subject, { rows, cols, re, im, weight }: MeasuredLight, field: Complex): Seen {
  const total = (values: Float64Array) => values.reduce((sum, v, i) => sum + v * weight[i]!, 0);
  return {
    ...{ field, spectrum: transformed(kernels, field, rows, cols), norm: normOf(field) },
    even: { re: total(re), im: im ? total(im) : 0 },
  };
}

/** Takes the best fitting polynomial of x and y off each part. */
function levelled({ rows, cols, re, im, weight }: MeasuredLight, degree: number): Complex {
  const terms = legendreTerms(degree);
  const count = terms.length;
  const matrix = new Float64Array(count * count);
  const right = [new Float64Array(count), new Float64Array(count)] as const;
  const along = (side: number) =>
    Array.from({ length: side }, (_, k) => legendreValues((2 * k + 1) / side - 1, degree));
  const [px, py] = [along(cols), along(rows)];
  const values = new Float64Array(count);
  const each = (visit: (i: number) => void) => {
    for (let row = 0, i = 0; row < rows; row += 1) {
      for (let col = 0; col < cols; col += 1, i += 1) {
        if (weight[i] === 0) continue;
        for (let k = 0; k < count; k += 1) values[k] = px[col]![terms[k]!.b]! * py[row]![terms[k]!.a]!;
        visit(i);
      }
    }
  };
  each((i) => {
    for (let k = 0; k < count; k += 1) {
      right[0][k]! += values[k]! * re[i]!;
      if (im) right[1][k]! += values[k]! * im[i]!;
      for (let l = 0; l < count; l += 1) matrix[k * count + l]! += values[k]! * values[l]!;
    }
  });
  const surfaces = right.map((side) => solveSymmetric(matrix.slice(), side) ?? new Float64Array(count));
  const out = emptyComplex(rows * cols);
  each((i) => {
    const heights = surfaces.map((surface) => surface.reduce((sum, c, k) => sum + c * values[k]!, 0));
    out.re[i] = re[i]! - heights[0]!;
    if (im) out.im[i] = im[i]! - heights[1]!;
  });
  return out;
}

function normOf({ re, im }: Complex): number {
  let sum = 0;
  for (let i = 0; i < re.length; i += 1) sum += re[i]! * re[i]! + im[i]! * im[i]!;
  return Math.sqrt(sum);
}

function bestShift(
  { kernels }: Subject,
  part: MeasuredLight,
  seen: Seen,
  field: Complex,
): { score: number; x: number; y: number } {
  const { rows, cols, cell } = part;
  const isAmplitude = part.im === null;
  const [drawn, [meanRe, meanIm]] = lessMean(isAmplitude ? moduli(field) : field);
  const spectrum = transformed(kernels, drawn, rows, cols);
  const product = emptyComplex(rows * cols);
  for (let i = 0; i < product.re.length; i += 1) {
    product.re[i] = seen.spectrum.re[i]! * spectrum.re[i]! + seen.spectrum.im[i]! * spectrum.im[i]!;
    product.im[i] = seen.spectrum.im[i]! * spectrum.re[i]! - seen.spectrum.re[i]! * spectrum.im[i]!;
  }
  const sums = transformed(kernels, product, rows, cols, true);
  // beside the even part half a period is told from a whole one
  const { re: p, im: q } = seen.even;
  const [evenRe, evenIm] = isAmplitude ? [0, 0] : [p * meanRe + q * meanIm, q * meanRe - p * meanIm];
  const heightOf = (re: number, im: number) => {
    const u = re + evenRe;
    const v = im + evenIm;
    return isAmplitude ? u : Math.sqrt(u * u + v * v);
  };
  let best = { value: -1, at: 0 };
  for (let i = 0; i < product.re.length; i += 1) {
    const value = heightOf(sums.re[i]!, sums.im[i]!);
    if (value > best.value) best = { value, at: i };
  }
  const wrapped = (k: number, count: number) => (2 * k > count ? k - count : k);
  const from = {
    x: wrapped(best.at % cols, cols),
    y: wrapped(Math.floor(best.at / cols), rows),
  };
  const { x, y, value } = subCellPeak(kernels, product, [rows, cols], heightOf, from);
  if (isAmplitude)
    return { score: value / Math.max(1e-12, seen.norm * normOf(drawn)), x: x * cell, y: y * cell };
  shiftSpectrum(kernels, spectrum, [rows, cols], x, y);
  const shifted = transformed(kernels, spectrum, rows, cols, true);
  const there = { re: shifted.re.map((v) => v + meanRe), im: shifted.im.map((v) => v + meanIm) };
  return { score: likeness(part, there), x: x * cell, y: y * cell };
}

/** How well a whole field fits: how its even part stands to the diffracted ones tells the distance. */
function likeness({ re, im, weight }: MeasuredLight, field: Complex) {
  let [real, imaginary, seen, drawn] = [0, 0, 0, 0];
  for (let i = 0; i < re.length; i += 1) {
    if (weight[i] === 0) continue;
    const a = re[i]!;
    const b = im![i]!;
    const c = field.re[i]!;
    const d = field.im[i]!;
    real += a * c + b * d;
    imaginary += b * c - a * d;
    seen += a * a + b * b;
    drawn += c * c + d * d;
  }
  return Math.sqrt((real * real + imaginary * imaginary) / Math.max(1e-12, seen * drawn));
}

function lessMean({ re, im }: Complex): readonly [Complex, readonly [number, number]] {
  const count = re.length;
  let [a, b] = [0, 0];
  for (let i = 0; i < count; i += 1) {
    a += re[i]!;
    b += im[i]!;
  }
  a /= count;
  b /= count;
  const out = emptyComplex(count);
  for (let i = 0; i < count; i += 1) {
    out.re[i] = re[i]! - a;
    out.im[i] = im[i]! - b;
  }
  return [out, [a, b]];
}

function moduli({ re, im }: Complex): Complex {
  const out = emptyComplex(re.length);
  for (let i = 0; i < re.length; i += 1) out.re[i] = Math.sqrt(re[i]! * re[i]! + im[i]! * im[i]!);
  return out;
}
