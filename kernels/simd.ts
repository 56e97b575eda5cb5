// Four-lane float32 arithmetic in words. Nothing here is fused or relaxed, so every machine gives the same bits.

@inline export function plus(a: v128, b: v128): v128 { return f32x4.add(a, b); }
@inline export function minus(a: v128, b: v128): v128 { return f32x4.sub(a, b); }
@inline export function times(a: v128, b: v128): v128 { return f32x4.mul(a, b); }
@inline export function splat(x: f32): v128 { return f32x4.splat(x); }

/** c + a·b */
@inline export function addProduct(c: v128, a: v128, b: v128): v128 { return f32x4.add(c, f32x4.mul(a, b)); }
/** c − a·b */
@inline export function subtractProduct(c: v128, a: v128, b: v128): v128 { return f32x4.sub(c, f32x4.mul(a, b)); }

/** Real part of (ar + i·ai)(br + i·bi). */
@inline export function productRe(ar: v128, ai: v128, br: v128, bi: v128): v128 {
  return subtractProduct(times(ar, br), ai, bi);
}
/** Imaginary part of (ar + i·ai)(br + i·bi). */
@inline export function productIm(ar: v128, ai: v128, br: v128, bi: v128): v128 {
  return addProduct(times(ai, br), ar, bi);
}

/** The sum of the four lanes. */
@inline export function total(v: v128): f64 {
  return (
    <f64>f32x4.extract_lane(v, 0) +
    <f64>f32x4.extract_lane(v, 1) +
    <f64>f32x4.extract_lane(v, 2) +
    <f64>f32x4.extract_lane(v, 3)
  );
}

/** Lanes 1, 2, 3 of a block and lane 0 of the next: the right-hand neighbours. */
@inline export function shifted(block: v128, next: v128): v128 {
  return v128.shuffle<f32>(block, next, 1, 2, 3, 4);
}

/** Writes the rows of the transpose of the 4 × 4 matrix with rows a, b, c, d to four places. */
@inline export function transposeTo(
  to0: usize,
  to1: usize,
  to2: usize,
  to3: usize,
  a: v128,
  b: v128,
  c: v128,
  d: v128,
): void {
  const ab01 = v128.shuffle<f32>(a, b, 0, 4, 1, 5);
  const ab23 = v128.shuffle<f32>(a, b, 2, 6, 3, 7);
  const cd01 = v128.shuffle<f32>(c, d, 0, 4, 1, 5);
  const cd23 = v128.shuffle<f32>(c, d, 2, 6, 3, 7);
  v128.store(to0, v128.shuffle<i64>(ab01, cd01, 0, 2));
  v128.store(to1, v128.shuffle<i64>(ab01, cd01, 1, 3));
  v128.store(to2, v128.shuffle<i64>(ab23, cd23, 0, 2));
  v128.store(to3, v128.shuffle<i64>(ab23, cd23, 1, 3));
}
