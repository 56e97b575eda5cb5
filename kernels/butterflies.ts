/**
 * The small transforms ("butterflies") that every FFT here is made of: y[k] = Σ x[j] exp(−2πi jk/r) of r legs,
 * for four neighbouring lines at once.
 *
 * A butterfly is written once, for the forward sign. The inverse transform of radix r is the forward one with the
 * outputs k and r − k exchanged, so a sink that says `inverse` merely makes leg k land in the other place; no second
 * set of butterflies and no conjugation sweep exists.
 * The classes are compile-time switches, as in fft-legs.ts.
 */
import { put } from './fft-legs';
import { addProduct, minus, plus, splat, subtractProduct, times } from './simd';

// Each `apply` reads leg j at a + j·from and writes leg k at d + k·to; all reads come before the first write, so that
// it may work in place.

@unmanaged export class Radix2 {
  @inline get legs(): usize { return 2; }
  @inline apply<Source, Sink>(a: usize, gap: usize, from: usize, d: usize, to: usize, t: usize): void {
    const x = changetype<Source>(0);
    const x0r = x.re(a, gap);
    const x0i = x.im(a, gap);
    const x1r = x.re(a + from, gap);
    const x1i = x.im(a + from, gap);
    changetype<Sink>(0).first(d, t, plus(x0r, x1r), plus(x0i, x1i));
    put<Sink>(2, 1, d, to, t, minus(x0r, x1r), minus(x0i, x1i));
  }
}

/** With s = x1 + x2 and e = x1 − x2: y0 = x0 + s, y1,2 = (x0 − s/2) ∓ i·sin(2π/3)·e. */
@unmanaged export class Radix3 {
  @inline get legs(): usize { return 3; }
  @inline apply<Source, Sink>(a: usize, gap: usize, from: usize, d: usize, to: usize, t: usize): void {
    const x = changetype<Source>(0);
    const x0r = x.re(a, gap);
    const x0i = x.im(a, gap);
    const a1 = a + from;
    const a2 = a1 + from;
    const x1r = x.re(a1, gap);
    const x1i = x.im(a1, gap);
    const x2r = x.re(a2, gap);
    const x2i = x.im(a2, gap);
    const half = splat(0.5);
    const sine = splat(SIN_3);
    const sr = plus(x1r, x2r);
    const si = plus(x1i, x2i);
    const er = minus(x1r, x2r);
    const ei = minus(x1i, x2i);
    const mr = subtractProduct(x0r, half, sr);
    const mi = subtractProduct(x0i, half, si);
    changetype<Sink>(0).first(d, t, plus(x0r, sr), plus(x0i, si));
    put<Sink>(3, 1, d, to, t, addProduct(mr, sine, ei), subtractProduct(mi, sine, er));
    put<Sink>(3, 2, d, to, t, subtractProduct(mr, sine, ei), addProduct(mi, sine, er));
  }
}

/** Two stages of radix 2: sums p and differences m of opposite legs, then y0,2 = p0 ± p1, y1,3 = m0 ∓ i·m1. */
@unmanaged export class Radix4 {
  @inline get legs(): usize { return 4; }
  @inline apply<Source, Sink>(a: usize, gap: usize, from: usize, d: usize, to: usize, t: usize): void {
    const x = changetype<Source>(0);
    const a1 = a + from;
    const a2 = a1 + from;
    const a3 = a2 + from;
    const x0r = x.re(a, gap);
    const x0i = x.im(a, gap);
    const x2r = x.re(a2, gap);
    const x2i = x.im(a2, gap);
    const x1r = x.re(a1, gap);
    const x1i = x.im(a1, gap);
    const x3r = x.re(a3, gap);
    const x3i = x.im(a3, gap);
    const p0r = plus(x0r, x2r);
    const p0i = plus(x0i, x2i);
    const m0r = minus(x0r, x2r);
    const m0i = minus(x0i, x2i);
    const p1r = plus(x1r, x3r);
    const p1i = plus(x1i, x3i);
    const m1r = minus(x1r, x3r);
    const m1i = minus(x1i, x3i);
    changetype<Sink>(0).first(d, t, plus(p0r, p1r), plus(p0i, p1i));
    put<Sink>(4, 1, d, to, t, plus(m0r, m1i), minus(m0i, m1r));
    put<Sink>(4, 2, d, to, t, minus(p0r, p1r), minus(p0i, p1i));
    put<Sink>(4, 3, d, to, t, minus(m0r, m1i), plus(m0i, m1r));
  }
}

/**
 * With s1 = x1 + x4, e1 = x1 − x4, s2 = x2 + x3, e2 = x2 − x3, k1 = sin 72°, k2 = sin 144°:
 * y1,4 = a ∓ i(k1·e1 + k2·e2) and y2,3 = b ∓ i(k2·e1 − k1·e2), where a = x0 + cos 72°·s1 + cos 144°·s2 and b the
 * same with the cosines exchanged. Since these are (±√5 − 1)/4, a, b = x0 − (s1 + s2)/4 ± √5/4·(s1 − s2).
 */
