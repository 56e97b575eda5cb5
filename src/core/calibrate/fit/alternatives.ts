import { solveSymmetric } from '../../fit/solve.ts';
import { legendreTerms } from '../../phase/legendre.ts';
import { lensSlopes, lightSlopes } from '../model/disturbances.ts';
import { lightField, lightTables, withDegrees } from '../model/light.ts';
import { predictWithSlopes } from '../model/predict.ts';
import type { Complex } from '../model/spectrum.ts';
import type { FinalFit } from './final-fit.ts';
import type { FitSettings } from './fit-settings.ts';
import { normalEquations, type Normal } from './normal-equations.ts';
import { mixed, weighed } from './residuals.ts';
import { isStepped } from './unknowns.ts';

export const disturbances = ['lens', 'light_at_target', 'light_at_sensor', 'edges'] as const;
export type Disturbance = (typeof disturbances)[number];

/** What a fit would have come to had something been fitted along that it takes for perfect. */
export interface Alternative {
  readonly name: Disturbance;
  /** by which each unknown of the state would move */
  readonly moves: Float64Array;
  /** what each of the disturbance's own terms does to each unknown, term by term */
  readonly perTerm: readonly Float64Array[];
  /** how far those terms remain unknown, row-major */
  readonly left: Float64Array;
}

/** Columns of the normal equations that belong to a disturbance, and how large each may be: one σ, before the frame. */
interface Group {
  readonly name: Disturbance;
  readonly columns: readonly number[];
  readonly width: number;
}

const TURN = 2 * Math.PI;
/** Of what is smooth at the sensor: a degree more than the fit has, up to this. */
const HIGHEST_DEGREE = 4;

/**
 * Refits with more unknowns, each kind of them by itself, as far as one step of Gauss and Newton goes: the fit is at
 * its best already. What a frame cannot tell of them stays as large as such things are.
 */
export function alternativesOf(final: FinalFit, settings: FitSettings): Alternative[] {
  const { normal, groups, base } = extended(final, settings);
  const { fit, measured } = final;
  const perRow = measured.im === null ? 1 : 2;
  const noise = (fit.meanSquare / perRow) * clustered(final, normal, base, fit.meanSquare / perRow);
  return groups.flatMap((group) => {
    const found = refitted(normal, base, group, noise, fit.unknowns.length);
    return found ? [found] : [];
  });
}

function extended(final: FinalFit, { residuals, parts, alternatives: width }: FitSettings) {
  const { fit, subject, optics, measured } = final;
  const { kernels, model } = subject;
  const { state } = fit;
  const edges = fit.unknowns.includes('wider') || isStepped(model) ? [] : (['wider'] as const);
  const unknowns = [...fit.unknowns, ...edges];
  const { field, slopes } = predictWithSlopes(subject, optics, state, unknowns, () => {});
  const radius = Math.min(state.pupil ?? 0.5, measured.filter?.pass ?? 0.5, 0.5 / measured.cell);
  const lens = lensSlopes(subject, optics, state, radius);
  const light = lightSlopes(subject, optics, state);
  const { amplitudeDegree, phaseDegree } = fit.light;
  const higher = (degree: number) => Math.max(degree, Math.min(HIGHEST_DEGREE, degree + 1));
  const wide = withDegrees(fit.light, higher(amplitudeDegree), phaseDegree < 0 ? -1 : higher(phaseDegree));
  const tables = lightTables(measured, Math.max(wide.amplitudeDegree, wide.phaseDegree));
  const lit = lightField(wide, tables, kernels.run);
  const { gauge, weight } = weighed(measured, mixed(field, lit, measured.im === null), residuals);
  const all: Complex[] = [...slopes, ...lens, ...light];
  const linear = { measured, weight, gauge, field, slopes: all, light: wide, tables, lit, parts };
  const [ownAmplitude, ownPhase] = [fit.light.amplitude.length, fit.light.phase.length];
  const range = (from: number, to: number) => Array.from({ length: to - from }, (_, k) => from + k);
  const amplitude = all.length;
  const phase = amplitude + wide.amplitude.length;
  const count = fit.unknowns.length;
  const groups: Group[] = [
    { name: 'lens', columns: range(slopes.length, slopes.length + lens.length), width: width.lens * TURN },
    { name: 'light_at_target', columns: range(slopes.length + lens.length, all.length), width: width.light },
    { name: 'light_at_sensor', columns: range(amplitude + ownAmplitude, phase), width: width.light },
    ...(phaseDegree < wide.phaseDegree
      ? [
          {
            name: 'light_at_sensor' as const,
            columns: range(phase + ownPhase, phase + legendreTerms(wide.phaseDegree).length),
            width: width.phase,
          },
        ]
      : []),
    ...(edges.length > 0 ? [{ name: 'edges' as const, columns: [count], width: width.edges_um }] : []),
  ];
  const base = [
    ...range(0, count),
    ...range(amplitude, amplitude + ownAmplitude),
    ...range(phase, phase + ownPhase),
  ];
  return {
    normal: normalEquations(kernels, linear),
    groups: groups.filter(({ columns }) => columns.length > 0),
    base,
  };
}

