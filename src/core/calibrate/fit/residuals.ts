import { medianInPlace } from '../../fit/median.ts';
import type { KernelExports } from '../../kernel/exports.ts';
import type { MeasuredLight } from '../model/measured.ts';
import type { Complex } from '../model/spectrum.ts';
import type { FitSettings } from './fit-settings.ts';

/** What the camera sees of a field: its intensity (in-line), or the field itself (off-axis). */
export function mixed(field: Complex, light: Complex, isAmplitude: boolean): Complex {
  const count = field.re.length;
  const re = new Float32Array(count);
  const im = new Float32Array(count);
  for (let i = 0; i < count; i += 1) {
    const a = field.re[i]!;
    const b = field.im[i]!;
    const c = light.re[i]!;
    const d = light.im[i]!;
    if (isAmplitude) re[i] = (a * a + b * b) * c * c;
    else {
      re[i] = a * c - b * d;
      im[i] = a * d + b * c;
    }
  }
  return { re, im };
}

/** Squared residuals; of intensities in units of the amplitude, whose noise is the same everywhere in shot noise. */
export function squares(measured: MeasuredLight, model: Complex, gauge: Float32Array): Float64Array {
  const out = new Float64Array(measured.re.length);
  for (let i = 0; i < out.length; i += 1) {
    if (measured.weight[i] === 0) continue;
    const value = measured.re[i]!;
    if (measured.im === null) {
      const re = (value * Math.abs(value) - model.re[i]!) * gauge[i]!;
      out[i] = re * re;
      continue;
    }
    const re = value - model.re[i]!;
    const im = measured.im[i]! - model.im[i]!;
    out[i] = re * re + im * im;
  }
  return out;
}

/** Intensity below which an amplitude is not told from 0: a root of noise would not average out. */
const DARK = 0.01;

/** Amplitude per intensity at what the model gives, bounded in the dark. */
function gaugeOf(measured: MeasuredLight, model: Complex): Float32Array {
  if (measured.im !== null) return new Float32Array(0);
  const out = new Float32Array(model.re.length);
  for (let i = 0; i < out.length; i += 1) out[i] = 0.5 / Math.sqrt(Math.max(DARK, model.re[i]!));
  return out;
}

/** How many residuals tell their scale: to a hundredth of itself, and no more of them than that takes. */
const SAMPLED = 20_000;

/** One σ² of each part of a residual, as the middle one of them has it. */
function varianceOf(measured: MeasuredLight, square: Float64Array): number {
  // cells that lie far enough from each other to stand for all
  const stride = Math.max(1, Math.floor(square.length / SAMPLED));
  const sampled: number[] = [];
  for (let i = 0; i < square.length; i += stride) if (measured.weight[i]! > 0) sampled.push(square[i]!);
  const used = Float64Array.from(sampled);
  // the median of a squared residual is 0.455 σ² with one part and 1.386 σ² (of each part) with two
  return medianInPlace(used) / (measured.im === null ? 0.455 : 1.386);
}

/** Cauchy weights from the residuals' own scale. */
function robustWeights(measured: MeasuredLight, square: Float64Array, most: number): Float64Array {
  const reach = Math.max(1e-20, varianceOf(measured, square) * most * most);
  const out = new Float64Array(square.length);
  for (let i = 0; i < out.length; i += 1) out[i] = measured.weight[i]! / (1 + square[i]! / reach);
  return out;
}

export function lossOf(square: Float64Array, weight: Float64Array): number {
  let [sum, total] = [0, 0];
  for (let i = 0; i < square.length; i += 1) {
    sum += weight[i]! * square[i]!;
    total += weight[i]!;
  }
  return sum / total;
}

/** Up to which factors are multiplied before their logarithm is taken; the next one fits into a number, too. */
const LARGE = 1e200;

/**
 * The variance of noise that would be as likely as residuals are, of which the large ones are none (Cauchy’s tails, from the reach
 * on): what fits are compared by, as each of them has weights of its own, and the one that more residuals are too large for had less to answer for.
 */
export function misfitOf(
  measured: MeasuredLight,
  square: Float64Array,
  { evidence: { reach } }: Pick<FitSettings, 'evidence'>,
  { log, exp }: Pick<KernelExports, 'log' | 'exp'>,
): number {
  const variance = Math.max(1e-20, varianceOf(measured, square));
  const far = variance * reach * reach;
  let [sum, total, product] = [0, 0, 1];
  for (let i = 0; i < square.length; i += 1) {
    const own = measured.weight[i]!;
    if (own === 0) continue;
    total += own;
    const larger = 1 + square[i]! / far;
    // a logarithm for many of them
    if (own === 1) product *= larger;
    else sum += own * log(larger);
    if (product > LARGE) [sum, product] = [sum + log(product), 1];
  }
  return variance * exp((reach * reach * (sum + log(product))) / total / (measured.im === null ? 1 : 2));
}

export function weighed(
  measured: MeasuredLight,
  model: Complex,
  { evidence }: Pick<FitSettings, 'evidence'>,
) {
  const gauge = gaugeOf(measured, model);
  const square = squares(measured, model, gauge);
  const weight = robustWeights(measured, square, evidence.reach);
  return { gauge, square, weight, loss: lossOf(square, weight) };
}

export function explainedShare(measured: MeasuredLight, square: Float64Array, weight: Float64Array): number {
  let [sum, re, im] = [0, 0, 0];
  for (let i = 0; i < square.length; i += 1) {
    sum += weight[i]!;
    re += weight[i]! * measured.re[i]!;
    if (measured.im) im += weight[i]! * measured.im[i]!;
  }
  let [varied, left] = [0, 0];
  for (let i = 0; i < square.length; i += 1) {
    const dx = measured.re[i]! - re / sum;
    const dy = measured.im ? measured.im[i]! - im / sum : 0;
    varied += weight[i]! * (dx * dx + dy * dy);
    left += weight[i]! * square[i]!;
  }
  return varied > 0 ? 1 - left / varied : 0;
}
