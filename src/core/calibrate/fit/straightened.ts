import { distortionTerms } from '../../rig/distortion-terms.ts';
import { resampled, resamplingWeights } from '../../undistort/resample.ts';
import type { MeasuredLight } from '../model/measured.ts';
import type { Subject } from '../model/predict.ts';
import { generators, type Generator, type Unknown } from '../model/state.ts';
import { COVERAGE, type Measured, type TargetToFrame } from '../../rig/calibration.ts';
import type { FinalFit } from './final-fit.ts';
import type { RefitLimits } from './extended.ts';
import type { FitSettings } from './fit-settings.ts';
import { moved, refitOf, type Distorted, type Refit } from './refit.ts';

/** Steps, each of which leaves a half or less of what was missing. */
const MOST_STEPS = 6;
/** A step that changes each term by less than this share of its own uncertainty is the last. */
const LAST = 0.1;

/** A distortion that things were put back from, and the fit of what is straight. */
export interface SettledDistortion extends Distorted {
  /** by how much the last step changed each term, or would have */
  readonly last: Float64Array;
  /** no further step would change much */
  readonly isSettled: boolean;
  /** of the linear unknowns, [dx/dx, dx/dy, dy/dx, dy/dy] beyond those of the fit without it */
  readonly linear: Linear;
  /** the last fit of what was put back that got better; null: nothing was */
  readonly fit: FinalFit | null;
  /** the radial term is that of the waves of a lattice, which the place of a disc has no part in */
  readonly byOrders?: boolean;
}

type Linear = readonly [xx: number, xy: number, yx: number, yy: number];

/** What was measured, and how all of it is fitted, from where the last fit came to. */
export interface ToSettle {
  readonly measured: MeasuredLight;
  readonly final: FinalFit;
  readonly refit: Refit;
  readonly again: (measured: MeasuredLight) => FinalFit;
  /** whether to try it also where noise might have made it: what a lens moves far, parts of a frame disagree about */
  readonly always: boolean;
}

/**
 * What a refit finds of a distortion goes as far as one step of what is no straight line: where things lie off by more than
 * their own detail is wide it finds the smaller part. So what was measured is put back by what was found, all of it fitted
 * once more, and what is left looked for again, as long as the fit gets better by it.
 */
export function settledDistortion(
  { measured, final, refit, again, always }: ToSettle,
  settings: RefitLimits,
  onStep: () => void,
): SettledDistortion | null {
  const { distortion } = refit;
  if (!distortion) return null;
  const { unknowns } = final.fit;
  const start = moved(final, refit).fit.state;
  const { terms, shifts } = distortion;
  let own: SettledDistortion = {
    ...distortion,
    last: terms,
    linear: linearOf(unknowns, shifts),
    isSettled: true,
    fit: null,
  };
  if (!own.isThere && !always) return own;
  let [before, least] = [own, always ? final.fit.meanSquare : Infinity];
  for (let step = 0; step < MOST_STEPS && !isSettled(own); step += 1) {
    const next = again(straight(final.subject, measured, own.terms));
    if (next.fit.meanSquare > least) return { ...before, last: own.last, isSettled: false };
    before = own;
    least = next.fit.meanSquare;
    const found = refitOf(next, settings, onStep);
    if (!found.distortion) break;
    const { terms: last, left, shifts: more } = found.distortion;
    const moves = found.moves.map((value, k) => value + more[k]!);
    const { state } = moved(next, { ...found, moves }).fit;
    const linear = between(start.places[0]!, state.places[0]!);
    own = {
      ...{ ...own, left, last, linear, fit: next, isThere: true },
      terms: own.terms.map((value, k) => value + last[k]!),
      shifts: shiftsOf(unknowns, linear, own.shifts, state.zeta - start.zeta),
    };
  }
  return { ...own, isSettled: isSettled(own) };
}

/**
 * The same with another radial term, as the waves of a lattice have it: beside the place of a disc that was fitted, which moves outwards, a fit finds only part of one.
 * @param unknowns of the fit that it was found beside
 * @param worthATerm squares of its own uncertainty from which on it is no noise
 */
