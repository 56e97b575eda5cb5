// The field within the whole pupil from the intensity itself: I = |r + o|² + rest, o band-limited, r and rest smooth.
// Real planes share one pitch, complex planes another; every plane has the same shape. Smooth surfaces are sums of
// c · P_i(x) P_j(y), i + j ≤ 2, of Legendre polynomials: (0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (0, 2).
import { QUAD_BYTES, TO_IMAGINARY, inQuad, quadInRow } from './complex-layout';
import { addProduct, minus, plus, productIm, productRe, splat, subtractProduct, times, total } from './simd';
import { BytePitch, ComplexAt, Count, DoublesAt, FloatPitch, FloatsAt, QuadsAt, RealAt } from './types';

/** Coefficients of a smooth surface. */
const TERMS: usize = 6;

@inline function coefficient(at: usize, term: usize): f64 {
  return load<f64>(at + (term << 3));
}

/** A row of a smooth surface as a + b P₁(x) + c P₂(x). */
@unmanaged class SurfaceRow {
  a: f32;
  b: f32;
  c: f32;

  take(coefficients: usize, p1: f64, p2: f64): void {
    this.a = <f32>(coefficient(coefficients, 0) + coefficient(coefficients, 3) * p1 + coefficient(coefficients, 5) * p2);
    this.b = <f32>(coefficient(coefficients, 1) + coefficient(coefficients, 4) * p1);
    this.c = <f32>coefficient(coefficients, 2);
  }
}

@inline function surfaceAt(row: SurfaceRow, p1: v128, p2: v128): v128 {
  return addProduct(addProduct(splat(row.a), splat(row.b), p1), splat(row.c), p2);
}

/** Adds a row's sums against P₀, P₁ and P₂ of x to those against the six terms. */
function addRow(out: usize, s0: f64, s1: f64, s2: f64, p1: f64, p2: f64): void {
  store<f64>(out, load<f64>(out) + s0);
  store<f64>(out, load<f64>(out, 8) + s1, 8);
  store<f64>(out, load<f64>(out, 16) + s2, 16);
  store<f64>(out, load<f64>(out, 24) + p1 * s0, 24);
  store<f64>(out, load<f64>(out, 32) + p1 * s1, 32);
  store<f64>(out, load<f64>(out, 40) + p2 * s0, 40);
}

/**
 * The model at a field and two surfaces, what it leaves, and where to go from there.
 * u = r · (carrier’s conjugate) + o; λ = |u|² + rest; e = data − λ; weight 1 / max(noiseOffset + noiseSlope μ, leastNoise),
 * μ being λ with `fringeShare` of the fringes' contrast, where windowX · windowY is more than `leastWindow`, 0 elsewhere; slopes 2 Re(u · carrier), what λ changes by with r.
 * @param o the field, becomes 2 u · weight · e, the gradient before the band limit
 * @param tx,ty the carrier's conjugate along x and y, see `carrierTable`
 * @param legendreX,legendreY P₁ of each column (row), and after `tableX` (`tableY`) of them P₂
 * @param surfaces the coefficients of r, then those of the rest
 * @param out f64: Σ weight e², Σ of the pixels that have weight, then Σ weight e slope against the six terms, Σ weight e
 * against them, Σ weight slope², Σ weight, Σ |weight e²| over 9 (see `mostMisfit`)
 */