@unmanaged export class Radix5 {
  @inline get legs(): usize { return 5; }
  @inline apply<Source, Sink>(a: usize, gap: usize, from: usize, d: usize, to: usize, t: usize): void {
    const x = changetype<Source>(0);
    const a1 = a + from;
    const a2 = a1 + from;
    const a3 = a2 + from;
    const a4 = a3 + from;
    const x1r = x.re(a1, gap);
    const x1i = x.im(a1, gap);
    const x4r = x.re(a4, gap);
    const x4i = x.im(a4, gap);
    const s1r = plus(x1r, x4r);
    const s1i = plus(x1i, x4i);
    const e1r = minus(x1r, x4r);
    const e1i = minus(x1i, x4i);
    const x2r = x.re(a2, gap);
    const x2i = x.im(a2, gap);
    const x3r = x.re(a3, gap);
    const x3i = x.im(a3, gap);
    const s2r = plus(x2r, x3r);
    const s2i = plus(x2i, x3i);
    const e2r = minus(x2r, x3r);
    const e2i = minus(x2i, x3i);
    const k1 = splat(SIN_5);
    const k2 = splat(SIN_5_TWICE);
    const pr = addProduct(times(k1, e1r), k2, e2r);
    const pi = addProduct(times(k1, e1i), k2, e2i);
    const qr = subtractProduct(times(k2, e1r), k1, e2r);
    const qi = subtractProduct(times(k2, e1i), k1, e2i);
    const x0r = x.re(a, gap);
    const x0i = x.im(a, gap);
    const tr = plus(s1r, s2r);
    const ti = plus(s1i, s2i);
    changetype<Sink>(0).first(d, t, plus(x0r, tr), plus(x0i, ti));
    const quarter = splat(0.25);
    const mr = subtractProduct(x0r, quarter, tr);
    const mi = subtractProduct(x0i, quarter, ti);
    const root = splat(ROOT_5_QUARTER);
    const gr = times(root, minus(s1r, s2r));
    const gi = times(root, minus(s1i, s2i));
    const ar = plus(mr, gr);
    const ai = plus(mi, gi);
    put<Sink>(5, 1, d, to, t, plus(ar, pi), minus(ai, pr));
    put<Sink>(5, 4, d, to, t, minus(ar, pi), plus(ai, pr));
    const br = minus(mr, gr);
    const bi = minus(mi, gi);
    put<Sink>(5, 2, d, to, t, plus(br, qi), minus(bi, qr));
    put<Sink>(5, 3, d, to, t, minus(br, qi), plus(bi, qr));
  }
}

/**
 * 6 = 2 · 3 with coprime factors needs no twiddles inside (Good's mapping): input j = 3·j2 + 2·j3 and output
 * k = 3·k2 + 4·k3 (mod 6). So two transforms of three, of (x0, x2, x4) and (x3, x5, x1), then sums and differences.
 */
@unmanaged export class Radix6 {
  @inline get legs(): usize { return 6; }
  @inline apply<Source, Sink>(a: usize, gap: usize, from: usize, d: usize, to: usize, t: usize): void {
    const x = changetype<Source>(0);
    const a1 = a + from;
    const a2 = a1 + from;
    const a3 = a2 + from;
    const a4 = a3 + from;
    const a5 = a4 + from;
    const half = splat(0.5);
    const sine = splat(SIN_3);
    const x2r = x.re(a2, gap);
    const x2i = x.im(a2, gap);
    const x4r = x.re(a4, gap);
    const x4i = x.im(a4, gap);
    const x0r = x.re(a, gap);
    const x0i = x.im(a, gap);
    const sr = plus(x2r, x4r);
    const si = plus(x2i, x4i);
    const er = times(sine, minus(x2r, x4r));
    const ei = times(sine, minus(x2i, x4i));
    const u0r = plus(x0r, sr);
    const u0i = plus(x0i, si);
    const mr = subtractProduct(x0r, half, sr);
    const mi = subtractProduct(x0i, half, si);
    const u1r = plus(mr, ei);
    const u1i = minus(mi, er);
    const u2r = minus(mr, ei);
    const u2i = plus(mi, er);
    const x5r = x.re(a5, gap);
    const x5i = x.im(a5, gap);
    const x1r = x.re(a1, gap);
    const x1i = x.im(a1, gap);
    const x3r = x.re(a3, gap);
    const x3i = x.im(a3, gap);
    const tr = plus(x5r, x1r);
    const ti = plus(x5i, x1i);
    const fr = times(sine, minus(x5r, x1r));
    const fi = times(sine, minus(x5i, x1i));
    const v0r = plus(x3r, tr);
    const v0i = plus(x3i, ti);
    const nr = subtractProduct(x3r, half, tr);
    const ni = subtractProduct(x3i, half, ti);
    const v1r = plus(nr, fi);
    const v1i = minus(ni, fr);
    const v2r = minus(nr, fi);
    const v2i = plus(ni, fr);
    changetype<Sink>(0).first(d, t, plus(u0r, v0r), plus(u0i, v0i));
    put<Sink>(6, 3, d, to, t, minus(u0r, v0r), minus(u0i, v0i));
    put<Sink>(6, 4, d, to, t, plus(u1r, v1r), plus(u1i, v1i));
    put<Sink>(6, 1, d, to, t, minus(u1r, v1r), minus(u1i, v1i));
    put<Sink>(6, 2, d, to, t, plus(u2r, v2r), plus(u2i, v2i));
    put<Sink>(6, 5, d, to, t, minus(u2r, v2r), minus(u2i, v2i));
  }
}