/** By how much neighbours' residuals go together: variances as the frame's parts scatter over those of white noise. */
function clustered({ fit }: FinalFit, normal: Normal, base: readonly number[], variance: number): number {
  const { covariance, count } = fit;
  if (!covariance) return 1;
  const ratios = fit.unknowns.map((_, k) => {
    const own = solved(normal, base, unit(base.length, k));
    return own ? covariance[k * count + k]! / (variance * own[k]!) : 1;
  });
  const sorted = ratios.filter((ratio) => Number.isFinite(ratio)).sort((a, b) => a - b);
  return Math.max(1, sorted[sorted.length >> 1] ?? 1);
}

function unit(count: number, k: number): Float64Array {
  return Float64Array.from({ length: count }, (_, l) => (l === k ? 1 : 0));
}

/** The normal equations of some columns alone; what the frame says nothing about stays where it is. */
function solved(
  { matrix, count }: Normal,
  columns: readonly number[],
  right: Float64Array,
): Float64Array | null {
  const size = columns.length;
  const scale = columns.map((column) => 1 / Math.sqrt(matrix[column * count + column]! || 1));
  const system = new Float64Array(size * size);
  for (let k = 0; k < size; k += 1) {
    for (let l = 0; l < size; l += 1)
      system[k * size + l] = matrix[columns[k]! * count + columns[l]!]! * scale[k]! * scale[l]!;
    system[k * size + k]! += 1e-11;
  }
  const found = solveSymmetric(
    system,
    right.map((value, k) => value * scale[k]!),
  );
  return found && found.map((value, k) => value * scale[k]!);
}

function refitted(
  normal: Normal,
  base: readonly number[],
  { name, columns, width }: Group,
  noise: number,
  unknowns: number,
): Alternative | null {
  const { matrix, right, count } = normal;
  const along = columns.map((column) =>
    solved(
      normal,
      base,
      Float64Array.from(base, (row) => matrix[row * count + column]!),
    ),
  );
  if (along.some((column) => column === null)) return null;
  const size = columns.length;
  const known = new Float64Array(size * size);
  const pull = new Float64Array(size);
  columns.forEach((column, k) => {
    const own = along[k]!;
    pull[k] = (right[column]! - base.reduce((sum, row, m) => sum + own[m]! * right[row]!, 0)) / noise;
    columns.forEach((other, l) => {
      const explained = base.reduce((sum, row, m) => sum + own[m]! * matrix[row * count + other]!, 0);
      known[k * size + l] = (matrix[column * count + other]! - explained) / noise;
    });
    known[k * size + k]! += 1 / (width * width);
  });
  const terms = solveSymmetric(known.slice(), pull);
  const left = new Float64Array(size * size);
  for (let k = 0; k < size; k += 1) {
    const own = solveSymmetric(known.slice(), unit(size, k));
    if (!own) return null;
    left.set(own, k * size);
  }
  if (!terms) return null;
  const perTerm = along.map((column) => column!.slice(0, unknowns).map((value) => -value));
  const moves = new Float64Array(unknowns);
  perTerm.forEach((per, k) => per.forEach((value, m) => (moves[m]! += terms[k]! * value)));
  return { name, moves, perTerm, left };
}