export function overlapModel(
  o: ComplexAt,
  u: ComplexAt,
  pitchBytes: BytePitch,
  rows: Count<i32>,
  cols: Count<i32>,
  data: RealAt,
  weights: RealAt,
  slopes: RealAt,
  pitch: FloatPitch<i32>,
  tx: QuadsAt,
  ty: QuadsAt,
  windowX: FloatsAt,
  windowY: FloatsAt,
  legendreX: FloatsAt,
  legendreY: FloatsAt,
  tableX: Count<i32>,
  tableY: Count<i32>,
  surfaces: DoublesAt,
  noiseOffset: f32,
  noiseSlope: f32,
  fringeShare: f32,
  leastNoise: f32,
  leastWindow: f32,
  judgedWindow: f32,
  out: DoublesAt,
): void {
  memory.fill(out, 0, 16 * 8);
  const reference = heap.alloc(32);
  const rest = reference + 16;
  const zero = splat(0);
  const one = splat(1);
  const least = splat(leastWindow);
  for (let y = 0; y < rows; y++) {
    const q1 = <f64>load<f32>(legendreY + ((<usize>y) << 2));
    const q2 = <f64>load<f32>(legendreY + ((<usize>(y + tableY)) << 2));
    changetype<SurfaceRow>(reference).take(surfaces, q1, q2);
    changetype<SurfaceRow>(rest).take(surfaces + TERMS * 8, q1, q2);
    const table = ty + quadInRow(<usize>y) + inQuad(<usize>y);
    const cr = splat(load<f32>(table));
    const ci = splat(load<f32>(table, TO_IMAGINARY));
    const wy = splat(load<f32>(windowY + ((<usize>y) << 2)));
    let a: usize = o + <usize>y * pitchBytes;
    let b: usize = u + <usize>y * pitchBytes;
    let real: usize = (<usize>y * pitch) << 2;
    let misfit = zero;
    let count = zero;
    let s0 = zero, s1 = zero, s2 = zero;
    let t0 = zero, t1 = zero, t2 = zero;
    let curvature = zero;
    let weighed = zero;
    for (let x = 0; x < cols; x += 4) {
      const window = times(wy, v128.load(windowX + ((<usize>x) << 2)));
      const inside = f32x4.gt(window, least);
      const judged = f32x4.gt(window, splat(judgedWindow));
      const p1 = v128.load(legendreX + ((<usize>x) << 2));
      const p2 = v128.load(legendreX + ((<usize>(x + tableX)) << 2));
      const r = surfaceAt(changetype<SurfaceRow>(reference), p1, p2);
      const quad = quadInRow(<usize>x);
      const ax = v128.load(tx + quad);
      const bx = v128.load(tx + quad, TO_IMAGINARY);
      // the carrier's conjugate
      const kr = productRe(ax, bx, cr, ci);
      const ki = productIm(ax, bx, cr, ci);
      const or = v128.load(a);
      const oi = v128.load(a, TO_IMAGINARY);
      const ur = v128.and(inside, addProduct(or, r, kr));
      const ui = v128.and(inside, addProduct(oi, r, ki));
      const model = plus(addProduct(times(ur, ur), ui, ui), surfaceAt(changetype<SurfaceRow>(rest), p1, p2));
      const fringes = times(plus(r, r), addProduct(times(or, kr), oi, ki));
      const smoothed = subtractProduct(model, splat(1 - fringeShare), fringes);
      const noise = f32x4.max(addProduct(splat(noiseOffset), splat(noiseSlope), smoothed), splat(leastNoise));
      const weight = v128.and(inside, f32x4.div(one, noise));
      const e = v128.and(inside, minus(v128.load(data + real), model));
      const z = times(weight, e);
      const slope = times(splat(2), addProduct(times(ur, kr), ui, ki));
      const zs = times(z, slope);
      misfit = plus(misfit, v128.and(judged, times(z, e)));
      count = plus(count, v128.and(judged, one));
      s0 = plus(s0, zs);
      s1 = addProduct(s1, zs, p1);
      s2 = addProduct(s2, zs, p2);
      t0 = plus(t0, z);
      t1 = addProduct(t1, z, p1);
      t2 = addProduct(t2, z, p2);
      curvature = addProduct(curvature, weight, times(slope, slope));
      weighed = plus(weighed, weight);
      v128.store(weights + real, weight);
      v128.store(slopes + real, slope);
      v128.store(b, ur);
      v128.store(b, ui, TO_IMAGINARY);
      const twice = plus(z, z);
      v128.store(a, times(twice, ur));
      v128.store(a, times(twice, ui), TO_IMAGINARY);
      a += QUAD_BYTES;
      b += QUAD_BYTES;
      real += 16;
    }
    store<f64>(out, load<f64>(out) + total(misfit));
    store<f64>(out, load<f64>(out, 8) + total(count), 8);
    addRow(out + 16, total(s0), total(s1), total(s2), q1, q2);
    addRow(out + 16 + TERMS * 8, total(t0), total(t1), total(t2), q1, q2);
    store<f64>(out, load<f64>(out, 112) + total(curvature), 112);
    store<f64>(out, load<f64>(out, 120) + total(weighed), 120);
  }
  heap.free(reference);
}

/**
 * The normal operator around the model of {@link overlapModel}: of a change p of the field and of the surfaces, the change
 * of the intensity j = 2 Re(u* p) + slopes · δr + δrest; p becomes 2 u · weight · j.
 * @param surfaces the changes of the coefficients of r, then those of the rest
 * @param out f64: Σ weight j², then Σ weight j slope against the six terms and Σ weight j against them
 */