/** Radix 4 on the even legs (e) and on the odd ones (o), then y_k, y_{k+4} = e_k ± exp(−πi k/4)·o_k. */
@unmanaged export class Radix8 {
  @inline get legs(): usize { return 8; }
  @inline apply<Source, Sink>(a: usize, gap: usize, from: usize, d: usize, to: usize, t: usize): void {
    const x = changetype<Source>(0);
    const a4 = a + from * 4;
    const a2 = a + from * 2;
    const a6 = a4 + from * 2;
    const x0r = x.re(a, gap);
    const x0i = x.im(a, gap);
    const x4r = x.re(a4, gap);
    const x4i = x.im(a4, gap);
    const x2r = x.re(a2, gap);
    const x2i = x.im(a2, gap);
    const x6r = x.re(a6, gap);
    const x6i = x.im(a6, gap);
    const p0r = plus(x0r, x4r);
    const p0i = plus(x0i, x4i);
    const m0r = minus(x0r, x4r);
    const m0i = minus(x0i, x4i);
    const p2r = plus(x2r, x6r);
    const p2i = plus(x2i, x6i);
    const m2r = minus(x2r, x6r);
    const m2i = minus(x2i, x6i);
    const e0r = plus(p0r, p2r);
    const e0i = plus(p0i, p2i);
    const e2r = minus(p0r, p2r);
    const e2i = minus(p0i, p2i);
    const e1r = plus(m0r, m2i);
    const e1i = minus(m0i, m2r);
    const e3r = minus(m0r, m2i);
    const e3i = plus(m0i, m2r);
    const x1r = x.re(a + from, gap);
    const x1i = x.im(a + from, gap);
    const x5r = x.re(a4 + from, gap);
    const x5i = x.im(a4 + from, gap);
    const x3r = x.re(a2 + from, gap);
    const x3i = x.im(a2 + from, gap);
    const x7r = x.re(a6 + from, gap);
    const x7i = x.im(a6 + from, gap);
    const p1r = plus(x1r, x5r);
    const p1i = plus(x1i, x5i);
    const m1r = minus(x1r, x5r);
    const m1i = minus(x1i, x5i);
    const p3r = plus(x3r, x7r);
    const p3i = plus(x3i, x7i);
    const m3r = minus(x3r, x7r);
    const m3i = minus(x3i, x7i);
    const o0r = plus(p1r, p3r);
    const o0i = plus(p1i, p3i);
    const o2r = minus(p1r, p3r);
    const o2i = minus(p1i, p3i);
    const o1r = plus(m1r, m3i);
    const o1i = minus(m1i, m3r);
    const o3r = minus(m1r, m3i);
    const o3i = plus(m1i, m3r);
    changetype<Sink>(0).first(d, t, plus(e0r, o0r), plus(e0i, o0i));
    put<Sink>(8, 4, d, to, t, minus(e0r, o0r), minus(e0i, o0i));
    put<Sink>(8, 2, d, to, t, plus(e2r, o2i), minus(e2i, o2r));
    put<Sink>(8, 6, d, to, t, minus(e2r, o2i), plus(e2i, o2r));
    // exp(−πi/4)·o1 = √½ (w1r + i·w1i), and exp(−3πi/4)·o3 = √½ (w3r − i·w3i)
    const root = splat(ROOT_HALF);
    const w1r = plus(o1r, o1i);
    const w1i = minus(o1i, o1r);
    put<Sink>(8, 1, d, to, t, addProduct(e1r, root, w1r), addProduct(e1i, root, w1i));
    put<Sink>(8, 5, d, to, t, subtractProduct(e1r, root, w1r), subtractProduct(e1i, root, w1i));
    const w3r = minus(o3i, o3r);
    const w3i = plus(o3r, o3i);
    put<Sink>(8, 3, d, to, t, addProduct(e3r, root, w3r), subtractProduct(e3i, root, w3i));
    put<Sink>(8, 7, d, to, t, subtractProduct(e3r, root, w3r), addProduct(e3i, root, w3i));
  }
}

/** sin 120° */
const SIN_3: f32 = 0.86602540378443864676;
/** √5/4 */
const ROOT_5_QUARTER: f32 = 0.5590169943749474241;
/** sines of 72° and 144° */
const SIN_5: f32 = 0.95105651629515357212;
const SIN_5_TWICE: f32 = 0.58778525229247312917;
/** √½ */
const ROOT_HALF: f32 = 0.7071067811865475244;
