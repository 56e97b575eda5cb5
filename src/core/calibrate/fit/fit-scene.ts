import { medianInPlace } from '../../fit/median.ts';
import { solveSymmetric } from '../../fit/solve.ts';
import { lightField, lightTables, type Light } from '../model/light.ts';
import type { Measured } from '../model/measured.ts';
import type { Optics } from '../model/optics.ts';
import { normalEquations, type Normal } from './normal-equations.ts';
import { predict, predictWith, predictWithSlopes, type Subject } from '../model/predict.ts';
import type { Complex } from '../model/spectrum.ts';
import { changed, type State, type Unknown } from '../model/state.ts';

export interface SceneFit {
  readonly state: State;
  readonly light: Light;
  readonly unknowns: readonly Unknown[];
  /** of the unknowns, then the light's amplitude and phase terms: from the scatter of the frame's parts, row-major */
  readonly covariance: Float64Array | null;
  readonly count: number;
  /** what the model gives at each measured cell: the amplitude in-line, the field off-axis */
  readonly model: Complex;
  /** weighted mean square of the residuals */
  readonly meanSquare: number;
  /** share of the measured variation about its mean that the model explains */
  readonly explained: number;
}

export interface FitOptions {
  readonly unknowns: readonly Unknown[];
  readonly iterations: number;
  /** whether the covariance is wanted */
  readonly thorough?: boolean;
  readonly onStep: () => void;
  /** stop once a step moves nothing by more than this, camera pixels at the frame's edge */
  readonly enough?: number;
}

/** Residuals beyond this many standard deviations lose weight: dust, reflections, what the drawing lacks. */
const REACH = 4;
/** Share of itself by which a step may turn or stretch the target. */
const MOST_TURNED = 0.5;
/** Sides of the frame by which a step may move the target’s origin, which may lie far outside. */
const FARTHEST = 10;
/** Intensity below which an amplitude is not told from 0. */
const DARK = 0.01;

/** What the camera sees of a field: its intensity (in-line), or the field itself (off-axis). */
function mixed(field: Complex, light: Complex, isAmplitude: boolean): Complex {
  const count = field.re.length;
  const re = new Float32Array(count);
  const im = new Float32Array(count);
  for (let i = 0; i < count; i += 1) {
    const [a, b, c, d] = [field.re[i]!, field.im[i]!, light.re[i]!, light.im[i]!];
    if (isAmplitude) re[i] = (a * a + b * b) * c * c;
    else {
      re[i] = a * c - b * d;
      im[i] = a * d + b * c;
    }
  }
  return { re, im };
}

/** Squared residuals; of intensities in units of the amplitude, whose noise is the same everywhere in shot noise. */
function squares(measured: Measured, model: Complex, gauge: Float32Array): Float64Array {
  const out = new Float64Array(measured.re.length);
  for (let i = 0; i < out.length; i += 1) {
    if (measured.weight[i] === 0) continue;
    const value = measured.re[i]!;
    if (measured.im === null) {
      const re = (value * value - model.re[i]!) * gauge[i]!;
      out[i] = re * re;
      continue;
    }
    const re = value - model.re[i]!;
    const im = measured.im[i]! - model.im[i]!;
    out[i] = re * re + im * im;
  }
  return out;
}

/** Amplitude per intensity at what the model gives, bounded in the dark: a root of noise would not average out. */
function gaugeOf(measured: Measured, model: Complex): Float32Array {
  if (measured.im !== null) return new Float32Array(0);
  const out = new Float32Array(model.re.length);
  for (let i = 0; i < out.length; i += 1) out[i] = 0.5 / Math.sqrt(Math.max(DARK, model.re[i]!));
  return out;
}

/** How many residuals tell their scale. */
const SAMPLED = 20_000;

/** Cauchy weights from the residuals' own scale. */
function robustWeights(measured: Measured, square: Float64Array): Float64Array {
  // cells that lie far enough from each other to stand for all
  const stride = Math.max(1, Math.floor(square.length / SAMPLED));
  const sampled: number[] = [];
  for (let i = 0; i < square.length; i += stride) if (measured.weight[i]! > 0) sampled.push(square[i]!);
  const used = Float64Array.from(sampled);
  // the median of a squared residual is 0.455 σ² with one part and 1.386 σ² (of each part) with two
  const variance = medianInPlace(used) / (measured.im === null ? 0.455 : 1.386);
  const reach = Math.max(1e-20, variance * REACH * REACH);
  const out = new Float64Array(square.length);
  for (let i = 0; i < out.length; i += 1) out[i] = measured.weight[i]! / (1 + square[i]! / reach);
  return out;
}

function lossOf(square: Float64Array, weight: Float64Array): number {
  let [sum, total] = [0, 0];
  for (let i = 0; i < square.length; i += 1) {
    sum += weight[i]! * square[i]!;
    total += weight[i]!;
  }
  return sum / total;
}

/**
 * Levenberg and Marquardt's steps on everything at once: where the target lies, how far away it is, how the light
 * varies; compared with the samples at the sensor, so there is no twin image and no edge to find first.
 */
