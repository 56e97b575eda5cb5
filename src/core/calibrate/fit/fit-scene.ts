import { solveSymmetric } from '../../fit/solve.ts';
import type { Kernels } from '../../kernel/kernels.ts';
import { lightField, lightTables, type Light } from '../model/light.ts';
import type { MeasuredLight } from '../model/measured.ts';
import type { Optics } from '../model/optics.ts';
import { drawnAt, predict, predictWith, type Drawn, type Subject } from '../model/predict.ts';
import type { Complex } from '../model/spectrum.ts';
import { changed, type State, type Unknown } from '../model/state.ts';
import type { FitSettings } from './fit-settings.ts';
import { normalEquations, type Normal } from './normal-equations.ts';
import { explainedShare, lossOf, mixed, squares, weighed } from './residuals.ts';

export interface SceneFit {
  readonly state: State;
  readonly light: Light;
  readonly unknowns: readonly Unknown[];
  /** whether no step would change it by anything that matters */
  readonly settled: boolean;
  /** of the unknowns, then the light's amplitude and phase terms: from the scatter of the frame's parts, row-major */
  readonly covariance: Float64Array | null;
  /** the same from larger parts: of both, what is larger counts */
  readonly coarser: Float64Array | null;
  /** what is drawn and how it changes with each unknown; null: the covariance was not wanted */
  readonly linear: Drawn | null;
  readonly count: number;
  /** what the model gives at each measured cell: the amplitude in-line, the field off-axis */
  readonly model: Complex;
  /** weighted mean square of the residuals */
  readonly meanSquare: number;
  /** share of the measured variation about its mean that the model explains */
  readonly explained: number;
  /** what each cell is off by, squared, and how far it counts */
  readonly left: { readonly square: Float64Array; readonly weight: Float64Array };
}

export interface FitOptions {
  readonly unknowns: readonly Unknown[];
  readonly iterations: number;
  /** whether the covariance is wanted */
  readonly thorough?: boolean;
  readonly onStep: () => void;
  /** stop once a step moves nothing by more than this, camera pixels at the frame's edge */
  readonly enough: number;
  readonly settings: FitSettings;
}

/** Marquardt’s own: where the damping starts, and what a step does to it. It only says how soon the steps arrive. */
const DAMPING = { first: 1e-3, factor: 10, least: 1e-9 };
/** Steps at most on coarser cells, of the first fit with everything in it, and of one that starts anew. */
export const STEPS_ANEW = 6;
/** Shortenings that are tried before a step counts as the last. */
const ATTEMPTS = 5;
/** Share by which a step must lower the residuals, else it may be the last. */
const SETTLED = 1e-3;

/**
 * Levenberg and Marquardt's steps on everything at once: where the target lies, how far away it is, how the light
 * varies; compared with the samples at the sensor, so there is no twin image and no edge to find first.
 */
export function fitScene(
  subject: Subject,
  measured: MeasuredLight,
  optics: Optics,
  from: { readonly state: State; readonly light: Light },
  options: FitOptions,
): SceneFit {
  const tables = lightTables(measured, Math.max(from.light.amplitudeDegree, from.light.phaseDegree));
  const isAmplitude = measured.im === null;
  const middle = middleOf(measured);
  let { state, light } = from;
  const litBy = lastLit(tables, subject.kernels.wasm);
  const seenAs = (s: State, l: Light) => mixed(predict(subject, optics, s), litBy(l), isAmplitude);
  const { unknowns, onStep, settings } = options;
  let damping = DAMPING.first;
  let settled = false;
  let model = seenAs(state, light);
  let { gauge, square, weight, loss } = weighed(measured, model, settings);
  const normal = () =>
    normalAt(subject, measured, optics, { state, light, lit: litBy(light), weight, gauge, tables }, options);
  for (let iteration = 0; iteration < options.iterations; iteration += 1) {
    onStep();
    const equations = normal().normal;
    let [moved, better] = [0, false];
    for (let attempt = 0; attempt < ATTEMPTS && !better; attempt += 1) {
      onStep();
      const step = damped(equations, damping);
      const nextState = step && withinReach(state, changed(state, unknowns, step, middle), measured);
      const nextLight = step && brighter(light, step, unknowns.length);
      const next = nextState && nextLight && seenAs(nextState, nextLight);
      if (!next || !(lossOf(squares(measured, next, gauge), weight) < loss)) {
        // a step that was to bring nothing brings nothing when it is shorter
        if (step && next && isIdle(equations, step, loss, weight)) break;
        damping *= DAMPING.factor;
        continue;
      }
      better = true;
      moved = largestMove(state, nextState, measured);
      [state, light, model] = [nextState, nextLight, next];
      damping = Math.max(DAMPING.least, damping / DAMPING.factor);
    }
    settled = !better;
    if (!better) break;
    const before = loss;
    ({ gauge, square, weight, loss } = weighed(measured, model, settings));
    settled = isSettled({ moved, before, after: loss }, options);
    if (settled) break;
  }
  const last = options.thorough ? normal() : null;
  const left = { square, weight };
  return {
    ...{ state, light, unknowns, settled, left, meanSquare: loss },
    count: unknowns.length + light.amplitude.length + light.phase.length,
    model: isAmplitude ? { re: model.re.map(Math.sqrt), im: model.im } : model,
    covariance: last && last.normal.covariance(),
    coarser: last && last.normal.coarser(),
    linear: last && last.drawn,
    explained: explainedShare(measured, left.square, weight),
  };
}

