// Which pixels of an unwrapped phase to trust. The mask is one byte per pixel without padding; see ./unwrap.

import { allocate, release } from './memory';
import { DISCONNECTED, INCONSISTENT, LOW_MODULUS } from './unwrap';
import { BytePitch, BytesAt, Count, IntegersAt, RealAt } from './types';

const PI: f32 = <f32>3.141592653589793;
/** A span of unmarked pixels: parent (or minus the pixels of the region whose root this is), first pixel, length. */
const SPAN_BYTES: usize = 12;
/** Whole numbers of four neighbours. */
const FOUR = memory.data(16, 16);

/** Marks neighbours INCONSISTENT that differ by more than π in the unwrapped phase, neither being LOW_MODULUS. */
export function markCuts(
  phase: RealAt,
  pitch: BytePitch,
  mask: BytesAt,
  rows: Count<i32>,
  cols: Count<i32>,
): void {
  for (let row = 0; row < rows; row++) {
    const from = phase + <usize>row * pitch;
    const marks = mask + <usize>row * <usize>cols;
    markCutsBetween(from, from + 4, marks, 1, cols - 1);
    if (row + 1 < rows) markCutsBetween(from, from + pitch, marks, <usize>cols, cols);
  }
}

function markCutsBetween(from: usize, to: usize, mask: usize, step: usize, count: i32): void {
  let i = 0;
  for (; i + 4 <= count; i += 4) {
    const at = (<usize>i) << 2;
    const difference = f32x4.abs(f32x4.sub(v128.load(from + at), v128.load(to + at)));
    let bits = i32x4.bitmask(f32x4.gt(difference, f32x4.splat(PI)));
    for (; bits; bits &= bits - 1) markPair(mask + <usize>(i + ctz(bits)), step);
  }
  for (; i < count; i++) {
    const at = (<usize>i) << 2;
    if (abs(load<f32>(from + at) - load<f32>(to + at)) > PI) markPair(mask + <usize>i, step);
  }
}

@inline
function markPair(at: usize, step: usize): void {
  const first = load<u8>(at);
  const second = load<u8>(at + step);
  if ((first | second) & LOW_MODULUS) return;
  store<u8>(at, first | INCONSISTENT);
  store<u8>(at + step, second | INCONSISTENT);
}

/**
 * Marks DISCONNECTED every unmarked pixel outside the largest 4-connected region of unmarked pixels: how many
 * turns lie between two such regions cannot be told. Of regions of the same size the uppermost counts.
 */
export function markDisconnected(mask: BytesAt, rows: Count<i32>, cols: Count<i32>): void {
  const spans = allocate(<usize>rows * <usize>((cols + 1) >> 1) * SPAN_BYTES);
  let count = 0;
  let aboveStart = 0;
  for (let row = 0; row < rows; row++) {
    const rowStart = count;
    count = appendSpans(spans, count, mask, row * cols, cols);
    joinSpans(spans, aboveStart, rowStart, count, cols);
    aboveStart = rowStart;
  }
  let largest = -1;
  let most = 0;
  for (let i = 0; i < count; i++) {
    const size = -load<i32>(spans + <usize>i * SPAN_BYTES);
    if (size > most) {
      most = size;
      largest = i;
    }
  }
  for (let i = 0; i < count; i++) {
    const span = spans + <usize>i * SPAN_BYTES;
    if (rootOf(spans, i) != largest)
      memory.fill(mask + <usize>load<i32>(span, 4), DISCONNECTED, <usize>load<i32>(span, 8));
  }
  release(spans);
}

/** Appends the spans of one row and returns how many there are now. */
function appendSpans(spans: usize, count: i32, mask: usize, start: i32, cols: i32): i32 {
  const row = mask + <usize>start;
  let col = 0;
  while (col < cols) {
    while (col < cols && load<u8>(row + <usize>col)) col++;
    if (col == cols) break;
    const first = col;
    while (col + 16 <= cols && !v128.any_true(v128.load(row + <usize>col))) col += 16;
    while (col < cols && !load<u8>(row + <usize>col)) col++;
    const span = spans + <usize>(count++) * SPAN_BYTES;
    store<i32>(span, first - col);
    store<i32>(span, start + first, 4);
    store<i32>(span, col - first, 8);
  }
  return count;
}

/** Joins the spans from `start` to `end` with those of the row above, from `above` to `start`, that they touch. */
function joinSpans(spans: usize, above: i32, start: i32, end: i32, cols: i32): void {
  let i = above;
  let j = start;
  while (i < start && j < end) {
    const upper = spans + <usize>i * SPAN_BYTES;
    const lower = spans + <usize>j * SPAN_BYTES;
    const upperStart = load<i32>(upper, 4) + cols;
    const lowerStart = load<i32>(lower, 4);
    const upperEnd = upperStart + load<i32>(upper, 8);
    const lowerEnd = lowerStart + load<i32>(lower, 8);
    if (upperStart < lowerEnd && lowerStart < upperEnd) join(spans, i, j);
    if (upperEnd <= lowerEnd) i++;
    else j++;
  }
}

function join(spans: usize, a: i32, b: i32): void {
  const rootA = rootOf(spans, a);
  const rootB = rootOf(spans, b);
  if (rootA == rootB) return;
  const upper = spans + <usize>min(rootA, rootB) * SPAN_BYTES;
  const lower = spans + <usize>max(rootA, rootB) * SPAN_BYTES;
  store<i32>(upper, load<i32>(upper) + load<i32>(lower));
  store<i32>(lower, min(rootA, rootB));
}