export function fitScene(
  subject: Subject,
  measured: Measured,
  optics: Optics,
  from: { readonly state: State; readonly light: Light },
  options: FitOptions,
): SceneFit {
  const { run } = subject.kernels;
  const tables = lightTables(measured, Math.max(from.light.amplitudeDegree, from.light.phaseDegree));
  const isAmplitude = measured.im === null;
  const middle = middleOf(measured);
  let { state, light } = from;
  const seenAs = (s: State, l: Light) =>
    mixed(predict(subject, optics, s), lightField(l, tables, run), isAmplitude);
  let damping = 1e-3;
  let model = seenAs(state, light);
  let { gauge, weight, loss } = weighed(measured, model);
  const { unknowns } = options;
  for (let iteration = 0; iteration < options.iterations; iteration += 1) {
    options.onStep();
    const at = { state, light, unknowns, weight, gauge, tables };
    const normal = normalAt(subject, measured, optics, at, options.onStep);
    let [moved, better] = [0, false];
    for (let attempt = 0; attempt < 5 && !better; attempt += 1) {
      options.onStep();
      const step = damped(normal, damping);
      const nextState = step && withinReach(state, changed(state, unknowns, step, middle), measured);
      const nextLight = step && brighter(light, step, unknowns.length);
      const next = nextState && nextLight && seenAs(nextState, nextLight);
      if (!next || !(lossOf(squares(measured, next, gauge), weight) < loss)) {
        damping *= 10;
        continue;
      }
      better = true;
      moved = largestMove(state, nextState, measured);
      [state, light, model] = [nextState, nextLight, next];
      damping = Math.max(1e-9, damping / 10);
    }
    if (!better) break;
    const before = loss;
    ({ gauge, weight, loss } = weighed(measured, model));
    if (moved < (options.enough ?? 1e-3) && Math.abs(before - loss) < 1e-3 * before) break;
  }
  return {
    ...{ state, light, unknowns, meanSquare: loss },
    count: unknowns.length + light.amplitude.length + light.phase.length,
    model: isAmplitude ? { re: model.re.map(Math.sqrt), im: model.im } : model,
    covariance: options.thorough
      ? normalAt(
          subject,
          measured,
          optics,
          { state, light, unknowns, weight, gauge, tables },
          options.onStep,
        ).covariance()
      : null,
    explained: explainedShare(measured, squares(measured, model, gauge), weight),
  };
}

/** The residuals' weighted mean square with each of several pupils; blur and light stay as they are. */
export function pupilLosses(
  subject: Subject,
  measured: Measured,
  optics: Optics,
  { state, light }: { readonly state: State; readonly light: Light },
  onStep: () => void,
): (pupil: number | null) => number {
  const tables = lightTables(measured, Math.max(light.amplitudeDegree, light.phaseDegree));
  const lit = lightField(light, tables, subject.kernels.run);
  const field = predictWith(subject, optics, state);
  const isAmplitude = measured.im === null;
  return (pupil) => {
    onStep();
    return weighed(measured, mixed(field({ ...state, pupil }), lit, isAmplitude)).loss;
  };
}

function weighed(measured: Measured, model: Complex) {
  const gauge = gaugeOf(measured, model);
  const square = squares(measured, model, gauge);
  const weight = robustWeights(measured, square);
  return { gauge, weight, loss: lossOf(square, weight) };
}

function normalAt(
  subject: Subject,
  measured: Measured,
  optics: Optics,
  at: {
    readonly state: State;
    readonly light: Light;
    readonly unknowns: readonly Unknown[];
    readonly weight: Float64Array;
    readonly gauge: Float32Array;
    readonly tables: readonly Float32Array[];
  },
  onStep: () => void,
): Normal {
  const { kernels } = subject;
  const { weight, gauge, light, tables } = at;
  const { field, slopes } = predictWithSlopes(subject, optics, at.state, at.unknowns, onStep);
  const lit = lightField(light, tables, kernels.run);
  return normalEquations(kernels, { measured, weight, gauge, field, slopes, light, tables, lit });
}

export function middleOf({ rows, cols, cell }: Measured): { readonly x: number; readonly y: number } {
  return { x: (cols * cell - 1) / 2, y: (rows * cell - 1) / 2 };
}

function damped({ matrix, right, count }: Normal, damping: number): Float64Array | null {
  const system = matrix.slice();
  let trace = 0;
  for (let k = 0; k < count; k += 1) trace = Math.max(trace, matrix[k * count + k]!);
  // what the frame says nothing about stays where it is
  for (let k = 0; k < count; k += 1)
    system[k * count + k]! += damping * matrix[k * count + k]! + 1e-12 * trace;
  return solveSymmetric(system, right.slice());
}

function brighter(light: Light, step: Float64Array, from: number): Light {
  const amplitude = light.amplitude.map((value, k) => value + step[from + k]!);
  const phase = light.phase.map((value, k) => value + step[from + amplitude.length + k]!);
  return { ...light, amplitude, phase };
}

/** Null for a step that no slope foretells: scaled to nothing, a lattice would have any number of areas in the view. */
function withinReach(before: State, after: State, measured: Measured): State | null {
  const side = Math.max(measured.rows, measured.cols) * measured.cell;
  const near = moves(before, after).every(
    ({ turned, shifted }) => turned < MOST_TURNED && shifted < FARTHEST * side,
  );
  return near ? after : null;
}

/** Camera pixels, at the frame's edge. */
function largestMove(before: State, after: State, { rows, cols, cell }: Measured): number {
  const reach = (Math.max(rows, cols) * cell) / 2;
  return Math.max(...moves(before, after).map(({ turned, shifted }) => Math.max(turned * reach, shifted)));
}

/** Of each piece: how far it is turned and stretched, as a share, and how far its origin is shifted, camera pixels. */
function moves(before: State, after: State) {
  return before.places.map(([a, b, c, d, e, f], k) => {
    const [g, h, i, j, l, m] = after.places[k]!;
    const size = Math.sqrt(Math.abs(a * e - b * d));
    const turned = Math.max(Math.abs(a - g), Math.abs(b - h), Math.abs(d - j), Math.abs(e - l)) / size;
    return { turned, shifted: Math.max(Math.abs(c - i), Math.abs(f - m)) };
  });
}

function explainedShare(measured: Measured, square: Float64Array, weight: Float64Array): number {
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
