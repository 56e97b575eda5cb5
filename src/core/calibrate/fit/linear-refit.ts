import { solveSymmetric } from '../../fit/solve.ts';
import type { Normal } from './normal-equations.ts';

/** What a fit takes for perfect and no rig is. */
export type Disturbance =
  | 'lens'
  | 'off_centre'
  | 'rim'
  | 'distortion'
  | 'layout'
  | 'bars'
  | 'oblong'
  | 'pixels'
  | 'stray_light'
  | 'reflections'
  | 'light_at_target'
  | 'light_at_sensor';

/** Normal equations, or those of a part of a frame. */
export type System = Pick<Normal, 'matrix' | 'right' | 'count'>;

/** What one step comes to. */
export interface Refitted {
  /** by which each unknown of the state moves */
  readonly moves: Float64Array;
  readonly disturbances: readonly KnownDisturbance[];
  /** one σ of what remains unknown of these at once, where each unknown counts so much: what one says of another included */
  readonly leftOf: (names: readonly Disturbance[], slope: Float64Array) => number;
}

/** What a frame tells of one disturbance. */
export interface KnownDisturbance {
  readonly name: Disturbance;
  /** its own terms as they come out */
  readonly terms: Float64Array;
  /** how far those remain unknown: their covariance, row-major */
  readonly left: Float64Array;
  /** what each of them does to each unknown of the state, term by term */
  readonly perTerm: readonly Float64Array[];
}

/** Columns of the normal equations that belong to a disturbance, and how large each may be: one σ, before the frame. */
export interface Group {
  readonly name: Disturbance;
  readonly columns: readonly number[];
  readonly width: number;
  /** share by which a slope is another one where one σ of the disturbance is there; absent: what it does is a straight line */
  readonly bend?: number;
  /** what the fit has of each term already; absent: none */
  readonly already?: Float64Array | undefined;
}

export function unit(count: number, k: number): Float64Array {
  return Float64Array.from({ length: count }, (_, l) => (l === k ? 1 : 0));
}

