// The smooth phase that leaves others bunched: what is left of them, how often each phase occurs, and where that draws the surface.
import { exp } from './math';
import { Count, BytesAt, DoublesAt } from './types';

/** 2π, and the density of phases that know nothing of each other, per rad. */
const TURN: f64 = 2 * Math.PI;
const CHANCE: f64 = 1 / (2 * Math.PI);

/** Into [−π, π], by whole turns. */
@inline function wrapped(angle: f64): f64 {
  return angle - TURN * Math.round(angle / TURN);
}

/**
 * rest[r] = phases[r] − constant − Σ_k design[r, k] · coefficients[k], rad, by whole turns into [−π, π]; the design row-major with `m`
 * columns, the constant not among them.
 */
export function phasesLeft(
  design: DoublesAt,
  phases: DoublesAt,
  coefficients: DoublesAt,
  rows: Count<i32>,
  m: Count<i32>,
  constant: f64,
  rest: DoublesAt,
): void {
  const step = <usize>m * 8;
  const fours = <usize>(rows & ~3) * 8;
  const end = <usize>rows * 8;
  let row = design;
  let r: usize = 0;
  // four rows side by side: each waits for its own sums only
  for (; r < fours; r += 32) {
    let a = constant;
    let b = constant;
    let c = constant;
    let d = constant;
    for (let k: usize = 0; k < step; k += 8) {
      const by = load<f64>(coefficients + k);
      const at = row + k;
      a += load<f64>(at) * by;
      b += load<f64>(at + step) * by;
      c += load<f64>(at + 2 * step) * by;
      d += load<f64>(at + 3 * step) * by;
    }
    store<f64>(rest + r, wrapped(load<f64>(phases + r) - a));
    store<f64>(rest + r, wrapped(load<f64>(phases + r, 8) - b), 8);
    store<f64>(rest + r, wrapped(load<f64>(phases + r, 16) - c), 16);
    store<f64>(rest + r, wrapped(load<f64>(phases + r, 24) - d), 24);
    row += 4 * step;
  }
  for (; r < end; r += 8) {
    let sum = constant;
    for (let k: usize = 0; k < step; k += 8) sum += load<f64>(row + k) * load<f64>(coefficients + k);
    store<f64>(rest + r, wrapped(load<f64>(phases + r) - sum));
    row += step;
  }
}

/** Which of `classes` equal parts of a turn, a power of two, a phase of [−π, π] lies in. */
@inline function classOf(phase: f64, classes: i32): i32 {
  return <i32>Math.floor((phase + Math.PI) / (TURN / <f64>classes)) & (classes - 1);
}

/**
 * Kernel estimate of the density of weighted phases (rad, in [−π, π]) over the circle, per rad, in `classes` equal parts of it, a power of two; and
 * in `shift` by how much each moves to the mean of its neighbourhood, rad. The Gaussian of that bandwidth is 0 beyond `reach` classes.
 */
export function phaseDensity(
  phases: DoublesAt,
  weight: DoublesAt,
  rows: Count<i32>,
  bandwidth: f64,
  classes: Count<i32>,
  reach: Count<i32>,
  density: DoublesAt,
  shift: DoublesAt,
): void {
  const step = TURN / <f64>classes;
  // the circle opened, with what lies within reach beyond either end, and one more for pairs
  const places = classes + 2 * reach;
  const bell = heap.alloc(<usize>(2 * reach + 1 + places + 1) * 8);
  const held = bell + <usize>(2 * reach + 1) * 8;
  const counts = held + <usize>reach * 8;
  memory.fill(held, 0, <usize>(places + 1) * 8);
  let total: f64 = 0;
  for (let r: usize = 0; r < <usize>rows * 8; r += 8) {
    const w = load<f64>(weight + r);
    if (w == 0) continue;
    const at = counts + <usize>classOf(load<f64>(phases + r), classes) * 8;
    store<f64>(at, load<f64>(at) + w);
    total += w;
  }
  memory.copy(held, counts + <usize>(classes - reach) * 8, <usize>reach * 8);
  memory.copy(counts + <usize>classes * 8, counts, <usize>reach * 8);
  let sum: f64 = 0;
  for (let k = 0; k <= 2 * reach; k++) {
    const far = (<f64>(k - reach) * step) / bandwidth;
    const value = exp(-0.5 * far * far);
    store<f64>(bell + <usize>k * 8, value);
    sum += value;
  }
  const all = f64x2.splat(sum * step * total + 1e-300);
  const last = <usize>(2 * reach) * 8;
  // three pairs of classes side by side: each waits for its own sums only
  let k: usize = 0;
  for (; k + 48 <= <usize>classes * 8; k += 48) {
    let near0 = f64x2.splat(0);
    let near1 = f64x2.splat(0);
    let near2 = f64x2.splat(0);
    let moment0 = f64x2.splat(0);
    let moment1 = f64x2.splat(0);
    let moment2 = f64x2.splat(0);
    let away = f64x2.splat(-<f64>reach);
    for (let m: usize = 0; m <= last; m += 8) {
      const by = v128.load64_splat(bell + m);
      const at = held + k + m;
      const n0 = f64x2.mul(by, v128.load(at));
      const n1 = f64x2.mul(by, v128.load(at, 16));
      const n2 = f64x2.mul(by, v128.load(at, 32));
      near0 = f64x2.add(near0, n0);
      near1 = f64x2.add(near1, n1);
      near2 = f64x2.add(near2, n2);
      moment0 = f64x2.add(moment0, f64x2.mul(n0, away));
      moment1 = f64x2.add(moment1, f64x2.mul(n1, away));
      moment2 = f64x2.add(moment2, f64x2.mul(n2, away));
      away = f64x2.add(away, f64x2.splat(1));
    }
    putDensity(near0, moment0, all, step, density + k, shift + k);
    putDensity(near1, moment1, all, step, density + k + 16, shift + k + 16);
    putDensity(near2, moment2, all, step, density + k + 32, shift + k + 32);
  }
  for (; k < <usize>classes * 8; k += 16) {
    let near = f64x2.splat(0);
    let moment = f64x2.splat(0);
    let away = f64x2.splat(-<f64>reach);
    for (let m: usize = 0; m <= last; m += 8) {
      const n = f64x2.mul(v128.load64_splat(bell + m), v128.load(held + k + m));
      near = f64x2.add(near, n);
      moment = f64x2.add(moment, f64x2.mul(n, away));
      away = f64x2.add(away, f64x2.splat(1));
    }
    putDensity(near, moment, all, step, density + k, shift + k);
  }
  heap.free(bell);
}

