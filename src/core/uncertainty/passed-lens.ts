import type { Frequency } from '../field/frequency.ts';
import { solveSymmetric } from '../fit/solve.ts';
import { floatsIn, floatsPerRow, inRow, TO_IMAGINARY } from '../kernel/complex-layout.ts';
import { copyOf } from '../kernel/copy-plane.ts';
import type { Kernels, Scope } from '../kernel/kernels.ts';
import type { ComplexPlane } from '../kernel/plane.ts';
import { explainedBy, filtered, transferOf, turnWithin } from './explained-wave.ts';

/** What a field passed on its way, besides a filter. */
export interface PassedLens {
  /** the lens's rim, as a share of the filter's */
  readonly scale: number;
  /** rad at the filter's rim, of each of {@link TERMS} */
  readonly bend: readonly number[];
}

/** A bend over a lens by the frequency over the filter's rim, and its mean square over the disc without piston and tilt, which only shift. */
interface Term {
  readonly at: (u: number, v: number) => number;
  /** the power of the rim that the bend grows with, and its mean square over a disc of radius 1 */
  readonly power: number;
  readonly square: number;
}

const astigmatism = { power: 2, square: 1 / 6 };
const coma = { power: 3, square: 1 / 72 };
/** Seidel's: defocus and spherical aberration, which are round, astigmatism and coma. */
const TERMS: readonly Term[] = [
  { at: (u, v) => u * u + v * v, power: 2, square: 1 / 12 },
  { at: (u, v) => (u * u + v * v) * (u * u + v * v), power: 4, square: 4 / 45 },
  { at: (u, v) => u * u - v * v, ...astigmatism },
  { at: (u, v) => 2 * u * v, ...astigmatism },
  { at: (u, v) => u * (u * u + v * v), ...coma },
  { at: (u, v) => v * (u * u + v * v), ...coma },
];
/** What the mean of the product of defocus and spherical aberration has beyond that of both. */
const ROUND = 1 / 12;
/** How many of them are tried, the first that explain more are taken: all, else those of a lens that is round. */
const SETS = [TERMS.length, 2];
const STRAIGHT: readonly number[] = TERMS.map(() => 0);

/** A filter alone. */
export const PLAIN: PassedLens = { scale: 1, bend: STRAIGHT };

/** Of the filter's rim: from wide lenses to narrow ones. */
const STEP = 0.04;
const NARROWEST = 0.6;
/** Fits of rim and bend, each where the one before ended. */
const FITS = 2;
/** Patches of the frame along a side, as a chessboard: what its white ones say has to hold for the black ones. */
const PATCHES = 8;
/** rad, root mean square over the lens: what needs more is out of focus. (Maréchal's criterion: λ/14 for a lens that is well corrected.) */
const WELL_CORRECTED = (2 * Math.PI) / 14;

/** A field that is 1 where there is no sample, and how a wave of modulus 1 is looked for in it. */
export interface Passed {
  readonly plane: ComplexPlane;
  /** of the filter, cycles per sample */
  readonly rim: Frequency;
  /** samples at each edge that do not count */
  readonly margin: number;
  readonly rounds: number;
  /** share of what is not explained that a lens must take away to be there */
  readonly worth: number;
}

/**
 * The lens that explains a field best as a wave of modulus 1: a rim narrower than the filter's makes edges ring, and aberrations
 * turn phase into modulus. Each is taken where it explains more of both halves of the frame.
 */
export function passedLens(kernels: Kernels, field: Passed): PassedLens {
  let best = misfitOf(kernels, field, PLAIN);
  for (let fit = 0; fit < FITS; fit++) {
    best = narrowed(kernels, field, best);
    const bent = bentFrom(kernels, field, best.lens);
    if (!bent) break;
    best = bent;
  }
  return best.lens;
}

/** A field as it would be had the lens not bent it; in place. */
export function undoBend(
  kernels: Kernels,
  plane: ComplexPlane,
  rim: Frequency,
  bend: PassedLens['bend'],
): void {
  if (bend.every((b) => b === 0)) return;
  using scope = kernels.scope();
  const { sin, cos } = kernels.wasm;
  const turning = transferOf(kernels, scope, plane, rim, (values, at, u, v) => {
    const square = u * u + v * v;
    // beyond the rim as at the rim
    const inside = square > 1 ? 1 / Math.sqrt(square) : 1;
    const by = -bentAt(bend, u * inside, v * inside);
    values[at] = cos(by);
    values[at + TO_IMAGINARY] = sin(by);
  });
  filtered(kernels, plane, turning);
}

