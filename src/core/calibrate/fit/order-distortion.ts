import { solveSymmetric } from '../../fit/solve.ts';
import type { KernelExports } from '../../kernel/exports.ts';
import { legendreTerms, legendreValues } from '../../phase/legendre.ts';
import type { Measured } from '../../rig/calibration.ts';
import { HIGHEST_DEGREE } from '../model/light.ts';
import { distortionTerms } from '../../rig/distortion-terms.ts';
import { LEAST_TURNS, type CarriedField } from '../prepare/carried-field.ts';
import { wavesAnew, type SettledWaves, type ShapedOrder } from './order-waves.ts';
import { straightField } from './straight-field.ts';
import type { Pair } from './wave-sums.ts';

/** Of u³, and of u v² = u (2 P₂(v) + 1) / 3, what is P₃(u), and P₁(u) P₂(v). */
const THIRD = 2 / 5;
const MIXED = 2 / 3;
/** Where a polynomial of the ninth degree is known by five values, and what each counts for (Gauss and Legendre). */
const NODES: readonly (readonly [at: number, weight: number])[] = [
  [-0.906179845938664, 0.236926885056189],
  [-0.538469310105683, 0.478628670499366],
  [0, 0.568888888888889],
  [0.538469310105683, 0.478628670499366],
  [0.906179845938664, 0.236926885056189],
];

/** Times that waves are looked at once more behind the distortion that was found of them. */
const ROUNDS = 4;
/** A share of its own uncertainty: what changes by less is settled. */
const ENOUGH = 0.1;
/** Turns over a frame from which on two waves take less than a two hundredth of each other's shapes: with the third power of how many there are less. */
const APART = 4 * LEAST_TURNS;
const SHARED = 1 / 200;
/** Turns over a frame from which on one that a rim cuts leaves others alone. */
const CLEAR = 2 * LEAST_TURNS;
/** Rad at a corner up to which a wave that is bent is a polynomial of the light's degree. */
const LITTLE = 1;
/** A term of the third degree of an order's phase. */
interface Cubic {
  /** of the light's terms */
  readonly at: number;
  /** P_a(y) P_b(x) */
  readonly a: number;
  readonly b: number;
  /** rad, by a radial distortion of 1, per cycle per pixel along x, or along y */
  readonly axis: 0 | 1;
  readonly turn: number;
}

/**
 * The radial term by the waves of a lattice, until waves that are moved by it leave nothing of it: what orders next to each other take of each other, up to a
 * sixth of a cubic shape where they differ by five turns over a frame, and what is no straight line in it have then no part in it.
 * @param whole those of all that are seen which no rim cuts: one that is cut is no polynomial, and what lies next to it has some of it
 * @param apart turns over the frame by which orders differ
 * @param tangential what else moves things, as a fit has it
 */
export function radialBehind(
  from: SettledWaves,
  { seen, whole }: { readonly seen: readonly ShapedOrder[]; readonly whole: readonly ShapedOrder[] },
  size: CarriedField,
  apart: number,
  tangential: readonly [number, number],
  kernels: Parameters<typeof wavesAnew>[0],
  onStep = () => {},
): Measured | null {
  const cut = seen.filter((one) => !whole.includes(one));
  const isClear = ({ f }: ShapedOrder) => cut.every((one) => turnsBetween(one.f, f, size) > CLEAR);
  const used = new Set(whole.filter((one) => passesWhole(one.f, size) && isClear(one)).map(({ f }) => f));
  const shown = ({ found }: SettledWaves) => found.filter(({ f }) => used.has(f));
  const { wasm } = kernels;
  let radial = radialByOrders(shown(from), size, wasm);
  if (!radial) return null;
  const taken = (SHARED * Math.abs(radial.value)) / (apart / APART) / (apart / APART) / (apart / APART);
  const isApart = apart > APART || taken < ENOUGH * radial.sigma;
  if (isApart && bendOf(radial.value, shown(from), size) < LITTLE) return radial;
  let waves = from;
  for (let round = 0; round < ROUNDS; round += 1) {
    waves = wavesAnew(kernels, straightField(kernels, size, [radial.value, ...tangential]), waves, onStep);
    const more = radialByOrders(shown(waves), size, wasm);
    if (!more) return radial;
    const isSettled = Math.abs(more.value) < ENOUGH * more.sigma;
    const sigma = isSettled ? more.sigma : Math.sqrt(more.sigma * more.sigma + more.value * more.value);
    radial = { value: radial.value + more.value, sigma };
    if (isSettled) break;
  }
  return radial;
}

function turnsBetween(one: Pair, other: Pair, { across, down }: CarriedField): number {
  const [x, y] = [across.pixels * (one[0] - other[0]), down.pixels * (one[1] - other[1])];
  return Math.sqrt(x * x + y * y);
}

/** Whether what a frame makes of a wave's width is in what passes. */
function passesWhole([x, y]: ShapedOrder['f'], { across, down, passed }: CarriedField): boolean {
  const aside = Math.sqrt(x * x + y * y);
  return aside < passed - LEAST_TURNS / Math.min(across.pixels, down.pixels);
}

/** How far it turns the outermost order at a corner. */
function bendOf(radial: number, found: readonly ShapedOrder[], { across, down }: CarriedField): number {
  const half = Math.max(across.pixels, down.pixels) / 2;
  const [x, y] = [across.pixels / 2 / half, down.pixels / 2 / half];
  const [u, v] = distortionTerms[0]!(x, y);
  const most = Math.max(...found.map(({ f }) => Math.abs(f[0]) * u + Math.abs(f[1]) * v));
  return 2 * Math.PI * half * Math.abs(radial) * most;
}