/** Of two classes with so much near them, and its first moment about them. */
@inline function putDensity(near: v128, moment: v128, all: v128, step: f64, density: usize, shift: usize): void {
  v128.store(density, f64x2.div(near, all));
  const moved = f64x2.div(f64x2.mul(f64x2.splat(step), moment), near);
  v128.store(shift, v128.and(moved, f64x2.gt(near, f64x2.splat(0))));
}

/** A table over the classes of a turn, a power of two, at a phase, between their middles on a line. */
@inline function between(table: usize, classes: i32, low: i32, share: f64): f64 {
  const a = load<f64>(table + <usize>(low & (classes - 1)) * 8);
  const b = load<f64>(table + <usize>((low + 1) & (classes - 1)) * 8);
  return a + share * (b - a);
}

/**
 * The mean shift of phases as least squares: the weight of each row, which is its prior where it lies in a peak that is a quarter as dense as
 * `most` or more, less down to chance and 0 below; and the right side, Σ w · shift · design. The design as in {@link phasesLeft}.
 */
export function shiftEquations(
  rest: DoublesAt,
  prior: DoublesAt,
  rows: Count<i32>,
  density: DoublesAt,
  shift: DoublesAt,
  classes: Count<i32>,
  most: f64,
  design: DoublesAt,
  m: Count<i32>,
  weight: DoublesAt,
  right: DoublesAt,
): void {
  const step = <usize>m * 8;
  memory.fill(right, 0, step);
  for (let r = 0; r < rows; r++) {
    const at = <usize>r * 8;
    store<f64>(weight + at, 0);
    const own = load<f64>(prior + at);
    if (own == 0) continue;
    const place = (load<f64>(rest + at) + Math.PI) / (TURN / <f64>classes) - 0.5;
    const lower = Math.floor(place);
    const low = <i32>lower;
    const dense = (4 * (between(density, classes, low, place - lower) - CHANCE)) / (most - CHANCE);
    if (!(dense > 0)) continue;
    const w = own * min<f64>(1, dense);
    store<f64>(weight + at, w);
    const moved = w * between(shift, classes, low, place - lower);
    const row = design + at * <usize>m;
    const by = f64x2.splat(moved);
    let k: usize = 0;
    for (; k + 16 <= step; k += 16)
      v128.store(right + k, f64x2.add(v128.load(right + k), f64x2.mul(by, v128.load(row + k))));
    if (k < step) store<f64>(right + k, load<f64>(right + k) + moved * load<f64>(row + k));
  }
}

/**
 * Adds the normal equations of each patch's own rows to `equations`: for patch p at p · m · (m + 1) f64 the lower triangle of Σ w d_a d_b
 * (m × m; what lies above it means nothing), then Σ w d_a observed. The design row-major with `m` columns; `patch`: that of each row.
 */
export function addPatchEquations(
  design: DoublesAt,
  observed: DoublesAt,
  weight: DoublesAt,
  patch: BytesAt,
  rows: Count<i32>,
  m: Count<i32>,
  equations: DoublesAt,
): void {
  const step = <usize>m * 8;
  const square = step * <usize>m;
  for (let r: usize = 0; r < <usize>rows; r++) {
    const w = load<f64>(weight + r * 8);
    if (w == 0) continue;
    const row = design + r * step;
    const own = equations + <usize>load<u8>(patch + r) * (square + step);
    for (let a: usize = 0; a < step; a += 8) {
      const da = w * load<f64>(row + a);
      const line = own + a * <usize>m;
      for (let b: usize = 0; b <= a; b += 8) store<f64>(line + b, load<f64>(line + b) + da * load<f64>(row + b));
      const at = own + square + a;
      store<f64>(at, load<f64>(at) + da * load<f64>(observed + r * 8));
    }
  }
}
