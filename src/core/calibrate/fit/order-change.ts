import { solveSymmetric } from '../../fit/solve.ts';
import type { KernelExports } from '../../kernel/exports.ts';
import type { Along } from '../prepare/carried-field.ts';
import { lensTerms } from '../model/disturbances.ts';
import { rippledBy, shellsOf } from './order-shells.ts';
import type { FoundOrder } from './order-waves.ts';
import type { Pair } from './wave-sums.ts';

type Logs = Pick<KernelExports, 'log' | 'exp'>;

export type Linear = readonly [xx: number, xy: number, yx: number, yy: number];

/** What lens and light may do to an order: one σ of both at once, as cycles per pixel. */
export interface Usual {
  readonly radius: number;
  readonly width: number;
  /** rad over half the frame, by weak copies */
  readonly copies: number;
}

/** Orders of a lattice, or of a ruling, over a frame. */
export interface SeenOrders {
  readonly isRuling: boolean;
  readonly found: readonly FoundOrder[];
  readonly across: Along;
  readonly down: Along;
  readonly usual: Usual;
}

/** What orders' frequencies are multiplied by beyond 1. */
export interface OrderChange {
  readonly linear: Linear;
  /** variance of what [xx, xy, yx, yy] times a slope is: in all, and were lens and light known */
  readonly variance: (slope: Linear) => { readonly all: number; readonly own: number };
}

/**
 * How large is what a lens does to light that bends, and what noise and copies do to orders' slopes, over what such things are: what is
 * tried, and each counts by its likelihood.
 */
const SIZES = [1 / 16, 1 / 8, 1 / 4, 1 / 2, 1];
/** Times that what orders have in common is looked at anew. */
const ROUNDS = 5;
/** Step by which an aberration over the disc is told apart from its neighbour to find its slope. */
const SLOPE_STEP = 1e-4;

/** One slope: what a unit of each unknown makes of it, and the variance of what is left: by noise and copies, and beyond. */
interface Slope {
  readonly row: Float64Array;
  readonly value: number;
  readonly own: number;
  readonly beyond: number;
  readonly shell: number;
}

/** How many unknowns there are: of the change, of those that may be anything, and with what is no larger than such things are. */
interface Counts {
  readonly own: number;
  readonly free: number;
  readonly lens: number;
  readonly all: number;
}

/** A try: what it says, how uncertain that is, and how likely it makes what is seen. */
interface Tried {
  readonly values: Float64Array;
  /** of the change's unknowns, with those of the lens open and with them known */
  readonly covariance: Float64Array;
  readonly known: Float64Array;
  readonly likelihood: number;
}

/**
 * Slopes of orders are those of a linear change, of light that all share, of lens terms in light that bends, and of what orders that go as far
 * aside have in common: what a filter or a rim cuts of one it cuts of all, inwards. Null: they do not fix the change.
 */
export function changeByOrders(seen: SeenOrders, { log, exp }: Logs): OrderChange | null {
  const shells = rippledBy(shellsOf(seen), seen);
  const free = (seen.isRuling ? 2 : 4) + 2;
  const counts = { own: free - 2, free, lens: lensTerms.length, all: free + lensTerms.length + shells.size };
  const slopes = slopesOf(seen, shells, counts);
  const { copies } = seen.usual;
  const alike = [...shells.values()].map((beyond) => copies * copies + beyond);
  const settled = settledShells(slopes, counts, alike, log);
  const tried: Tried[] = [];
  for (const scatter of SIZES) {
    const system = systemOf(settled, counts.all, scatter, log);
    for (const lens of SIZES) {
      const one = settledTry(system, counts, alike, lens, log);
      if (one) tried.push(one);
    }
  }
  return tried.length > 0 ? meanOf(tried, seen.isRuling, exp) : null;
}

/**
 * The same with shells that lie off from where all others have them by more than noise and copies ever make: what their mean square is beyond
 * those is in their variance. What a rim takes of orders next to it need not show in their amplitudes, and draws those of a stretched lattice opposite ways.
 */