/**
 * The radial term of a distortion by the waves of a lattice alone: what is moved by d turns an order's phase by −2π f · d over the frame, and no light that all of
 * them share does that, nor a lens. Orders that go as far aside err alike, outwards, where a rim or an edge of the frame takes some of each: each such shell says a
 * term of its own. Null: too few orders show.
 * @param found those that no rim cuts
 */
export function radialByOrders(
  found: readonly ShapedOrder[],
  size: Pick<CarriedField, 'across' | 'down'>,
  wasm: Pick<KernelExports, 'atan2'>,
): Measured | null {
  const cubics = cubicsOf(size);
  const shells = [...new Set(found.flatMap(({ f, shell }) => (f[0] === 0 && f[1] === 0 ? [] : [shell])))];
  const count = shells.length + cubics.length;
  const rows = found.flatMap(({ f, shell, shape, shapeNoise }) =>
    cubics.map((cubic, k): Slope => {
      const row = Float64Array.from({ length: count }, (_, l) => (l === shells.length + k ? 1 : 0));
      const own = shells.indexOf(shell);
      if (own >= 0) row[own] = cubic.turn * f[cubic.axis];
      const noise = shapeNoise[cubic.at]!;
      return { row, value: phaseIn(shape, cubic, wasm), weight: 1 / (noise * noise) };
    }),
  );
  if (shells.length === 0 || rows.length <= count) return null;
  const solved = leastSquares(rows, count);
  return solved && agreed(solved.values.slice(0, shells.length), solved.sigmas.slice(0, shells.length));
}

interface Slope {
  readonly row: Float64Array;
  readonly value: number;
  readonly weight: number;
}

/** With each one's σ, as rows scatter. */
function leastSquares(rows: readonly Slope[], count: number) {
  const matrix = new Float64Array(count * count);
  const right = new Float64Array(count);
  for (const { row, value, weight } of rows)
    for (let k = 0; k < count; k += 1) {
      right[k]! += weight * row[k]! * value;
      for (let l = 0; l < count; l += 1) matrix[k * count + l]! += weight * row[k]! * row[l]!;
    }
  const values = solveSymmetric(matrix.slice(), right);
  if (!values) return null;
  const square = rows.reduce((sum, { row, value, weight }) => {
    const left = value - row.reduce((all, v, k) => all + v * values[k]!, 0);
    return sum + weight * left * left;
  }, 0);
  const scatter = Math.max(1, square / (rows.length - count));
  const sigmas = Array.from({ length: count }, (_, k) => {
    const unit = Float64Array.from({ length: count }, (_value, l) => (l === k ? 1 : 0));
    return Math.sqrt(scatter * solveSymmetric(matrix.slice(), unit)![k]!);
  });
  return { values, sigmas };
}

/** The mean of values that differ by more than they say themselves: by as much they are uncertain beyond that (DerSimonian and Laird, doi:10.1016/0197-2456(86)90046-2). */
function agreed(values: ArrayLike<number>, sigmas: readonly number[]): Measured {
  const meanWith = (beyond: number) => {
    const weights = sigmas.map((sigma) => 1 / (sigma * sigma + beyond));
    const sum = weights.reduce((a, b) => a + b, 0);
    return { weights, sum, mean: weights.reduce((all, w, k) => all + w * values[k]!, 0) / sum };
  };
  const { weights, sum, mean } = meanWith(0);
  const square = weights.reduce((all, w, k) => all + w * (values[k]! - mean) * (values[k]! - mean), 0);
  const own = sum - weights.reduce((all, w) => all + w * w, 0) / sum;
  const beyond = own > 0 ? Math.max(0, (square - (sigmas.length - 1)) / own) : 0;
  const settled = meanWith(beyond);
  return { value: settled.mean, sigma: Math.sqrt(1 / settled.sum) };
}

/** Distortions are of the longer side, terms of the light of each side by itself. */
function cubicsOf({ across, down }: Pick<CarriedField, 'across' | 'down'>): Cubic[] {
  const half = Math.max(across.pixels, down.pixels) / 2;
  const [x, y] = [across.pixels / 2 / half, down.pixels / 2 / half];
  const pixels = -2 * Math.PI * half;
  return legendreTerms(HIGHEST_DEGREE).flatMap(({ a, b }, at): Cubic[] => {
    if (a + b !== 3) return [];
    const axis = b % 2 === 1 ? 0 : 1;
    const [own, other] = axis === 0 ? [x, y] : [y, x];
    const share = a === 0 || b === 0 ? THIRD * own * own : MIXED * other * other;
    return [{ at, a, b, axis, turn: pixels * own * share }];
  });
}

/** Of an order's phase, however far it turns, as long as it is less than half a turn. */
function phaseIn(
  { re, im }: ShapedOrder['shape'],
  { a, b }: Cubic,
  { atan2 }: Pick<KernelExports, 'atan2'>,
): number {
  const terms = legendreTerms(HIGHEST_DEGREE);
  let sum = 0;
  for (const [y, down] of NODES)
    for (const [x, across] of NODES) {
      const [px, py] = [legendreValues(x, HIGHEST_DEGREE), legendreValues(y, HIGHEST_DEGREE)];
      let [p, q] = [0, 0];
      terms.forEach((term, k) => {
        const own = py[term.a]! * px[term.b]!;
        p += re[k]! * own;
        q += im[k]! * own;
      });
      sum += down * across * atan2(q, p) * py[a]! * px[b]!;
    }
  return (sum * (2 * a + 1) * (2 * b + 1)) / 4;
}
