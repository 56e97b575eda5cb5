// Pictures at another size, line by line: sums in f64, in an order that does not depend on the machine.
import { Count, DoublesAt, FloatsAt, IntegersAt } from './types';

/**
 * A line of samples as sums over spans of it, each with what its ends weigh.
 * @param first of each span its first sample, `last` its last
 * @param lastWeight 0 where the first sample is also the last
 */
export function sumSpans(
  line: FloatsAt,
  first: IntegersAt,
  last: IntegersAt,
  firstWeight: DoublesAt,
  lastWeight: DoublesAt,
  spans: Count<i32>,
  sums: DoublesAt,
): void {
  for (let i: usize = 0; i < <usize>spans; i++) {
    let from = line + ((<usize>load<i32>(first + (i << 2))) << 2);
    const to = line + ((<usize>load<i32>(last + (i << 2))) << 2);
    let sum =
      load<f64>(firstWeight + (i << 3)) * <f64>load<f32>(from) +
      load<f64>(lastWeight + (i << 3)) * <f64>load<f32>(to);
    for (from += 4; from < to; from += 4) sum += <f64>load<f32>(from);
    store<f64>(sums + (i << 3), sum);
  }
}

/** `sums` + `weight` · `line` */
export function addWeighted(line: DoublesAt, sums: DoublesAt, count: Count<i32>, weight: f64): void {
  const weights = f64x2.splat(weight);
  let i: usize = 0;
  for (; i + 2 <= <usize>count; i += 2) {
    const at = sums + (i << 3);
    v128.store(at, f64x2.add(v128.load(at), f64x2.mul(weights, v128.load(line + (i << 3)))));
  }
  for (; i < <usize>count; i++) {
    const at = sums + (i << 3);
    store<f64>(at, load<f64>(at) + weight * load<f64>(line + (i << 3)));
  }
}

/**
 * Sums as samples.
 * @returns how many of them are not finite
 */
export function roundSums(sums: DoublesAt, to: FloatsAt, count: Count<i32>): Count<i32> {
  let gaps = 0;
  for (let i: usize = 0; i < <usize>count; i++) {
    const sum = load<f64>(sums + (i << 3));
    store<f32>(to + (i << 2), <f32>sum);
    // NaN and infinities minus themselves are NaN, which is not itself
    if (sum - sum != 0) gaps++;
  }
  return gaps;
}

/** Sums of two neighbours each as pairs of f64: lanes 0 + 1, 2 + 3. */
@inline function pairSums(line: usize): v128 {
  const values = v128.load(line);
  const even = f64x2.promote_low_f32x4(v128.shuffle<f32>(values, values, 0, 2, 0, 2));
  const odd = f64x2.promote_low_f32x4(v128.shuffle<f32>(values, values, 1, 3, 1, 3));
  return f64x2.add(even, odd);
}

/**
 * Two lines as the means of 2 × 2 samples: in the order of `sumSpans` and `addWeighted`.
 * @returns 0: all of them are finite
 */
export function halveLines(upper: FloatsAt, lower: FloatsAt, to: FloatsAt, count: Count<i32>): Count<i32> {
  const quarter = f64x2.splat(0.25);
  let odd = f64x2.splat(0);
  let i: usize = 0;
  for (; i + 2 <= <usize>count; i += 2) {
    const sum = f64x2.add(
      f64x2.mul(quarter, pairSums(upper + (i << 3))),
      f64x2.mul(quarter, pairSums(lower + (i << 3))),
    );
    odd = f64x2.add(odd, f64x2.sub(sum, sum));
    v128.store64_lane(to + (i << 2), f32x4.demote_f64x2_zero(sum), 0);
  }
  let rest = f64x2.extract_lane(odd, 0) + f64x2.extract_lane(odd, 1);
  for (; i < <usize>count; i++) {
    const a = upper + (i << 3);
    const b = lower + (i << 3);
    const sum =
      0.25 * (<f64>load<f32>(a) + <f64>load<f32>(a, 4)) + 0.25 * (<f64>load<f32>(b) + <f64>load<f32>(b, 4));
    rest += sum - sum;
    store<f32>(to + (i << 2), <f32>sum);
  }
  return rest == 0 ? 0 : 1;
}