/** The normal equations of some columns alone; what the frame says nothing about stays where it is. */
export function solved(
  { matrix, count }: System,
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

/** Column by column. */
function termsOf(groups: readonly Group[]) {
  return groups.flatMap(({ name, columns, width, bend = 0, already }) =>
    columns.map((column, k) => ({ name, column, width, bend, already: already?.[k] ?? 0 })),
  );
}

/** One step of Gauss and Newton with further columns, each no larger than such things are. */
export function refitted(
  normal: System,
  base: readonly number[],
  groups: readonly Group[],
  noise: number,
  unknowns: number,
): Refitted {
  const { matrix, right, count } = normal;
  const terms = termsOf(groups);
  const along = terms.map(({ column }) =>
    solved(
      normal,
      base,
      Float64Array.from(base, (row) => matrix[row * count + column]!),
    ),
  );
  const size = terms.length;
  const known = new Float64Array(size * size);
  const pull = new Float64Array(size);
  const trust = new Float64Array(size).fill(1);
  terms.forEach(({ column, width, bend, already }, k) => {
    const own = along[k];
    if (!own) return;
    pull[k] = (right[column]! - base.reduce((sum, row, m) => sum + own[m]! * right[row]!, 0)) / noise;
    terms.forEach(({ column: other }, l) => {
      const explained = base.reduce((sum, row, m) => sum + own[m]! * matrix[row * count + other]!, 0);
      known[k * size + l] = (matrix[column * count + other]! - explained) / noise;
    });
    if (bend > 0) trust[k] = trustIn(bend, known[k * size + k]! * noise, matrix[column * count + column]!);
    known[k * size + k]! += trust[k]! / (width * width);
    pull[k]! -= already / (width * width);
  });
  const inverse = terms.map((_, k) => solveSymmetric(known.slice(), unit(size, k)));
  const moves = new Float64Array(unknowns);
  // a frame that says nothing of something is not asked about it
  if (along.some((own) => !own) || inverse.some((row) => !row))
    return { moves, disturbances: [], leftOf: () => 0 };
  const perTerm = along.map((column) => column!.slice(0, unknowns).map((value) => -value));
  const values = inverse.map(
    (row, k) => trust[k]! * row!.reduce((sum, value, l) => sum + value * pull[l]!, 0),
  );
  const left = (k: number, l: number) => {
    const { width } = terms[k]!;
    const untold = k === l && trust[k]! < 1 ? (1 - trust[k]!) * width * width : 0;
    return trust[k]! * trust[l]! * inverse[k]![l]! + untold;
  };
  values.forEach((value, k) => perTerm[k]!.forEach((per, m) => (moves[m]! += value * per)));
  const found: Found = {
    names: terms.map(({ name }) => name),
    sizes: values.map((value, k) => terms[k]!.already + value),
    ...{ perTerm, left },
  };
  const names = [...new Set(groups.map(({ name }) => name))];
  return {
    moves,
    disturbances: names.flatMap((name) => knownOf(found, name)),
    leftOf: (those, slope) => leftTogether(found, those, slope),
  };
}

/** Every term's disturbance, its size, what it does to each unknown, and covariances of what is left unknown. */
interface Found {
  readonly names: readonly Disturbance[];
  readonly sizes: readonly number[];
  readonly perTerm: readonly Float64Array[];
  readonly left: (k: number, l: number) => number;
}

function termsNamed({ names }: Found, those: readonly Disturbance[]): number[] {
  return names.flatMap((name, k) => (those.includes(name) ? [k] : []));
}

function knownOf(found: Found, name: Disturbance): KnownDisturbance[] {
  const own = termsNamed(found, [name]);
  if (own.length === 0) return [];
  const { sizes, perTerm, left } = found;
  return [
    {
      ...{ name, terms: Float64Array.from(own, (k) => sizes[k]!), perTerm: own.map((k) => perTerm[k]!) },
      left: Float64Array.from(own.flatMap((k) => own.map((l) => left(k, l)))),
    },
  ];
}

function leftTogether(found: Found, those: readonly Disturbance[], slope: Float64Array): number {
  const own = termsNamed(found, those);
  const moved = own.map((k) => found.perTerm[k]!.reduce((sum, per, m) => sum + per * slope[m]!, 0));
  const variance = own.reduce(
    (sum, k, a) => own.reduce((all, l, b) => all + moved[a]! * moved[b]! * found.left(k, l), sum),
    0,
  );
  return Math.sqrt(Math.max(0, variance));
}

/**
 * How much of what a frame says of a term is of the term: of the part of its change that no other unknown makes, as much
 * may be its slope's own fault. What is seen is the term plus that, and the less of it is the term (regression dilution,
 * Fuller, Measurement Error Models, 1.1, doi:10.1002/9780470316665).
 * @param rest square of that part, of the whole change's
 */
function trustIn(bend: number, rest: number, whole: number): number {
  const fault = bend * bend * whole;
  return rest > 0 ? Math.max(LEAST_TRUST, rest / (rest + fault)) : LEAST_TRUST;
}

/** Nothing is told; a bound for numbers' sake. */
const LEAST_TRUST = 1e-6;

/** What draws a step, that of terms which the fit has already by what is known of them. */
export function pulledBack(right: Float64Array, groups: readonly Group[], noise: number): Float64Array {
  const own = right.slice();
  for (const { columns, width, already } of groups)
    already?.forEach((value, k) => (own[columns[k]!]! -= (noise * value) / (width * width)));
  return own;
}

/**
 * All columns at once, those of disturbances no larger than such things are.
 * @param base with it only these and the groups' own are asked for, and all others stay 0
 */
export function ridged(
  { matrix, right, count }: System,
  groups: readonly Group[],
  noise: number,
  base?: readonly number[],
): Float64Array | null {
  const own = matrix.slice();
  const drawn = pulledBack(right, groups, noise);
  for (const { columns, width } of groups)
    for (const column of columns) own[column * count + column]! += noise / (width * width);
  const all = Array.from({ length: count }, (_, k) => k);
  const asked = base ? [...base, ...groups.flatMap(({ columns }) => columns)] : all;
  const found = solved(
    { matrix: own, right, count },
    asked,
    Float64Array.from(asked, (k) => drawn[k]!),
  );
  if (!found) return null;
  const out = new Float64Array(count);
  asked.forEach((column, k) => (out[column] = found[k]!));
  return out;
}
