/**
 * Where a butterfly takes its legs from (a source) and what becomes of them (a sink).
 *
 * The classes are compile-time switches: they are never instantiated, `changetype<T>(0)` only lets a generic function
 * name one, and every method is inlined.
 */
import { QUAD_BYTES, TO_IMAGINARY } from './complex-layout';
import { addProduct, productIm, productRe, subtractProduct, times } from './simd';

/** Reads quads [re ×4][im ×4]. */
@unmanaged export class FromQuads {
  @inline get bytes(): usize { return QUAD_BYTES; }
  @inline re(a: usize, gap: usize): v128 { return v128.load(a); }
  @inline im(a: usize, gap: usize): v128 { return v128.load(a, TO_IMAGINARY); }
}

/** Reads two real rows, `gap` bytes apart, as the real and the imaginary part of one complex row. */
@unmanaged export class FromRealPair {
  @inline get bytes(): usize { return 16; }
  @inline re(a: usize, gap: usize): v128 { return v128.load(a); }
  @inline im(a: usize, gap: usize): v128 { return v128.load(a + gap); }
}

@inline function store(d: usize, re: v128, im: v128): void {
  v128.store(d, re);
  v128.store(d, im, TO_IMAGINARY);
}

/** The last step of a forward transform: nothing to multiply by. */
@unmanaged export class Last {
  @inline get inverse(): bool { return false; }
  @inline first(d: usize, t: usize, re: v128, im: v128): void { store(d, re, im); }
  @inline put(d: usize, t: usize, slot: usize, re: v128, im: v128): void { store(d, re, im); }
}

/** The last step of an inverse transform: everything times the one float at `t`. */
@unmanaged export class LastInverse {
  @inline get inverse(): bool { return true; }
  @inline first(d: usize, t: usize, re: v128, im: v128): void {
    const scale = v128.load32_splat(t);
    store(d, times(re, scale), times(im, scale));
  }
  @inline put(d: usize, t: usize, slot: usize, re: v128, im: v128): void { this.first(d, t, re, im); }
}

/** An earlier step: leg `slot` times its twiddle factor, the same for all lanes, at t + 8·(slot − 1) as re, im. */
@unmanaged export class Twiddled {
  @inline get inverse(): bool { return false; }
  @inline first(d: usize, t: usize, re: v128, im: v128): void { store(d, re, im); }
  @inline put(d: usize, t: usize, slot: usize, re: v128, im: v128): void {
    const wr = v128.load32_splat(t + 8 * (slot - 1));
    const wi = v128.load32_splat(t + 8 * (slot - 1) + 4);
    store(d, productRe(re, im, wr, wi), productIm(re, im, wr, wi));
  }
}

/** As {@link Twiddled} with conjugate factors. */
@unmanaged export class TwiddledInverse {
  @inline get inverse(): bool { return true; }
  @inline first(d: usize, t: usize, re: v128, im: v128): void { store(d, re, im); }
  @inline put(d: usize, t: usize, slot: usize, re: v128, im: v128): void {
    const wr = v128.load32_splat(t + 8 * (slot - 1));
    const wi = v128.load32_splat(t + 8 * (slot - 1) + 4);
    store(d, addProduct(times(re, wr), im, wi), subtractProduct(times(im, wr), re, wi));
  }
}

/** Lanes are neighbours along the line: one factor per lane, at t + 32·(slot − 1) as a quad. */
@unmanaged export class LaneTwiddled {
  @inline get inverse(): bool { return false; }
  @inline first(d: usize, t: usize, re: v128, im: v128): void { store(d, re, im); }
  @inline put(d: usize, t: usize, slot: usize, re: v128, im: v128): void {
    const wr = v128.load(t + QUAD_BYTES * (slot - 1));
    const wi = v128.load(t + QUAD_BYTES * (slot - 1) + TO_IMAGINARY);
    store(d, productRe(re, im, wr, wi), productIm(re, im, wr, wi));
  }
}

/** As {@link LaneTwiddled} with conjugate factors. */
@unmanaged export class LaneTwiddledInverse {
  @inline get inverse(): bool { return true; }
  @inline first(d: usize, t: usize, re: v128, im: v128): void { store(d, re, im); }
  @inline put(d: usize, t: usize, slot: usize, re: v128, im: v128): void {
    const wr = v128.load(t + QUAD_BYTES * (slot - 1));
    const wi = v128.load(t + QUAD_BYTES * (slot - 1) + TO_IMAGINARY);
    store(d, addProduct(times(re, wr), im, wi), subtractProduct(times(im, wr), re, wi));
  }
}

/** Output k > 0 of a radix-r butterfly. `leg` is the distance of the outputs. */
@inline export function put<Sink>(
  radix: usize,
  k: usize,
  d: usize,
  leg: usize,
  t: usize,
  re: v128,
  im: v128,
): void {
  const slot: usize = changetype<Sink>(0).inverse ? radix - k : k;
  changetype<Sink>(0).put(d + leg * slot, t, slot, re, im);
}