function rootOf(spans: usize, index: i32): i32 {
  let at = index;
  while (true) {
    const span = spans + <usize>at * SPAN_BYTES;
    const parent = load<i32>(span);
    if (parent < 0) return at;
    const grandparent = load<i32>(spans + <usize>parent * SPAN_BYTES);
    if (grandparent < 0) return parent;
    store<i32>(span, grandparent);
    at = grandparent;
  }
}

/** Stores four i32 at `out`: the pixels with LOW_MODULUS, INCONSISTENT, DISCONNECTED, and with any mark. */
export function countMarks(mask: BytesAt, pixels: Count<i32>, out: IntegersAt): void {
  let low = 0;
  let inconsistent = 0;
  let disconnected = 0;
  let any = 0;
  for (let i: usize = 0; i < <usize>pixels; i++) {
    const mark = <i32>load<u8>(mask + i);
    low += mark & 1;
    inconsistent += (mark >> 1) & 1;
    disconnected += (mark >> 2) & 1;
    any += i32(mark != 0);
  }
  store<i32>(out, low);
  store<i32>(out, inconsistent, 4);
  store<i32>(out, disconnected, 8);
  store<i32>(out, any, 12);
}

/**
 * Shifts an unwrapped phase by whole turns so that the background, where the wrapped phase lies within `within` rad of
 * 0 and the mask is 0, has the fewest turns: the most frequent count there becomes 0. Counts beyond ±511 are ignored.
 * @returns the turns that were taken off
 */
export function settleTurns(
  wrapped: RealAt,
  phase: RealAt,
  pitch: BytePitch,
  mask: BytesAt,
  rows: Count<i32>,
  cols: Count<i32>,
  within: f32,
): Count<i32> {
  const counts = heap.alloc(1024 * 4);
  memory.fill(counts, 0, 1024 * 4);
  const limit = f32x4.splat(within);
  const perTurn = f32x4.splat(<f32>(0.5 / Math.PI));
  // most have as many as those before them, and are counted four at a time
  let usual = 512;
  let asUsual = 0;
  for (let y = 0; y < rows; y++) {
    const row = <usize>y * pitch;
    const marks = mask + <usize>y * <usize>cols;
    for (let x = 0; x < cols; x += 4) {
      const at = row + (<usize>x << 2);
      const angles = v128.load(wrapped + at);
      const near = i32x4.bitmask(f32x4.le(f32x4.abs(angles), limit));
      if (near == 0) continue;
      const apart = f32x4.mul(f32x4.sub(v128.load(phase + at), angles), perTurn);
      const four = i32x4.add(i32x4.trunc_sat_f32x4_s(f32x4.nearest(apart)), i32x4.splat(512));
      const whole = near == 15 && x + 4 <= cols && load<u32>(marks + <usize>x) == 0;
      if (whole && i32x4.all_true(i32x4.eq(four, i32x4.splat(usual)))) {
        asUsual += 4;
        continue;
      }
      v128.store(FOUR, four);
      for (let lane = 0; lane < min(4, cols - x); lane++) {
        if (((near >> lane) & 1) == 0 || load<u8>(marks + <usize>(x + lane)) != 0) continue;
        const turns = load<i32>(FOUR + (<usize>lane << 2));
        if (turns < 0 || turns > 1023) continue;
        addTo(counts, turns, 1);
        if (turns == usual) continue;
        addTo(counts, usual, asUsual);
        usual = turns;
        asUsual = 0;
      }
    }
  }
  addTo(counts, usual, asUsual);
  let most = 512;
  for (let k = 0; k < 1024; k++) {
    if (load<i32>(counts + (<usize>k << 2)) > load<i32>(counts + (<usize>most << 2))) most = k;
  }
  heap.free(counts);
  const turns = most - 512;
  if (turns == 0) return 0;
  for (let y = 0; y < rows; y++) {
    const row = <usize>y * pitch;
    let x = 0;
    for (; x + 2 <= cols; x += 2) takeTurns(wrapped + row + (<usize>x << 2), phase + row + (<usize>x << 2), turns);
    if (x == cols) continue;
    const at = row + (<usize>x << 2);
    const angle = <f64>load<f32>(wrapped + at);
    const own = nearest<f64>((<f64>load<f32>(phase + at) - angle) * (0.5 / Math.PI));
    store<f32>(phase + at, <f32>(angle + 2 * Math.PI * (own - <f64>turns)));
  }
  return turns;
}

@inline function addTo(counts: usize, index: i32, more: i32): void {
  const bin = counts + (<usize>index << 2);
  store<i32>(bin, load<i32>(bin) + more);
}

/** Of two samples. */
@inline function takeTurns(wrapped: usize, phase: usize, turns: i32): void {
  const angles = f64x2.promote_low_f32x4(v128.load64_zero(wrapped));
  const apart = f64x2.sub(f64x2.promote_low_f32x4(v128.load64_zero(phase)), angles);
  const own = f64x2.nearest(f64x2.mul(apart, f64x2.splat(0.5 / Math.PI)));
  const left = f64x2.mul(f64x2.splat(2 * Math.PI), f64x2.sub(own, f64x2.splat(<f64>turns)));
  v128.store64_lane(phase, f32x4.demote_f64x2_zero(f64x2.add(angles, left)), 0);
}
