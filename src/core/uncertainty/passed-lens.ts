import type { Frequency } from '../field/frequency.ts';
import { solveSymmetric } from '../fit/solve.ts';
import { floatsIn, floatsPerRow, inRow, TO_IMAGINARY } from '../kernel/complex-layout.ts';
import { copyOf } from '../kernel/copy-plane.ts';
import type { Kernels, Scope } from '../kernel/kernels.ts';
import type { ComplexPlane } from '../kernel/plane.ts';
import { explainedBy, filtered, transferOf } from './explained-wave.ts';

/** What a field passed on its way, besides a filter. */
export interface PassedLens {
  /** the lens's rim, as a share of the filter's */
  readonly scale: number;
  /** rad at the filter's rim: of the square of the frequency, and of its fourth power */
  readonly bend: readonly [defocus: number, spherical: number];
}

/** A filter alone. */
export const PLAIN: PassedLens = { scale: 1, bend: [0, 0] };

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
 * The lens that explains a field best as a wave of modulus 1: a rim narrower than the filter's makes edges ring, and defocus and spherical
 * aberration turn phase into modulus. Each is taken where it explains more of both halves of the frame.
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
  [defocus, spherical]: PassedLens['bend'],
): void {
  if (defocus === 0 && spherical === 0) return;
  using scope = kernels.scope();
  const { sin, cos } = kernels.wasm;
  // beyond the rim as at the rim
  const turning = transferOf(kernels, scope, plane, rim, (values, at, square) => {
    const q = Math.min(1, square);
    const by = -q * (defocus + spherical * q);
    values[at] = cos(by);
    values[at + TO_IMAGINARY] = sin(by);
  });
  filtered(kernels, plane, turning);
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

/** Over samples: squares of the modulus that is not explained, y, and the equations of a further bend, a and b. */
interface Sums {
  yy: number;
  aa: number;
  ab: number;
  bb: number;
  ay: number;
  by: number;
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

/** With the bend that explains more. @returns null where none is there */
function bentFrom(kernels: Kernels, field: Passed, lens: PassedLens): Misfit | null {
  const halves = equationsOf(kernels, field, lens);
  const fits = halves.map(solved);
  const explains = (half: Half) => {
    const [a, b] = fits[1 - half] ?? [0, 0];
    const { yy, aa, ab, bb, ay, by } = halves[half];
    return 2 * (a! * ay + b! * by) - (a! * a! * aa + 2 * a! * b! * ab + b! * b! * bb) > field.worth * yy;
  };
  const [one, other] = halves;
  const both = solved({
    ...{ yy: one.yy + other.yy, aa: one.aa + other.aa, ab: one.ab + other.ab },
    ...{ bb: one.bb + other.bb, ay: one.ay + other.ay, by: one.by + other.by },
  });
  if (!both || !explains(0) || !explains(1)) return null;
  const bent = { ...lens, bend: [lens.bend[0] + both[0]!, lens.bend[1] + both[1]!] } as const;
  return rootMeanSquare(bent) > WELL_CORRECTED ? null : misfitOf(kernels, field, bent);
}

function solved({ aa, ab, bb, ay, by }: Sums): Float64Array | null {
  return solveSymmetric(Float64Array.of(aa, ab, ab, bb), Float64Array.of(ay, by));
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
  const [u, p] = [undone, explained].map((plane) => kernels.floats(plane.ptr, floatsIn(plane))) as Views<2>;
  const halves: [number, number] = [0, 0];
  eachSample(undone, field.margin, (re, im, half) => {
    const y = Math.sqrt(u[re]! * u[re]! + u[im]! * u[im]!) - Math.sqrt(p[re]! * p[re]! + p[im]! * p[im]!);
    halves[half] += y * y;
  });
  return { lens, halves };
}

/** Of a further bend beside the lens's own, by each half of the frame. */
function equationsOf(kernels: Kernels, field: Passed, lens: PassedLens): readonly [Sums, Sums] {
  using scope = kernels.scope();
  const { undone, explained } = explain(kernels, scope, field, lens);
  const bentMore = [(q: number) => q, (q: number) => q * q].map((by) => {
    const wave = copyOf(kernels, scope, explained);
    const turned = transferOf(kernels, scope, wave, field.rim, (values, at, q) => {
      if (q <= 1) values[at + TO_IMAGINARY] = by(q);
    });
    filtered(kernels, wave, turned);
    return wave;
  });
  const [u, p, one, two] = [undone, explained, ...bentMore].map((plane) =>
    kernels.floats(plane.ptr, floatsIn(plane)),
  ) as Views<4>;
  const halves: [Sums, Sums] = [nothing(), nothing()];
  eachSample(undone, field.margin, (re, im, half) => {
    const size = Math.sqrt(u[re]! * u[re]! + u[im]! * u[im]!) || 1;
    const y = size - Math.sqrt(p[re]! * p[re]! + p[im]! * p[im]!);
    const a = (u[re]! * one[re]! + u[im]! * one[im]!) / size;
    const b = (u[re]! * two[re]! + u[im]! * two[im]!) / size;
    const sums = halves[half];
    sums.yy += y * y;
    sums.aa += a * a;
    sums.ab += a * b;
    sums.bb += b * b;
    sums.ay += a * y;
    sums.by += b * y;
  });
  return halves;
}

type Views<N extends 2 | 4> = N extends 2
  ? [Float32Array, Float32Array]
  : [Float32Array, Float32Array, Float32Array, Float32Array];

/** Goes through the samples inside a margin: where each lies, in floats, and in which half of the frame. */
function eachSample(
  plane: ComplexPlane,
  margin: number,
  visit: (re: number, im: number, half: Half) => void,
): void {
  const { rows, cols } = plane;
  const pitch = floatsPerRow(plane);
  const patch = (k: number, count: number) => Math.floor((k * PATCHES) / count);
  for (let row = margin; row < rows - margin; row++) {
    const down = patch(row, rows);
    for (let col = margin; col < cols - margin; col++) {
      const re = row * pitch + inRow(col);
      visit(re, re + TO_IMAGINARY, ((down + patch(col, cols)) % 2) as Half);
    }
  }
}

const nothing = (): Sums => ({ yy: 0, aa: 0, ab: 0, bb: 0, ay: 0, by: 0 });

/** rad, root mean square of a bend over the lens. */
function rootMeanSquare({ scale, bend: [a, b] }: PassedLens): number {
  // squares of frequencies, q, lie evenly over a disc: the bend is q (a + b q)
  const most = scale * scale;
  const mean = most * (a / 2 + (b * most) / 3);
  const square = most * most * ((a * a) / 3 + (a * b * most) / 2 + (b * b * most * most) / 5);
  return Math.sqrt(Math.max(0, square - mean * mean));
}
