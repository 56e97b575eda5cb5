/**
 * Transforms of several lines side by side: point k of all of them lies in `lineBytes` contiguous bytes (quads, one
 * point of four lines each) at k·pitch. Sixteen columns of a plane are such a bundle, and so are four rows once
 * transposed.
 */
import { QUAD_BYTES, TO_IMAGINARY } from './complex-layout';
import { Plan, nextStep } from './fft-plan';
import { takeStep } from './passes';
import { productIm, productRe, splat, times } from './simd';
import { Count, PlanAt, ScratchAt } from './types';

/** Keeps the two scratch lines from falling into the same cache sets. */
const SKEW: usize = 192;

/** Bytes of scratch for {@link transformLines}. */
export function linesScratchBytes(plan: PlanAt, lineBytes: Count<usize>): Count<usize> {
  const bundles: usize = changetype<Plan>(plan).convolves ? 3 : 2;
  return bundles * (changetype<Plan>(plan).span * lineBytes + SKEW);
}

/** `to` ← transform of `from`, which may be the same; an inverse one includes the factor 1 / length. */
export function transformLines(
  plan: Plan,
  inverse: bool,
  lineBytes: usize,
  from: usize,
  fromPitch: usize,
  to: usize,
  toPitch: usize,
  scratch: usize,
): void {
  if (plan.convolves) convolveLines(plan, inverse, lineBytes, from, fromPitch, to, toPitch, scratch);
  else stockhamLines(plan, inverse, lineBytes, from, fromPitch, to, toPitch, scratch);
}

function stockhamLines(
  plan: Plan,
  inverse: bool,
  lineBytes: usize,
  from: usize,
  fromPitch: usize,
  to: usize,
  toPitch: usize,
  scratch: usize,
): void {
  const other = scratch + plan.length * lineBytes + SKEW;
  let step = plan.first;
  let done: usize = 1;
  for (let i: usize = 1; i < plan.steps; i++) {
    const target = i & 1 ? scratch : other;
    takeStep(plan, step, inverse, done, lineBytes, from, fromPitch, target, lineBytes);
    done *= step.radix;
    step = nextStep(step);
    from = target;
    fromPitch = lineBytes;
  }
  takeStep(plan, step, inverse, done, lineBytes, from, fromPitch, to, toPitch);
}

/**
 * Bluestein: with w[k] = exp(−πi k²/n) and jk = (j² + k² − (k − j)²)/2, X[k] = w[k] Σ (x[j] w[j]) w*[k − j]: a
 * convolution, done by transforms of a longer length with small factors. The inverse is conj(forward(conj x))/n.
 */
function convolveLines(
  plan: Plan,
  inverse: bool,
  lineBytes: usize,
  from: usize,
  fromPitch: usize,
  to: usize,
  toPitch: usize,
  scratch: usize,
): void {
  const inner = plan.inner!;
  const length = plan.length;
  const work = scratch + 2 * (plan.span * lineBytes + SKEW);
  const sign: f32 = inverse ? -1 : 1;
  for (let k: usize = 0; k < length; k++) {
    weighPoint(from + k * fromPitch, work + k * lineBytes, lineBytes, plan.chirp + (k << 3), 1, sign, 1);
  }
  memory.fill(work + length * lineBytes, 0, (plan.span - length) * lineBytes);
  stockhamLines(inner, false, lineBytes, work, lineBytes, work, lineBytes, scratch);
  for (let k: usize = 0; k < plan.span; k++) {
    const at = work + k * lineBytes;
    weighPoint(at, at, lineBytes, plan.filter + (k << 3), 1, 1, 1);
  }
  stockhamLines(inner, true, lineBytes, work, lineBytes, work, lineBytes, scratch);
  const scale: f32 = inverse ? plan.scale : 1;
  for (let k: usize = 0; k < length; k++) {
    weighPoint(work + k * lineBytes, to + k * toPitch, lineBytes, plan.chirp + (k << 3), scale, 1, sign);
  }
}

/** One point of every line times `scale` and the (re, im) at `factor`; a sign of −1 conjugates before or after. */
@inline function weighPoint(
  from: usize,
  to: usize,
  lineBytes: usize,
  factor: usize,
  scale: f32,
  signIn: f32,
  signOut: f32,
): void {
  const wr = splat(scale * load<f32>(factor));
  const wi = splat(scale * load<f32>(factor, 4));
  for (let x: usize = 0; x < lineBytes; x += QUAD_BYTES) {
    const re = v128.load(from + x);
    const im = times(v128.load(from + x, TO_IMAGINARY), splat(signIn));
    v128.store(to + x, productRe(re, im, wr, wi));
    v128.store(to + x, times(productIm(re, im, wr, wi), splat(signOut)), TO_IMAGINARY);
  }
}

/** Completes a plan of {@link createChirpPlan}. `scratch` holds four lines: 128 bytes per point of the convolution. */
export function finishChirpPlan(address: PlanAt, scratch: ScratchAt): void {
  const plan = changetype<Plan>(address);
  const span = plan.span;
  const work = scratch + 2 * (span * QUAD_BYTES + SKEW);
  memory.fill(work, 0, span * QUAD_BYTES);
  for (let k: usize = 0; k < plan.length; k++) {
    const re = load<f32>(plan.chirp + (k << 3));
    const im = -load<f32>(plan.chirp + (k << 3), 4);
    setFirstLane(work + k * QUAD_BYTES, re, im);
    if (k > 0) setFirstLane(work + (span - k) * QUAD_BYTES, re, im);
  }
  stockhamLines(plan.inner!, false, QUAD_BYTES, work, QUAD_BYTES, work, QUAD_BYTES, scratch);
  for (let k: usize = 0; k < span; k++) {
    store<f32>(plan.filter + (k << 3), load<f32>(work + k * QUAD_BYTES));
    store<f32>(plan.filter + (k << 3), load<f32>(work + k * QUAD_BYTES, TO_IMAGINARY), 4);
  }
}

@inline function setFirstLane(quad: usize, re: f32, im: f32): void {
  store<f32>(quad, re);
  store<f32>(quad, im, TO_IMAGINARY);
}