function bentAt(bend: PassedLens['bend'], u: number, v: number): number {
  let sum = 0;
  for (let k = 0; k < bend.length; k++) sum += bend[k]! * TERMS[k]!.at(u, v);
  return sum;
}

export function rimOfLens({ x, y }: Frequency, { scale }: PassedLens): Frequency {
  return { x: scale * x, y: scale * y };
}

type Half = 0 | 1;

/** What a lens leaves unexplained of each half of the frame: squares of the modulus, summed. */
interface Misfit {
  readonly lens: PassedLens;
  readonly halves: readonly [number, number];
}

/** Over samples: squares of the modulus that is not explained, and the equations of a further bend. */
interface Sums {
  square: number;
  readonly matrix: Float64Array;
  readonly right: Float64Array;
}

function narrowed(kernels: Kernels, field: Passed, from: Misfit): Misfit {
  let best = from;
  for (let { scale } = from.lens; scale - STEP > NARROWEST;) {
    scale -= STEP;
    const one = misfitOf(kernels, field, { ...best.lens, scale });
    const isBetter = one.halves.every((left, half) => left < (1 - field.worth) * best.halves[half]!);
    if (!isBetter) break;
    best = one;
  }
  return best;
}

/** With the bend that explains more, of all terms where they do. @returns null where none is there */
function bentFrom(kernels: Kernels, field: Passed, lens: PassedLens): Misfit | null {
  const [one, other] = equationsOf(kernels, field, lens);
  const both: Sums = {
    square: one.square + other.square,
    matrix: one.matrix.map((m, k) => m + other.matrix[k]!),
    right: one.right.map((r, k) => r + other.right[k]!),
  };
  for (const terms of SETS) {
    const step = solved(both, terms);
    const isThere =
      gained(one, solved(other, terms)) > field.worth * one.square &&
      gained(other, solved(one, terms)) > field.worth * other.square;
    if (!step || !isThere) continue;
    const bent = { ...lens, bend: lens.bend.map((b, k) => b + (step[k] ?? 0)) };
    if (rootMeanSquare(bent) <= WELL_CORRECTED) return misfitOf(kernels, field, bent);
  }
  return null;
}

/** By the first so many terms alone. */
function solved({ matrix, right }: Sums, terms: number): Float64Array | null {
  const part = Float64Array.from(
    { length: terms * terms },
    (_, k) => matrix[Math.floor(k / terms) * TERMS.length + (k % terms)]!,
  );
  return solveSymmetric(part, right.slice(0, terms));
}

/** What a bend takes away of the squares. */
function gained({ matrix, right }: Sums, bend: Float64Array | null): number {
  if (!bend) return 0;
  let sum = 0;
  for (let j = 0; j < bend.length; j++) {
    let row = 2 * right[j]!;
    for (let k = 0; k < bend.length; k++) row -= matrix[j * TERMS.length + k]! * bend[k]!;
    sum += bend[j]! * row;
  }
  return sum;
}

interface Explained {
  readonly undone: ComplexPlane;
  readonly explained: ComplexPlane;
}

function explain(kernels: Kernels, scope: Scope, field: Passed, lens: PassedLens): Explained {
  const undone = copyOf(kernels, scope, field.plane);
  undoBend(kernels, undone, field.rim, lens.bend);
  return { undone, explained: explainedBy(kernels, scope, undone, rimOfLens(field.rim, lens), field.rounds) };
}

function misfitOf(kernels: Kernels, field: Passed, lens: PassedLens): Misfit {
  using scope = kernels.scope();
  const { undone, explained } = explain(kernels, scope, field, lens);
  const floats = (plane: ComplexPlane) => kernels.floats(plane.ptr, floatsIn(plane));
  const [u, p] = [floats(undone), floats(explained)];
  const sums = new Float64Array(2);
  eachRow(undone, field.margin, (from, columns) =>
    addMisfit(u.subarray(from), p.subarray(from), columns, sums),
  );
  return { lens, halves: [sums[0]!, sums[1]!] };
}

