/**
 * Elementary functions that give the same bits on every engine. JavaScript engines compute Math.sin and its
 * relatives each in their own way, so nothing that ends up in a result may call those; the double-precision ones
 * here are the fdlibm and ARM optimised routines of AssemblyScript's NativeMath, compiled into this module.
 * The single-precision vector ones use plain IEEE add, multiply, divide (no fused or relaxed operation). Their
 * polynomials are minimax fits in the absolute error, made for this file.
 */
import { QUAD_BYTES, TO_IMAGINARY } from './complex-layout';
import { Count, DoublesAt, QuadsAt } from './types';

export function sin(x: f64): f64 {
  return NativeMath.sin(x);
}

export function cos(x: f64): f64 {
  return NativeMath.cos(x);
}

export function exp(x: f64): f64 {
  return NativeMath.exp(x);
}

export function log(x: f64): f64 {
  return NativeMath.log(x);
}

export function pow(x: f64, y: f64): f64 {
  return NativeMath.pow(x, y);
}

export function atan2(y: f64, x: f64): f64 {
  return NativeMath.atan2(y, x);
}

/** Four phases in turns, given in double precision as (0, 1) and (2, 3), less their whole turns: [-0.5, 0.5]. */
@inline
export function reduceTurns(first: v128, second: v128): v128 {
  const low = f32x4.demote_f64x2_zero(f64x2.sub(first, f64x2.nearest(first)));
  const high = f32x4.demote_f64x2_zero(f64x2.sub(second, f64x2.nearest(second)));
  return v128.shuffle<f32>(low, high, 0, 1, 4, 5);
}

/**
 * cos 2πt and sin 2πt of four t in [-0.5, 0.5] turns, each within 1e-7, stored at `at` as [cos ×4][sin ×4]: one
 * block of a complex plane.
 */
@inline
export function sincos4(turns: v128, at: usize): void {
  // The remainder to the nearest quarter turn is exact, since both lie within a factor of two of each other.
  const quarter = f32x4.nearest(f32x4.mul(turns, f32x4.splat(4)));
  const rest = f32x4.sub(turns, f32x4.mul(quarter, f32x4.splat(0.25)));
  const x = f32x4.mul(rest, f32x4.splat(<f32>6.283185307179586));
  const x2 = f32x4.mul(x, x);

  let s = f32x4.add(f32x4.splat(<f32>8.331978123059356e-3), f32x4.mul(x2, f32x4.splat(<f32>-1.9495567527395553e-4)));
  s = f32x4.add(f32x4.splat(<f32>-0.16666650659713567), f32x4.mul(x2, s));
  s = f32x4.add(x, f32x4.mul(f32x4.mul(x, x2), s));

  let c = f32x4.add(f32x4.splat(<f32>-1.3887366908806125e-3), f32x4.mul(x2, f32x4.splat(<f32>2.443837933356452e-5)));
  c = f32x4.add(f32x4.splat(<f32>4.166664685457951e-2), f32x4.mul(x2, c));
  c = f32x4.sub(f32x4.mul(f32x4.mul(x2, x2), c), f32x4.mul(x2, f32x4.splat(0.5)));
  c = f32x4.add(f32x4.splat(1), c);

  const k = i32x4.trunc_sat_f32x4_s(quarter);
  const two = i32x4.splat(2);
  const swapped = i32x4.shr_s(i32x4.shl(k, 31), 31);
  const cosSign = i32x4.shl(v128.and(i32x4.add(k, i32x4.splat(1)), two), 30);
  const sinSign = i32x4.shl(v128.and(k, two), 30);
  v128.store(at, v128.xor(v128.bitselect(s, c, swapped), cosSign));
  v128.store(at, v128.xor(v128.bitselect(c, s, swapped), sinSign), TO_IMAGINARY);
}

/** exp(2πi t) of `4 * blocks` phases t (f64, turns) within 2e-7, as blocks [re ×4][im ×4] at `out`. */
export function phasors(turns: DoublesAt, out: QuadsAt, blocks: Count<i32>): void {
  for (let i = 0; i < blocks; i++) {
    sincos4(reduceTurns(v128.load(turns), v128.load(turns, 16)), out);
    turns += 32;
    out += QUAD_BYTES;
  }
}

/**
 * The angle of four points (x, y) in (-π, π] rad, within 3e-7; 0 at the origin. An angle that rounds to -π is
 * given as +π, so that the cut has one side. NaN in, NaN out.
 */
@inline
export function atan2_4(y: v128, x: v128): v128 {
  const pi = f32x4.splat(<f32>3.141592653589793);
  // π less its single-precision value
  const piRest = f32x4.splat(<f32>-8.742277657347586e-8);
  const absX = f32x4.abs(x);
  const absY = f32x4.abs(y);
  const small = f32x4.pmin(absX, absY);
  const large = f32x4.pmax(absY, absX);
  const origin = f32x4.eq(large, f32x4.splat(0));
  const a = f32x4.div(small, v128.or(large, v128.and(origin, f32x4.splat(1))));
  const a2 = f32x4.mul(a, a);

  let p = f32x4.add(f32x4.splat(<f32>-0.015132532472652116), f32x4.mul(a2, f32x4.splat(<f32>0.0026222435671876252)));
  p = f32x4.add(f32x4.splat(<f32>0.041121854042643895), f32x4.mul(a2, p));
  p = f32x4.add(f32x4.splat(<f32>-0.07366705624797207), f32x4.mul(a2, p));
  p = f32x4.add(f32x4.splat(<f32>0.1057393187575828), f32x4.mul(a2, p));
  p = f32x4.add(f32x4.splat(<f32>-0.14185975251459224), f32x4.mul(a2, p));
  p = f32x4.add(f32x4.splat(<f32>0.19990396620956405), f32x4.mul(a2, p));
  p = f32x4.add(f32x4.splat(<f32>-0.33332987059295527), f32x4.mul(a2, p));
  let angle = f32x4.add(a, f32x4.mul(f32x4.mul(a, a2), p));

  const steep = f32x4.gt(absY, absX);
  const halfPi = f32x4.mul(pi, f32x4.splat(0.5));
  const fromY = f32x4.add(halfPi, f32x4.sub(f32x4.mul(piRest, f32x4.splat(0.5)), angle));
  angle = v128.bitselect(fromY, angle, steep);
  const left = f32x4.lt(x, f32x4.splat(0));
  angle = v128.bitselect(f32x4.add(pi, f32x4.sub(piRest, angle)), angle, left);
  const below = v128.and(f32x4.lt(y, f32x4.splat(0)), f32x4.lt(angle, pi));
  return v128.xor(angle, i32x4.shl(below, 31));
}
