// A complex picture that repeats itself, between the cells of one period.
import { Count, DoublesAt, FloatsAt } from './types';

/** Cubics through four cells (Catmull and Rom) at t from the second to the third: what each counts for. */
@inline function first(t: f64): f64 { return 0.5 * t * (-1 + t * (2 - t)); }
@inline function second(t: f64): f64 { return 1 + 0.5 * t * t * (-5 + 3 * t); }
@inline function third(t: f64): f64 { return 0.5 * t * (1 + t * (4 - 3 * t)); }
@inline function fourth(t: f64): f64 { return 0.5 * t * t * (t - 1); }

/** Of four cells along a row, real and imaginary part in a lane each. */
@inline function along(at: usize, p: v128, q: v128, r: v128, s: v128): v128 {
  const two = v128.load(at);
  const more = v128.load(at, 16);
  let sum = f64x2.mul(p, f64x2.promote_low_f32x4(two));
  sum = f64x2.add(sum, f64x2.mul(q, f64x2.promote_low_f32x4(v128.shuffle<i64>(two, two, 1, 1))));
  sum = f64x2.add(sum, f64x2.mul(r, f64x2.promote_low_f32x4(more)));
  return f64x2.add(sum, f64x2.mul(s, f64x2.promote_low_f32x4(v128.shuffle<i64>(more, more, 1, 1))));
}

/**
 * Samples of a picture that repeats itself, by cubics through four of its cells each way. Sample (row, col) lies at
 * (x, y) = (left + col · step, top + row · step), and at the share u = uₓ x + u_y y of a period along the cells' rows, v along their columns.
 * @param cells complex, a real part and an imaginary one each: one period of `high` by `wide`, with one more before and two behind along each side, and four of
 *   no meaning
 * @param place uₓ, u_y, vₓ, v_y, left, top and step
 * @param re `rows` by `cols`, as is `im`
 */
export function betweenCells(
  cells: FloatsAt,
  high: Count<usize>,
  wide: Count<usize>,
  place: DoublesAt,
  re: FloatsAt,
  im: FloatsAt,
  rows: Count<usize>,
  cols: Count<usize>,
): void {
  const stride = (wide + 3) << 3;
  const ux = load<f64>(place);
  const uy = load<f64>(place, 8);
  const vx = load<f64>(place, 16);
  const vy = load<f64>(place, 24);
  const left = load<f64>(place, 32);
  const top = load<f64>(place, 40);
  const step = load<f64>(place, 48);
  let to: usize = 0;
  for (let row: usize = 0; row < rows; row++) {
    const dy = top + <f64>row * step;
    for (let col: usize = 0; col < cols; col++) {
      const dx = left + <f64>col * step;
      const u = ux * dx + uy * dy;
      const v = vx * dx + vy * dy;
      const x = (u - floor(u)) * <f64>wide;
      const y = (v - floor(v)) * <f64>high;
      const x0 = floor(x);
      const y0 = floor(y);
      const t = x - x0;
      const w = y - y0;
      const p = f64x2.splat(first(t));
      const q = f64x2.splat(second(t));
      const r = f64x2.splat(third(t));
      const s = f64x2.splat(fourth(t));
      const at = cells + <usize>y0 * stride + (<usize>x0 << 3);
      let sum = f64x2.mul(f64x2.splat(first(w)), along(at, p, q, r, s));
      sum = f64x2.add(sum, f64x2.mul(f64x2.splat(second(w)), along(at + stride, p, q, r, s)));
      sum = f64x2.add(sum, f64x2.mul(f64x2.splat(third(w)), along(at + 2 * stride, p, q, r, s)));
      sum = f64x2.add(sum, f64x2.mul(f64x2.splat(fourth(w)), along(at + 3 * stride, p, q, r, s)));
      store<f32>(re + to, <f32>f64x2.extract_lane(sum, 0));
      store<f32>(im + to, <f32>f64x2.extract_lane(sum, 1));
      to += 4;
    }
  }
}
