// Steps of robust least squares that go over all rows: how far they are off, their median, and what weight that leaves them.
import { Count, DoublesAt } from './types';

/**
 * size[g] ← |residual[g]|, or the root of its square and that of residual[g + groups] where `rows` is twice `groups`. Returns the upper
 * median (element ⌊n/2⌋ in ascending order) of the sizes whose `prior` is above 0; −1: there is none. `room`: `groups` f64.
 */
export function fitSizes(
  residual: DoublesAt,
  prior: DoublesAt,
  rows: Count<i32>,
  groups: Count<i32>,
  size: DoublesAt,
  room: DoublesAt,
): f64 {
  const bytes = <usize>groups * 8;
  let used: usize = 0;
  for (let g: usize = 0; g < bytes; g += 8) {
    const a = load<f64>(residual + g);
    let off = Math.abs(a);
    if (rows != groups) {
      const b = load<f64>(residual + bytes + g);
      off = Math.sqrt(a * a + b * b);
    }
    store<f64>(size + g, off);
    store<f64>(room + used, off);
    used += load<f64>(prior + g) > 0 ? 8 : 0;
  }
  return used == 0 ? -1 : select(room, <i32>(used >> 3), <i32>(used >> 4));
}

/** The element of place `wanted` in ascending order of `count` f64, which it reorders: Hoare’s quickselect, without branches within. */
function select(values: usize, count: i32, wanted: i32): f64 {
  let low = values;
  let end = values + <usize>count * 8;
  const at = values + <usize>wanted * 8;
  while (end - low > 8) {
    const first = load<f64>(low);
    const last = load<f64>(end - 8);
    const amid = load<f64>(low + (((end - low) >> 4) << 3));
    const pivot = max<f64>(min<f64>(first, last), min<f64>(max<f64>(first, last), amid));
    const below = part(low, end, pivot, false);
    if (at < below) {
      end = below;
      continue;
    }
    const upTo = part(below, end, pivot, true);
    // nothing is the pivot itself where some value is no number
    if (at < upTo || upTo == below) break;
    low = upTo;
  }
  return load<f64>(at);
}

/** Brings what is below the pivot (or equal to it) to the front. @returns where the rest begins */
@inline function part(low: usize, end: usize, pivot: f64, equal: bool): usize {
  let to = low;
  for (let p = low; p < end; p += 8) {
    const value = load<f64>(p);
    store<f64>(p, load<f64>(to));
    store<f64>(to, value);
    to += (equal ? value <= pivot : value < pivot) ? 8 : 0;
  }
  return to;
}

/**
 * weight[g] ← prior[g] · w of the group's size: towards the L1 norm (scale over size, which counts as `leastShare` · scale at least), or,
 * with `redescend`, Tukey’s biweight, which is 0 from `reach` scales on.
 */
export function fitWeights(
  size: DoublesAt,
  prior: DoublesAt,
  groups: Count<i32>,
  scale: f64,
  leastShare: f64,
  redescend: bool,
  reach: f64,
  weight: DoublesAt,
): void {
  const bytes = <usize>groups * 8;
  const pairs = bytes & ~15;
  for (let g: usize = 0; g < pairs; g += 16) {
    const w = weightsOf(v128.load(size + g), scale, leastShare, redescend, reach);
    v128.store(weight + g, f64x2.mul(v128.load(prior + g), w));
  }
  if (pairs == bytes) return;
  const w = weightsOf(v128.load64_splat(size + pairs), scale, leastShare, redescend, reach);
  store<f64>(weight + pairs, load<f64>(prior + pairs) * f64x2.extract_lane(w, 0));
}

@inline function weightsOf(off: v128, scale: f64, leastShare: f64, redescend: bool, reach: f64): v128 {
  const own = f64x2.splat(scale);
  if (!redescend) return f64x2.div(own, f64x2.pmax(off, f64x2.splat(leastShare * scale)));
  const t = f64x2.div(f64x2.div(off, own), f64x2.splat(reach));
  const rest = f64x2.sub(f64x2.splat(1), f64x2.mul(t, t));
  return v128.and(f64x2.mul(rest, rest), f64x2.lt(t, f64x2.splat(1)));
}
