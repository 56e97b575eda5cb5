// Phase unwrapping, the parts every method shares. Phases in rad, f32, within [-π, π]; pitches in bytes; the
// mask is one byte per pixel without padding. Turns are counted in whole numbers and become 2πn once, at the end,
// so that an unwrapped phase is congruent to the wrapped one whatever way it was found.

import { allocate, release } from './memory';
import { BytePitch, BytesAt, Count, IntegersAt, RealAt } from './types';

const PI: f32 = <f32>3.141592653589793;

/** Bits of the mask: why a pixel's number of turns is not to be trusted. */
export const LOW_MODULUS: u8 = 1;
export const INCONSISTENT: u8 = 2;
export const DISCONNECTED: u8 = 4;

/** Turns to add going from `a` to `b` so that they differ by at most π: -1, 0 or 1. */
@inline
export function jump(a: f32, b: f32): i32 {
  const d = b - a;
  return i32(d < -PI) - i32(d > PI);
}

/** {@link jump} for four pairs, as integers. */
@inline
export function jump4(a: v128, b: v128): v128 {
  const d = f32x4.sub(b, a);
  return i32x4.sub(f32x4.gt(d, f32x4.splat(PI)), f32x4.lt(d, f32x4.splat(-PI)));
}

/** Sets LOW_MODULUS where the modulus is not above `minimum` (or NaN) and clears every other pixel of the mask. */
export function maskLowModulus(
  modulus: RealAt,
  pitch: BytePitch,
  mask: BytesAt,
  rows: Count<i32>,
  cols: Count<i32>,
  minimum: f32,
): Count<i32> {
  let low = 0;
  for (let row = 0; row < rows; row++) {
    for (let col = 0; col < cols; col++) {
      const isLow = i32(!(load<f32>(modulus + ((<usize>col) << 2)) > minimum));
      store<u8>(mask++, <u8>isLow);
      low += isLow;
    }
    modulus += pitch;
  }
  return low;
}

/** to ← the LOW_MODULUS marks of `from` alone. */
export function copyLowModulus(from: BytesAt, to: BytesAt, pixels: Count<i32>): void {
  for (let i: usize = 0; i < <usize>pixels; i++) store<u8>(to + i, load<u8>(from + i) & LOW_MODULUS);
}

/**
 * Counts the residues (2×2 loops around which the wrapped differences do not add up to zero) and marks the four
 * pixels INCONSISTENT unless one of them is LOW_MODULUS, which explains it. Stores two i32 at `out`: all residues,
 * and those with no LOW_MODULUS pixel.
 * Goldstein, Zebker & Werner, Radio Sci. 23, 713 (1988), doi:10.1029/RS023i004p00713.
 */
export function markResidues(
  wrapped: RealAt,
  pitch: BytePitch,
  mask: BytesAt,
  rows: Count<i32>,
  cols: Count<i32>,
  out: IntegersAt,
): void {
  store<i64>(out, 0);
  for (let row = 0; row + 1 < rows; row++) {
    const above = wrapped + <usize>row * pitch;
    const maskRow = mask + <usize>row * <usize>cols;
    let col = 0;
    for (; col + 4 < cols; col += 4) {
      const at = above + ((<usize>col) << 2);
      let bits = i32x4.bitmask(i32x4.ne(loop4(at, pitch), i32x4.splat(0)));
      for (; bits; bits &= bits - 1) markLoop(maskRow + <usize>(col + ctz(bits)), cols, out);
    }
    for (; col + 1 < cols; col++)
      if (loop(above + ((<usize>col) << 2), pitch)) markLoop(maskRow + <usize>col, cols, out);
  }
}

/** Turns around the loops whose upper left pixels are the four at `at`. */
@inline
function loop4(at: usize, pitch: usize): v128 {
  const a = v128.load(at);
  const b = v128.load(at, 4);
  const c = v128.load(at + pitch);
  const d = v128.load(at + pitch, 4);
  return i32x4.sub(i32x4.add(jump4(a, b), jump4(b, d)), i32x4.add(jump4(a, c), jump4(c, d)));
}

@inline
function loop(at: usize, pitch: usize): i32 {
  const a = load<f32>(at);
  const b = load<f32>(at, 4);
  const c = load<f32>(at + pitch);
  const d = load<f32>(at + pitch, 4);
  return jump(a, b) + jump(b, d) - jump(a, c) - jump(c, d);
}

function markLoop(at: usize, cols: i32, out: usize): void {
  store<i32>(out, load<i32>(out) + 1);
  const upper = load<u16>(at);
  const lower = load<u16>(at + <usize>cols);
  if ((upper | lower) & (<u16>0x101 * <u16>LOW_MODULUS)) return;
  store<i32>(out, load<i32>(out, 4) + 1, 4);
  store<u16>(at, upper | (<u16>0x101 * <u16>INCONSISTENT));
  store<u16>(at + <usize>cols, lower | (<u16>0x101 * <u16>INCONSISTENT));
}

/**
 * Unwraps a phase without residues into `out`: every path gives the same answer, so the first row is followed
 * from the left and every column downwards. The first pixel keeps its value.
 */
export function unwrapByScan(
  wrapped: RealAt,
  pitch: BytePitch,
  out: RealAt,
  outPitch: BytePitch,
  rows: Count<i32>,
  cols: Count<i32>,
): void {
  const rowBytes = (<usize>((cols + 3) >> 2)) << 4;
  const turns = allocate(rowBytes);
  let n = 0;
  store<f32>(turns, 0);
  for (let at: usize = 4; at < (<usize>cols) << 2; at += 4) {
    n += jump(load<f32>(wrapped + at - 4), load<f32>(wrapped + at));
    store<f32>(turns + at, <f32>n);
  }
  for (let at: usize = 0; at < rowBytes; at += 16)
    v128.store(out + at, withTurns4(v128.load(wrapped + at), v128.load(turns + at)));
  for (let row = 1; row < rows; row++) {
    wrapped += pitch;
    out += outPitch;
    for (let at: usize = 0; at < rowBytes; at += 16) {
      const phase = v128.load(wrapped + at);
      const step = jump4(v128.load(wrapped - pitch + at), phase);
      const total = f32x4.add(v128.load(turns + at), f32x4.convert_i32x4_s(step));
      v128.store(turns + at, total);
      v128.store(out + at, withTurns4(phase, total));
    }
  }
  release(turns);
}

/** phase + 2πn for whole n. The first part of 2π has few enough digits for its multiples to be exact. */
@inline
function withTurns4(phase: v128, n: v128): v128 {
  const rest = f32x4.add(phase, f32x4.mul(n, f32x4.splat(<f32>1.9353071795864769e-3)));
  return f32x4.add(f32x4.mul(n, f32x4.splat(<f32>6.28125)), rest);
}

/** turns ← wrapped + 2π · turns, in place, for a plane of whole numbers. */
export function addTurns(
  wrapped: RealAt,
  pitch: BytePitch,
  turns: RealAt,
  turnsPitch: BytePitch,
  rows: Count<i32>,
  cols: Count<i32>,
): void {
  const rowBytes = (<usize>((cols + 3) >> 2)) << 4;
  for (let row = 0; row < rows; row++) {
    for (let at: usize = 0; at < rowBytes; at += 16)
      v128.store(turns + at, withTurns4(v128.load(wrapped + at), v128.load(turns + at)));
    wrapped += pitch;
    turns += turnsPitch;
  }
}
