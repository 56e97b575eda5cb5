import type { Measured } from './measured.ts';
import { Optics } from './optics.ts';
import { predict, type Subject } from './predict.ts';
import { transformed, type Complex } from './spectrum.ts';
import type { State } from './state.ts';

/** A distance at which the drawing looks like the frame, and by how much it must be shifted for that. */
export interface DistanceFound {
  readonly state: State;
  readonly score: number;
}

/** Cells along a side of the part of the frame that is compared. */
const SIDE = 192;
/** Of so few distances none is left out: the best one may lie between two that look worse than a wrong one. */
const FEW = 5;

/** The middle of what was measured; places in it are places in the frame less `x`, `y` (camera pixels). */
export function cropped(
  measured: Measured,
  side: number,
): Measured & { readonly x: number; readonly y: number } {
  const rows = Math.min(side, measured.rows);
  const cols = Math.min(side, measured.cols);
  const top = (measured.rows - rows) >> 1;
  const left = (measured.cols - cols) >> 1;
  const cut = (values: Float64Array) => {
    const out = new Float64Array(rows * cols);
    for (let row = 0; row < rows; row += 1) {
      const from = (row + top) * measured.cols + left;
      out.set(values.subarray(from, from + cols), row * cols);
    }
    return out;
  };
  return {
    ...{ ...measured, rows, cols, re: cut(measured.re), weight: cut(measured.weight) },
    ...{ im: measured.im && cut(measured.im), x: left * measured.cell, y: top * measured.cell },
  };
}

/**
 * The drawing carried to the sensor over each of many distances and laid over what was measured there, where it fits
 * best: no twin image, and right even where a lattice's shadow images stand in for it.
 * @param zetas ascending
 * @returns the local maxima (all, where there are few), best first
 */
export function scanDistances(
  subject: Subject,
  whole: Measured,
  start: State,
  zetas: readonly number[],
  margin: number,
  options: { readonly fold: number; readonly onStep: () => void },
): DistanceFound[] {
  const part = cropped(whole, SIDE);
  const optics = new Optics(subject.kernels, part, subject.wavelength_um, margin, options.fold);
  const moved = start.places.map(([a, b, c, d, e, f]) => [a, b, c - part.x, d, e, f - part.y] as const);
  const seen = centred(part, part.re, part.im);
  const spectrum = transformed(subject.kernels, seen.field, part.rows, part.cols);
  const found = zetas.map((zeta) => {
    options.onStep();
    const field = predict(subject, optics, { ...start, places: moved, zeta });
    const best = bestShift(subject, part, spectrum, seen.norm, field);
    return { zeta, ...best };
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

function centred(measured: Measured, re: ArrayLike<number>, im: ArrayLike<number> | null) {
  const count = measured.weight.length;
  const field = { re: new Float32Array(count), im: new Float32Array(count) };
  let [used, sumRe, sumIm] = [0, 0, 0];
  for (let i = 0; i < count; i += 1) {
    if (measured.weight[i] === 0) continue;
    used += 1;
    sumRe += re[i]!;
    sumIm += im ? im[i]! : 0;
  }
  // of a field the even part stays: how it stands to the diffracted ones is what tells the distance
  const [meanRe, meanIm] = im ? [0, 0] : [sumRe / used, sumIm / used];
  let norm = 0;
  for (let i = 0; i < count; i += 1) {
    if (measured.weight[i] === 0) continue;
    field.re[i] = re[i]! - meanRe;
    field.im[i] = im ? im[i]! - meanIm : 0;
    norm += field.re[i]! * field.re[i]! + field.im[i]! * field.im[i]!;
  }
  return { field, norm: Math.sqrt(norm) };
}

function bestShift(
  { kernels }: Subject,
  part: Measured,
  spectrum: Complex,
  norm: number,
  field: Complex,
): { score: number; x: number; y: number } {
  const { rows, cols, cell } = part;
  const modulus = part.im === null ? moduli(field) : null;
  const own = modulus ? centred(part, modulus, null) : centred(part, field.re, field.im);
  const drawn = transformed(kernels, own.field, rows, cols);
  const product = { re: new Float32Array(rows * cols), im: new Float32Array(rows * cols) };
  for (let i = 0; i < product.re.length; i += 1) {
    product.re[i] = spectrum.re[i]! * drawn.re[i]! + spectrum.im[i]! * drawn.im[i]!;
    product.im[i] = spectrum.im[i]! * drawn.re[i]! - spectrum.re[i]! * drawn.im[i]!;
  }
  const sums = transformed(kernels, product, rows, cols, true);
  let best = { value: -1, at: 0 };
  for (let i = 0; i < product.re.length; i += 1) {
    const value =
      part.im === null ? sums.re[i]! : Math.sqrt(sums.re[i]! * sums.re[i]! + sums.im[i]! * sums.im[i]!);
    if (value > best.value) best = { value, at: i };
  }
  const wrapped = (k: number, count: number) => (2 * k > count ? k - count : k) * cell;
  return {
    score: best.value / Math.max(1e-12, norm * own.norm),
    x: wrapped(best.at % cols, cols),
    y: wrapped(Math.floor(best.at / cols), rows),
  };
}

function moduli(field: Complex): Float32Array {
  return field.re.map((re, i) => Math.sqrt(re * re + field.im[i]! * field.im[i]!));
}
