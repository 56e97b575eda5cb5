import type { TargetModel } from '../../targets/target-model.ts';
import {
  distortionSlopes,
  lensSlopes,
  lightSlopes,
  pixelSlopes,
  reflectionSlopes,
} from '../model/disturbances.ts';
import { HIGHEST_DEGREE, lightField, lightTables, withDegrees } from '../model/light.ts';
import { predictWithSlopes } from '../model/predict.ts';
import type { Complex } from '../model/spectrum.ts';
import type { MeasuredLight } from '../model/measured.ts';
import { changed, type State } from '../model/state.ts';
import type { FinalFit } from './final-fit.ts';
import { middleOf } from './fit-scene.ts';
import type { FitSettings, RefitSettings } from './fit-settings.ts';
import {
  refitted,
  solved,
  unit,
  type Disturbance,
  type Group,
  type KnownDisturbance,
  type Refitted,
} from './linear-refit.ts';
import { normalEquations, type Normal } from './normal-equations.ts';
import { mixed, weighed } from './residuals.ts';
import { disagreementOf, splitsOf, type Split } from './splits.ts';
import { isStepped } from './unknowns.ts';

/** What a fit comes to with everything in it that it took for perfect. */
export interface Refit extends Refitted {
  /** what parts of the frame tell apart from each other */
  readonly splits: readonly Split[];
  /** how far apart in zeta lie the distances along two directions with an astigmatism as lenses have it */
  readonly astigmatism: number;
  /**
   * Always looked for, and not among the disturbances: of curved light a lens makes the same, and what is not there would
   * take knowledge of the scale away. Null: there is no lens.
   */
  readonly distortion: Distorted | null;
}

export interface Distorted extends KnownDisturbance {
  /** larger than noise would make it */
  readonly isThere: boolean;
  /** by which each unknown of the state would move with it */
  readonly shifts: Float64Array;
}

/**
 * Refits with more unknowns, as far as one step of Gauss and Newton goes: the fit is at its best already. Each of them is
 * as large as such things are unless the frame says otherwise; what it cannot tell of them stays so.
 */
export function refitOf(final: FinalFit, settings: FitSettings): Refit {
  const { normal, groups, base } = extended(final, settings);
  const { fit, measured } = final;
  const variance = fit.meanSquare / (measured.im === null ? 1 : 2);
  const white = variance * clustered(final, normal, base, variance);
  const rest = groups.filter(({ name }) => name !== 'distortion');
  const count = fit.unknowns.length;
  // halves that disagree say less of disturbances than their noise alone would let them
  const refitWith = (those: readonly Group[]) => {
    const splits = splitsOf(normal, base, those, white, count);
    const noise = white * Math.max(1, disagreementOf(splits, count));
    return { splits, noise, ...refitted(normal, base, those, noise, count) };
  };
  const { splits, moves, disturbances } = refitWith(rest);
  const own = { splits, moves, disturbances, astigmatism: astigmatismOf(final, settings.refit) };
  if (rest.length === groups.length) return { ...own, distortion: null };
  const all = refitWith(groups);
  const found = all.disturbances.find(({ name }) => name === 'distortion');
  if (!found) return { ...own, distortion: null };
  const isThere = isSeen(found, settings.final.worthATerm);
  const without = refitted(normal, base, rest, all.noise, count);
  const shifts = all.moves.map((value, k) => value - without.moves[k]!);
  return { ...own, distortion: { ...found, isThere, shifts } };
}

/** √6 w (u² − v²), of w rad over the disc, along u as a distance: π λ zeta f². */
function astigmatismOf({ fit: { state }, subject, measured }: FinalFit, { lens }: RefitSettings): number {
  if (!subject.hasLens) return 0;
  const radius = discOf(state, measured);
  return (2 * Math.sqrt(6) * lens) / (subject.medium_wavelength_um * radius * radius);
}

/** Of what light passes, cycles per camera pixel. */
function discOf({ pupil }: State, { filter, cell }: MeasuredLight): number {
  return Math.min(pupil ?? 0.5, filter?.stop ?? 0.5, 0.5 / cell);
}