function settledShells(
  slopes: readonly Slope[],
  counts: Counts,
  alike: readonly number[],
  log: (x: number) => number,
): readonly Slope[] {
  let settled = slopes;
  for (let round = 0; round < ROUNDS; round += 1) {
    const one = settledTry(systemOf(settled, counts.all, 1, log), counts, alike, 1, log);
    if (!one) return settled;
    const off = slopes.map(({ row, value, own }) => {
      const left = row.reduce((rest, v, k) => rest - v * one.values[k]!, value);
      return left * left - own;
    });
    const meanOff = (of: number) => {
      const those = off.filter((_, k) => slopes[k]!.shell === of);
      return those.reduce((sum, v) => sum + v, 0) / those.length;
    };
    const excess = new Map([...new Set(slopes.map(({ shell }) => shell))].map((of) => [of, meanOff(of)]));
    settled = slopes.map((slope) => ({ ...slope, beyond: Math.max(slope.beyond, excess.get(slope.shell)!) }));
  }
  return settled;
}

function slopesOf(
  { isRuling, found, across, down, usual }: SeenOrders,
  shells: ReadonlyMap<number, number>,
  counts: Counts,
) {
  const { radius, width, copies } = usual;
  const places = [...shells.keys()];
  return found.flatMap(({ f, phase, noise, shell }): Slope[] => {
    const [fx, fy] = f;
    const lens = lensTerms.map(({ of }) => slopeOf(of, fx / radius, fy / radius));
    const own = noise * noise + copies * copies;
    const beyond = shells.get(shell) ?? 0;
    const aside = Math.sqrt(fx * fx + fy * fy);
    return ([0, 1] as const).map((axis) => {
      // rad over half the frame by a cycle per pixel
      const per = Math.PI * [across, down][axis]!.pixels;
      const row = new Float64Array(counts.all);
      if (!isRuling) row.set([per * fx, per * fy], 2 * axis);
      // along its lines a ruling tells no scale, and turns as it grows
      else row.set(axis === 0 ? [per * fx, -per * fy] : [per * fy, per * fx], 0);
      row[counts.own + axis] = 1;
      lens.forEach((slope, k) => (row[counts.free + k] = (per * width * slope[axis]) / radius));
      const at = places.indexOf(shell);
      if (at >= 0) row[counts.free + counts.lens + at] = f[axis] / aside;
      return { row, value: phase[axis], own, beyond, shell };
    });
  });
}

function slopeOf(of: (u: number, v: number) => number, u: number, v: number): Pair {
  const h = SLOPE_STEP;
  return [(of(u + h, v) - of(u - h, v)) / (2 * h), (of(u, v + h) - of(u, v - h)) / (2 * h)];
}

/** What is known of each unknown beforehand, 1 / σ². */
function precisions(alike: readonly number[], { free, lens, all }: Counts, size: number): Float64Array {
  const out = new Float64Array(all);
  out.fill(1 / (size * size), free, free + lens);
  alike.forEach((variance, k) => (out[free + lens + k] = 1 / variance));
  return out;
}

interface System {
  readonly matrix: Float64Array;
  readonly right: Float64Array;
  readonly likelihood: number;
}

/** With slopes that scatter by so many times what noise and copies make of them. */
function systemOf(slopes: readonly Slope[], count: number, scatter: number, log: (x: number) => number) {
  const [matrix, right] = [new Float64Array(count * count), new Float64Array(count)];
  let likelihood = 0;
  for (const { row, value, own, beyond } of slopes) {
    const variance = scatter * scatter * own + beyond;
    likelihood -= ((value * value) / variance + log(variance)) / 2;
    for (let k = 0; k < count; k += 1) {
      right[k]! += (row[k]! * value) / variance;
      for (let l = 0; l < count; l += 1) matrix[k * count + l]! += (row[k]! * row[l]!) / variance;
    }
  }
  return { matrix, right, likelihood };
}

function tryOf(
  system: System,
  counts: Counts,
  prior: Float64Array,
  log: (x: number) => number,
): Omit<Tried, 'known'> | null {
  const { own, all } = counts;
  const open = solvedFor(system, prior, range(0, all), own);
  if (!open) return null;
  const { values, covariance, roots } = open;
  let { likelihood } = system;
  for (let k = 0; k < all; k += 1) {
    likelihood += (values[k]! * system.right[k]!) / 2 - log(roots[k]!);
    if (prior[k]! > 0) likelihood += log(prior[k]!) / 2;
  }
  return { values, covariance, likelihood };
}

