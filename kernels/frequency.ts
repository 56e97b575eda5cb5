// The plane of frequencies: where a sample lies in it, and what a disc with a soft rim passes.

/** Signed FFT frequency index of column or row `i` of `count`. */
@inline export function signed(i: i32, count: i32): i32 {
  return i < (count + 1) >> 1 ? i : i - count;
}

/** 1 up to `pass`, 0 from `stop` on, a raised cosine between; all three in one unit. */
export function raisedCosine(radius: f64, pass: f64, stop: f64): f64 {
  if (radius <= pass) return 1;
  if (radius >= stop) return 0;
  return 0.5 + 0.5 * NativeMath.cos((Math.PI * (radius - pass)) / (stop - pass));
}