/** Whether a disturbance's terms are larger than noise would make them. */
function isSeen({ terms, left }: KnownDisturbance, worthATerm: number): boolean {
  const size = terms.length;
  const sum = terms.reduce((total, value, k) => total + (value * value) / left[k * size + k]!, 0);
  return sum > worthATerm * size;
}

/** Where a refit ends. */
export function moved(final: FinalFit, { moves }: Refit): FinalFit {
  const { fit, measured } = final;
  return { ...final, fit: { ...fit, state: changed(fit.state, fit.unknowns, moves, middleOf(measured)) } };
}

/** Of one thing the size tells the scale: that its edges lie elsewhere is the tolerance of the part. */
function isOneThing({ lattices, rigid }: TargetModel): boolean {
  return lattices.length === 0 && rigid === 'whole';
}

/** What light meets on its way, as changes of the field. Copies and a camera's pixels change phases that only off-axis shows. */
function slopesOf({ fit, subject, optics, measured }: FinalFit, width: RefitSettings) {
  const { state } = fit;
  const radius = discOf(state, measured);
  const found: { name: Disturbance; width: number; slopes: Complex[] }[] = [
    { name: 'light_at_target', width: width.light, slopes: lightSlopes(subject, optics, state) },
  ];
  if (subject.hasLens) {
    const lens = lensSlopes(subject, optics, state, radius);
    found.push({ name: 'lens', width: 2 * Math.PI * width.lens, slopes: lens });
    const slopes = distortionSlopes(subject, optics, state, measured);
    found.push({ name: 'distortion', width: width.distortion, slopes });
  }
  if (measured.im === null) return found;
  const pixels = pixelSlopes(subject, optics, state, radius);
  const reflections = reflectionSlopes(subject, optics, state, radius, width.reflectionDegree);
  return [
    ...found,
    { name: 'pixels' as const, width: width.pixels, slopes: pixels },
    { name: 'reflections' as const, width: width.reflections, slopes: reflections },
  ];
}

function extended(final: FinalFit, { residuals, parts, refit: width }: FitSettings) {
  const { fit, subject, optics, measured } = final;
  const { model } = subject;
  const edges =
    fit.unknowns.includes('wider') || isStepped(model) || isOneThing(model) ? [] : (['wider'] as const);
  const unknowns = [...fit.unknowns, ...edges];
  const { field, slopes } = predictWithSlopes(subject, optics, fit.state, unknowns, () => {});
  const all = [...slopes];
  const groups: Group[] = [];
  if (edges.length > 0) groups.push({ name: 'edges', columns: [fit.unknowns.length], width: width.edges_um });
  for (const { name, width: own, slopes: more } of slopesOf(final, width)) {
    groups.push({ name, columns: range(all.length, all.length + more.length), width: own });
    all.push(...more);
  }
  const light = withHigherDegrees(final);
  const tables = lightTables(measured, Math.max(light.amplitudeDegree, light.phaseDegree));
  const lit = lightField(light, tables, subject.kernels.run);
  const { gauge, weight } = weighed(measured, mixed(field, lit, measured.im === null), residuals);
  const [ownAmplitude, ownPhase] = [fit.light.amplitude.length, fit.light.phase.length];
  const amplitude = all.length;
  const phase = amplitude + light.amplitude.length;
  const atSensor = [
    { columns: range(amplitude + ownAmplitude, phase), width: width.light },
    { columns: range(phase + ownPhase, phase + light.phase.length), width: width.phase },
  ];
  for (const own of atSensor) groups.push({ name: 'light_at_sensor', ...own });
  const linear = { measured, weight, gauge, field, slopes: all, light, tables, lit, parts };
  const base = [
    ...range(0, fit.unknowns.length),
    ...range(amplitude, amplitude + ownAmplitude),
    ...range(phase, phase + ownPhase),
  ];
  return { normal: normalEquations(subject.kernels, linear, true), groups, base };
}

/** Of what is smooth at the sensor: a degree more than the fit has. */
function withHigherDegrees({ fit: { light } }: FinalFit) {
  const higher = (degree: number) => Math.max(degree, Math.min(HIGHEST_DEGREE, degree + 1));
  const { amplitudeDegree, phaseDegree } = light;
  return withDegrees(light, higher(amplitudeDegree), phaseDegree < 0 ? -1 : higher(phaseDegree));
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, k) => from + k);
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