export function overlapNormal(
  p: ComplexAt,
  u: ComplexAt,
  pitchBytes: BytePitch,
  rows: Count<i32>,
  cols: Count<i32>,
  weights: RealAt,
  slopes: RealAt,
  pitch: FloatPitch<i32>,
  legendreX: FloatsAt,
  legendreY: FloatsAt,
  tableX: Count<i32>,
  tableY: Count<i32>,
  surfaces: DoublesAt,
  out: DoublesAt,
): void {
  memory.fill(out, 0, 13 * 8);
  const reference = heap.alloc(32);
  const rest = reference + 16;
  const zero = splat(0);
  for (let y = 0; y < rows; y++) {
    const q1 = <f64>load<f32>(legendreY + ((<usize>y) << 2));
    const q2 = <f64>load<f32>(legendreY + ((<usize>(y + tableY)) << 2));
    changetype<SurfaceRow>(reference).take(surfaces, q1, q2);
    changetype<SurfaceRow>(rest).take(surfaces + TERMS * 8, q1, q2);
    let a: usize = p + <usize>y * pitchBytes;
    let b: usize = u + <usize>y * pitchBytes;
    let real: usize = (<usize>y * pitch) << 2;
    let power = zero;
    let s0 = zero, s1 = zero, s2 = zero;
    let t0 = zero, t1 = zero, t2 = zero;
    for (let x = 0; x < cols; x += 4) {
      const p1 = v128.load(legendreX + ((<usize>x) << 2));
      const p2 = v128.load(legendreX + ((<usize>(x + tableX)) << 2));
      const ur = v128.load(b);
      const ui = v128.load(b, TO_IMAGINARY);
      const slope = v128.load(slopes + real);
      const along = addProduct(times(ur, v128.load(a)), ui, v128.load(a, TO_IMAGINARY));
      const smooth = addProduct(
        surfaceAt(changetype<SurfaceRow>(rest), p1, p2),
        slope,
        surfaceAt(changetype<SurfaceRow>(reference), p1, p2),
      );
      const j = plus(plus(along, along), smooth);
      const z = times(v128.load(weights + real), j);
      const zs = times(z, slope);
      power = addProduct(power, z, j);
      s0 = plus(s0, zs);
      s1 = addProduct(s1, zs, p1);
      s2 = addProduct(s2, zs, p2);
      t0 = plus(t0, z);
      t1 = addProduct(t1, z, p1);
      t2 = addProduct(t2, z, p2);
      const twice = plus(z, z);
      v128.store(a, times(twice, ur));
      v128.store(a, times(twice, ui), TO_IMAGINARY);
      a += QUAD_BYTES;
      b += QUAD_BYTES;
      real += 16;
    }
    store<f64>(out, load<f64>(out) + total(power));
    addRow(out + 8, total(s0), total(s1), total(s2), q1, q2);
    addRow(out + 8 + TERMS * 8, total(t0), total(t1), total(t2), q1, q2);
  }
  heap.free(reference);
}

/**
 * What a change of the data does to the gradient: out ← 2 u · weight · (data − 1).
 * @param sums f64: Σ weight (data − 1) slope against the six terms and Σ weight (data − 1) against them
 */
export function overlapProbe(
  out: ComplexAt,
  u: ComplexAt,
  pitchBytes: BytePitch,
  rows: Count<i32>,
  cols: Count<i32>,
  data: RealAt,
  weights: RealAt,
  slopes: RealAt,
  pitch: FloatPitch<i32>,
  legendreX: FloatsAt,
  legendreY: FloatsAt,
  tableX: Count<i32>,
  tableY: Count<i32>,
  sums: DoublesAt,
): void {
  memory.fill(sums, 0, 12 * 8);
  for (let y = 0; y < rows; y++) {
    const q1 = <f64>load<f32>(legendreY + ((<usize>y) << 2));
    const q2 = <f64>load<f32>(legendreY + ((<usize>(y + tableY)) << 2));
    let a: usize = out + <usize>y * pitchBytes;
    let b: usize = u + <usize>y * pitchBytes;
    let real: usize = (<usize>y * pitch) << 2;
    let s0 = splat(0), s1 = splat(0), s2 = splat(0);
    let t0 = splat(0), t1 = splat(0), t2 = splat(0);
    for (let x = 0; x < cols; x += 4) {
      const p1 = v128.load(legendreX + ((<usize>x) << 2));
      const p2 = v128.load(legendreX + ((<usize>(x + tableX)) << 2));
      const z = times(v128.load(weights + real), minus(v128.load(data + real), splat(1)));
      const zs = times(z, v128.load(slopes + real));
      s0 = plus(s0, zs);
      s1 = addProduct(s1, zs, p1);
      s2 = addProduct(s2, zs, p2);
      t0 = plus(t0, z);
      t1 = addProduct(t1, z, p1);
      t2 = addProduct(t2, z, p2);
      const twice = plus(z, z);
      v128.store(a, times(twice, v128.load(b)));
      v128.store(a, times(twice, v128.load(b, TO_IMAGINARY)), TO_IMAGINARY);
      a += QUAD_BYTES;
      b += QUAD_BYTES;
      real += 16;
    }
    addRow(sums, total(s0), total(s1), total(s2), q1, q2);
    addRow(sums + TERMS * 8, total(t0), total(t1), total(t2), q1, q2);
  }
}