/** What is found of orders that err alike makes it no smaller than usual, and larger by itself: those that disagree with all others tell less. */
function settledTry(
  system: System,
  counts: Counts,
  usual: readonly number[],
  lens: number,
  log: (x: number) => number,
): Tried | null {
  const { own, free, lens: terms, all } = counts;
  const first = free + terms;
  let alike = usual;
  for (let round = 0; round < ROUNDS; round += 1) {
    const open = solvedFor(system, precisions(alike, counts, lens), range(0, all), 0);
    if (!open) return null;
    alike = usual.map((variance, k) => variance + open.values[first + k]! * open.values[first + k]!);
  }
  const prior = precisions(alike, counts, lens);
  const one = tryOf(system, counts, prior, log);
  const known = solvedFor(system, prior, [...range(0, free), ...range(first, all)], own);
  if (!one || !known) return null;
  // of a variance that one draw tells
  const rare = usual.reduce((sum, variance, k) => {
    return sum + 1.5 * log(alike[k]! / variance) + variance / alike[k]! / 2;
  }, 0);
  return { ...one, known: known.covariance, likelihood: one.likelihood - rare };
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, k) => from + k);
}

/** Some unknowns, the covariance of the first of them, and roots whose product is that of the determinant. */
function solvedFor(
  { matrix, right }: System,
  prior: Float64Array,
  asked: readonly number[],
  first: number,
): { values: Float64Array; covariance: Float64Array; roots: Float64Array } | null {
  const count = asked.length;
  const whole = right.length;
  const scale = asked.map((k) => 1 / Math.sqrt(matrix[k * whole + k]! + prior[k]!));
  const scaled = () =>
    Float64Array.from({ length: count * count }, (_, i) => {
      const [k, l] = [Math.floor(i / count), i % count];
      const value = matrix[asked[k]! * whole + asked[l]!]! + (k === l ? prior[asked[k]!]! : 0);
      return value * scale[k]! * scale[l]!;
    });
  const factor = scaled();
  const solved = solveSymmetric(
    factor,
    Float64Array.from(asked, (k, at) => right[k]! * scale[at]!),
  );
  if (!solved) return null;
  const covariance = new Float64Array(first * first);
  for (let l = 0; l < first; l += 1) {
    const column = solveSymmetric(
      scaled(),
      Float64Array.from(asked, (_, k) => (k === l ? scale[k]! : 0)),
    )!;
    for (let k = 0; k < first; k += 1) covariance[k * first + l] = column[k]! * scale[k]!;
  }
  return {
    values: solved.map((v, k) => v * scale[k]!),
    covariance,
    // the factor's diagonal is the determinant's root
    roots: Float64Array.from(scale, (s, k) => factor[k * count + k]! / s),
  };
}

/** The mean over all that was tried, and how uncertain it is. */
function meanOf(tried: readonly Tried[], isRuling: boolean, exp: (x: number) => number): OrderChange {
  const most = Math.max(...tried.map(({ likelihood }) => likelihood));
  const shares = tried.map(({ likelihood }) => exp(likelihood - most));
  const sum = shares.reduce((a, b) => a + b, 0);
  const own = isRuling ? 2 : 4;
  const mean = (of: (one: Tried) => number) =>
    tried.reduce((total, one, k) => total + (shares[k]! / sum) * of(one), 0);
  const values = Array.from({ length: own }, (_, k) => mean((one) => one.values[k]!));
  const [a, b, c, d] = values as [number, number, number, number];
  return {
    linear: isRuling ? [a, -b, b, a] : [a, b, c, d],
    variance: ([xx, xy, yx, yy]) => {
      const slope = isRuling ? [xx + yy, yx - xy] : [xx, xy, yx, yy];
      const square = (matrix: Float64Array) =>
        matrix.reduce((total, v, i) => total + slope[Math.floor(i / own)]! * slope[i % own]! * v, 0);
      const apart = (one: Tried) =>
        slope.reduce((total, v, k) => total + v * (one.values[k]! - values[k]!), 0);
      return {
        all: mean((one) => square(one.covariance) + apart(one) * apart(one)),
        own: mean((one) => square(one.known)),
      };
    },
  };
}