/** What a light makes of the frame, which a step and the slopes after it both ask for. */
function lastLit(tables: readonly Float32Array[], wasm: Kernels['wasm']): (light: Light) => Complex {
  let last: { readonly light: Light; readonly field: Complex } | null = null;
  return (light) => {
    if (last?.light !== light) last = { light, field: lightField(light, tables, wasm) };
    return last.field;
  };
}

/** Whether a step that moved things by so many camera pixels, and changed the residuals, was the last that matters. */
export function isSettled(
  { moved, before, after }: { readonly moved: number; readonly before: number; readonly after: number },
  { enough }: Pick<FitOptions, 'enough'>,
): boolean {
  return moved < enough && Math.abs(before - after) < SETTLED * before;
}

/** The residuals' weighted mean square with each of several pupils; blur and light stay as they are. */
export function pupilLosses(
  subject: Subject,
  measured: MeasuredLight,
  optics: Optics,
  { state, light }: { readonly state: State; readonly light: Light },
  settings: FitSettings,
  onStep: () => void,
): (pupil: number | null) => number {
  const tables = lightTables(measured, Math.max(light.amplitudeDegree, light.phaseDegree));
  const lit = lightField(light, tables, subject.kernels.wasm);
  const field = predictWith(subject, optics, state);
  const isAmplitude = measured.im === null;
  return (pupil) => {
    onStep();
    return weighed(measured, mixed(field({ ...state, pupil }), lit, isAmplitude), settings).loss;
  };
}

function normalAt(
  subject: Subject,
  measured: MeasuredLight,
  optics: Optics,
  at: {
    readonly state: State;
    readonly light: Light;
    readonly lit: Complex;
    readonly weight: Float64Array;
    readonly gauge: Float32Array;
    readonly tables: readonly Float32Array[];
  },
  { unknowns, onStep, settings: { parts } }: FitOptions,
): { readonly normal: Normal; readonly drawn: Drawn } {
  const { kernels } = subject;
  const { weight, gauge, light, lit, tables } = at;
  const drawn = drawnAt(subject, optics, at.state, unknowns, onStep);
  const { scene, slopes } = drawn;
  const { field } = scene.arrived;
  const linear = { measured, weight, gauge, field, slopes, light, tables, lit, parts };
  return { normal: normalEquations(kernels, linear), drawn };
}

export function middleOf({ rows, cols, cell }: MeasuredLight): { readonly x: number; readonly y: number } {
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

/** Whether a step lowers the residuals by next to nothing, as far as slopes tell. */
function isIdle(
  { matrix, right, count }: Normal,
  step: Float64Array,
  loss: number,
  weight: Float64Array,
): boolean {
  let lower = 0;
  for (let k = 0; k < count; k += 1) {
    let pull = 2 * right[k]!;
    for (let l = 0; l < count; l += 1) pull -= matrix[k * count + l]! * step[l]!;
    lower += step[k]! * pull;
  }
  return lower < SETTLED * loss * weight.reduce((sum, w) => sum + w, 0);
}

function brighter(light: Light, step: Float64Array, from: number): Light {
  const amplitude = light.amplitude.map((value, k) => value + step[from + k]!);
  const phase = light.phase.map((value, k) => value + step[from + amplitude.length + k]!);
  return { ...light, amplitude, phase };
}

/** Share of itself by which a step may turn or stretch the target; the largest of ten frames was 0.11. */
const MOST_TURNED = 0.5;
/** Sides of the frame by which a step may move the target’s origin, which may lie far outside; there it was 1.1. */
const FARTHEST = 10;

/** Null for a step that no slope foretells: scaled to nothing, a lattice would have any number of areas in the view. */
function withinReach(before: State, after: State, measured: MeasuredLight): State | null {
  const side = Math.max(measured.rows, measured.cols) * measured.cell;
  const near = moves(before, after).every(
    ({ turned, shifted }) => turned < MOST_TURNED && shifted < FARTHEST * side,
  );
  return near ? after : null;
}

/** Camera pixels, at the frame's edge. */
export function largestMove(before: State, after: State, { rows, cols, cell }: MeasuredLight): number {
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
