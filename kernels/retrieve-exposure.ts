/**
 * Phase retrieval, several frames: what each was exposed with. A camera that sets its gain or its black level anew for
 * every frame records gain · I + offset; the intensity of the solver's own estimate tells both.
 */
import { QUAD_BYTES, TO_IMAGINARY } from './complex-layout';
import { modulus, sumOfLanes } from './retrieve-data';
import { addProduct, minus, plus, splat, times } from './simd';
import { BytePitch, ComplexAt, Count, DoublesAt, RealAt } from './types';

/** Sums of weights and products over one row, and over all of them. */
@unmanaged class Moments {
  weight: f64;
  model: f64;
  recorded: f64;
  modelSquared: f64;
  product: f64;
  recordedSquared: f64;
}

function addRow(
  raw: usize,
  matched: usize,
  estimate: usize,
  quads: usize,
  dark: v128,
  perReach: v128,
  moments: Moments,
): void {
  const zero = splat(0);
  const one = splat(1);
  let sw = zero;
  let su = zero;
  let sv = zero;
  let suu = zero;
  let suv = zero;
  let svv = zero;
  for (const end = raw + (quads << 4); raw < end; raw += 16) {
    const a = v128.load(raw);
    const known = f32x4.ge(a, zero);
    const re = v128.and(known, v128.load(estimate));
    const im = v128.and(known, v128.load(estimate, TO_IMAGINARY));
    const size = modulus(re, im);
    const m = times(size, size);
    const miss = times(perReach, minus(size, v128.load(matched)));
    const near = f32x4.pmax(zero, minus(one, times(miss, miss)));
    const w = v128.and(known, f32x4.div(times(near, near), plus(m, dark)));
    const u = minus(m, one);
    const v = minus(times(a, a), one);
    const wu = times(w, u);
    const wv = times(w, v);
    sw = plus(sw, w);
    su = plus(su, wu);
    sv = plus(sv, wv);
    suu = addProduct(suu, wu, u);
    suv = addProduct(suv, wu, v);
    svv = addProduct(svv, wv, v);
    matched += 16;
    estimate += QUAD_BYTES;
  }
  moments.weight += sumOfLanes(sw);
  moments.model += sumOfLanes(su);
  moments.recorded += sumOfLanes(sv);
  moments.modelSquared += sumOfLanes(suu);
  moments.product += sumOfLanes(suv);
  moments.recordedSquared += sumOfLanes(svv);
}

/**
 * Weighted moments of what was recorded, v = A² − 1, against the estimate's intensity, u = |x|² − 1: Σ w, Σ w u, Σ w v,
 * Σ w u², Σ w u v, Σ w v² (6 f64 at `out`) over what was measured. The weight makes photon noise count alike,
 * 1/(|x|² + dark), times Tukey's biweight of |x| − A', which leaves out what the estimate misses by `reach` or more.
 * @param raw amplitude A as recorded, rows of `pitchBytes` bytes; negative where nothing was measured
 * @param matched A', the amplitude as it was matched last, of the same shape
 * @param estimate the field x at the sensor, `quads` quads a row
 */
export function retrieveMoments(
  raw: RealAt,
  matched: RealAt,
  pitchBytes: BytePitch,
  estimate: ComplexAt,
  estimatePitch: BytePitch,
  rows: Count<usize>,
  quads: Count<usize>,
  dark: f32,
  reach: f32,
  out: DoublesAt,
): void {
  memory.fill(out, 0, offsetof<Moments>());
  for (let y: usize = 0; y < rows; y++) {
    addRow(raw, matched, estimate, quads, splat(dark), splat(1 / reach), changetype<Moments>(out));
    raw += pitchBytes;
    matched += pitchBytes;
    estimate += estimatePitch;
  }
}

/** A' = √((A² − offset)/gain), 0 where that is negative; what was not measured (A < 0) stays so. */
export function retrieveMatch(
  raw: RealAt,
  pitchBytes: BytePitch,
  rows: Count<usize>,
  gain: f32,
  offset: f32,
  to: RealAt,
): void {
  const zero = splat(0);
  const perGain = splat(1 / gain);
  for (const end = raw + rows * pitchBytes; raw < end; raw += 16, to += 16) {
    const a = v128.load(raw);
    const intensity = times(perGain, minus(times(a, a), splat(offset)));
    const known = f32x4.ge(a, zero);
    v128.store(to, v128.bitselect(f32x4.sqrt(f32x4.pmax(zero, intensity)), a, known));
  }
}