/** @param sums of the squares, for each half of the frame: changed */
function addMisfit(u: Float32Array, p: Float32Array, { at, half }: Columns, sums: Float64Array): void {
  for (let k = 0; k < at.length; k++) {
    const re = at[k]!;
    const im = re + TO_IMAGINARY;
    const y = Math.sqrt(u[re]! * u[re]! + u[im]! * u[im]!) - Math.sqrt(p[re]! * p[re]! + p[im]! * p[im]!);
    sums[half[k]!]! += y * y;
  }
}

/** Of a further bend beside the lens's own, by each half of the frame. */
function equationsOf(kernels: Kernels, field: Passed, lens: PassedLens): readonly [Sums, Sums] {
  using scope = kernels.scope();
  const { undone, explained } = explain(kernels, scope, field, lens);
  const bentMore = TERMS.map((term) => {
    const wave = copyOf(kernels, scope, explained);
    filtered(kernels, wave, turnWithin(kernels, scope, wave, field.rim, term.at));
    return wave;
  });
  const floats = (plane: ComplexPlane) => kernels.floats(plane.ptr, floatsIn(plane));
  const [u, p, waves] = [floats(undone), floats(explained), bentMore.map(floats)];
  const halves: [Sums, Sums] = [nothing(), nothing()];
  eachRow(undone, field.margin, (from, columns) => {
    const rows = waves.map((wave) => wave.subarray(from));
    addEquations(u.subarray(from), p.subarray(from), rows, columns, halves);
  });
  return halves;
}

/** @param halves of the frame, their sums: changed */
function addEquations(
  u: Float32Array,
  p: Float32Array,
  waves: readonly Float32Array[],
  { at, half }: Columns,
  halves: readonly [Sums, Sums],
): void {
  const by = new Float64Array(waves.length);
  for (let k = 0; k < at.length; k++) {
    const re = at[k]!;
    const im = re + TO_IMAGINARY;
    const size = Math.sqrt(u[re]! * u[re]! + u[im]! * u[im]!) || 1;
    const left = size - Math.sqrt(p[re]! * p[re]! + p[im]! * p[im]!);
    for (let w = 0; w < by.length; w++) by[w] = (u[re]! * waves[w]![re]! + u[im]! * waves[w]![im]!) / size;
    addTo(halves[half[k] as Half], left, by);
  }
}

function addTo(sums: Sums, left: number, by: Float64Array): void {
  sums.square += left * left;
  for (let j = 0; j < by.length; j++) {
    sums.right[j]! += left * by[j]!;
    for (let k = 0; k < by.length; k++) sums.matrix[j * by.length + k]! += by[j]! * by[k]!;
  }
}

/** Samples of a row: where each lies in its floats, and in which half of the frame. */
interface Columns {
  readonly at: Int32Array;
  readonly half: Uint8Array;
}

/** Goes through the rows inside a margin: where each begins, in floats, and its samples. */
function eachRow(plane: ComplexPlane, margin: number, visit: (from: number, columns: Columns) => void): void {
  const { rows, cols } = plane;
  const pitch = floatsPerRow(plane);
  const patch = (k: number, count: number) => Math.floor((k * PATCHES) / count);
  const inside = Int32Array.from({ length: Math.max(0, cols - 2 * margin) }, (_, k) => margin + k);
  const at = inside.map((col) => inRow(col));
  const halves = [0, 1].map((down) => Uint8Array.from(inside, (col) => (down + patch(col, cols)) % 2));
  for (let row = margin; row < rows - margin; row++)
    visit(row * pitch, { at, half: halves[patch(row, rows) % 2]! });
}

function nothing(): Sums {
  const { length } = TERMS;
  return { square: 0, matrix: new Float64Array(length * length), right: new Float64Array(length) };
}

/** rad, root mean square of a bend over the lens. */
function rootMeanSquare({ scale, bend }: PassedLens): number {
  const grown = bend.map((b, k) => b * toThe(scale, TERMS[k]!.power));
  const own = grown.reduce((sum, b, k) => sum + TERMS[k]!.square * b * b, 0);
  return Math.sqrt(Math.max(0, own + 2 * ROUND * grown[0]! * grown[1]!));
}

function toThe(scale: number, power: number): number {
  let value = 1;
  for (let k = 0; k < power; k++) value *= scale;
  return value;
}