export function withRadial(
  own: SettledDistortion | null,
  unknowns: readonly Unknown[],
  radial: Measured | null,
  worthATerm: number,
): SettledDistortion | null {
  if (!own || !radial) return own;
  const { value, sigma } = radial;
  const count = own.terms.length;
  const more = value - own.terms[0]!;
  const taken = own.perTerm[0]!.map((v) => more * v);
  const linear = linearOf(unknowns, taken);
  return {
    ...own,
    isThere: own.isThere || value * value > worthATerm * sigma * sigma,
    terms: own.terms.map((term, k) => (k === 0 ? value : term)),
    left: own.left.map((v, i) => {
      if (i === 0) return sigma * sigma;
      return i < count || i % count === 0 ? 0 : v;
    }),
    shifts: own.shifts.map((shift, k) => shift + taken[k]!),
    linear: own.linear.map((v, k) => v + linear[k]!) as unknown as Linear,
    byOrders: true,
  };
}

/** What is left to be judged where a lens distorts as far as lenses that are sold for measuring do. */
export function straightenedBy(
  distortion: Pick<SettledDistortion, 'terms' | 'fit'> | null,
  { refit }: Pick<FitSettings, 'refit'>,
): FinalFit | null {
  if (!distortion) return null;
  const most = COVERAGE * refit.distortion;
  return distortion.terms.every((term) => Math.abs(term) <= most) ? distortion.fit : null;
}

function isSettled({ last, left }: SettledDistortion): boolean {
  const size = last.length;
  return last.every((value, k) => Math.abs(value) < LAST * Math.sqrt(left[k * size + k]!));
}

/** What was measured, from where a lens shows it; beyond the frame nothing was. */
function straight({ kernels }: Subject, measured: MeasuredLight, terms: Float64Array): MeasuredLight {
  const { rows, cols, re, im, weight } = measured;
  const half = Math.max(rows, cols) / 2;
  const from = (col: number, row: number, at: Float64Array) => {
    const [u, v] = [(col + 0.5 - cols / 2) / half, (row + 0.5 - rows / 2) / half];
    [at[0], at[1]] = [col, row];
    distortionTerms.forEach((term, k) => {
      const move = term(u, v);
      at[0]! += half * terms[k]! * move[0];
      at[1]! += half * terms[k]! * move[1];
    });
  };
  const parts = [re, ...(im ? [im] : [])].map((part) => Float32Array.from(part));
  const moved = resampled({ rows, cols, parts }, resamplingWeights(kernels.wasm), from);
  const at = new Float64Array(2);
  return {
    ...measured,
    re: Float64Array.from(moved[0]!),
    im: im && Float64Array.from(moved[1]!),
    weight: weight.map((own, i) => {
      from(i % cols, Math.floor(i / cols), at);
      const [x, y] = [Math.round(at[0]!), Math.round(at[1]!)];
      const isSeen = x >= 0 && y >= 0 && x < cols && y < rows;
      return isSeen ? Math.min(own, weight[y * cols + x]!) : 0;
    }),
  };
}

/** What the linear unknowns come to, by what each moves in units of the distance from the middle. */
function linearOf(unknowns: readonly Unknown[], moves: Float64Array): Linear {
  const part: [number, number, number, number] = [0, 0, 0, 0];
  unknowns.forEach((name, k) => {
    if (!(name in generators)) return;
    generators[name as Generator].forEach((entry, m) => (part[m]! += entry * moves[k]!));
  });
  return part;
}

/** What takes the linear part of one place to that of another, less 1. */
function between([a, b, , d, e]: TargetToFrame, [p, q, , r, s]: TargetToFrame): Linear {
  const size = a * e - b * d;
  return [
    (p * e - q * d) / size - 1,
    (q * a - p * b) / size,
    (r * e - s * d) / size,
    (s * a - r * b) / size - 1,
  ];
}

/** The same as changes of unknowns; what is neither linear nor the distance stays as one step had it. */
function shiftsOf(
  unknowns: readonly Unknown[],
  [xx, xy, yx, yy]: Linear,
  shifts: Float64Array,
  zeta: number,
): Float64Array {
  const own: Partial<Record<Unknown, number>> = {
    ...{ scale: (xx + yy) / 2, anisotropy: (xx - yy) / 2 },
    ...{ rotation: (yx - xy) / 2, shear: (xy + yx) / 2, zeta },
  };
  return Float64Array.from(unknowns, (name, k) => own[name] ?? shifts[k]!);
}
