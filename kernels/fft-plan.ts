// What a transform of one length needs: the order of its radices and its tables.
import { QUAD_BYTES, TO_IMAGINARY } from './complex-layout';
import { cos, sin } from './math';
import { allocate, release } from './memory';
import { Count, IntegersAt, PlanAt } from './types';

/** One radix: legs of `rest` points each remain to be transformed after it. */
@unmanaged export class Step {
  radix: usize;
  rest: usize;
  /** of the step's (radix − 1)·rest factors; 0 after the last step, which needs none */
  twiddles: usize;
}

/**
 * A line of `length` points. Either `steps` radices follow the header (Stockham), or `steps` is 0 and the line goes
 * through a convolution of the length of `inner` (Bluestein).
 */
@unmanaged export class Plan {
  length: usize;
  steps: usize;
  /** 1 / length, the factor of an inverse transform */
  scale: f32;
  /** points of the longest line worked on: `length`, or that of `inner` */
  span: usize;
  /** Bluestein: plan of the convolution */
  inner: Plan | null;
  /** Bluestein: exp(−πi k²/length), k < length, as (re, im) */
  chirp: usize;
  /** Bluestein: transform of the conjugate chirp, as (re, im) */
  filter: usize;

  @inline get first(): Step {
    return changetype<Step>(changetype<usize>(this) + offsetof<Plan>());
  }
  @inline get convolves(): bool {
    return this.steps == 0;
  }
}

@inline export function nextStep(step: Step): Step {
  return changetype<Step>(changetype<usize>(step) + offsetof<Step>());
}

/** cos(2πk/n), k < n, exact in its argument: k/n is folded into the first eighth of a turn as integers. */
function cosineOf(k: usize, n: usize): f64 {
  let eighths: usize = 8 * k;
  let sign = 1.0;
  if (eighths > 4 * n) eighths = 8 * n - eighths;
  if (eighths > 2 * n) {
    eighths = 4 * n - eighths;
    sign = -1.0;
  }
  const eighthOfTurn = Math.PI / 4;
  if (eighths > n) return sign * sin((eighthOfTurn * <f64>(2 * n - eighths)) / <f64>n);
  return sign * cos((eighthOfTurn * <f64>eighths) / <f64>n);
}

/** −sin(2πk/n), k < n, which is cos(2π(4k + n)/4n). */
function minusSineOf(k: usize, n: usize): f64 {
  return cosineOf((4 * k + n) % (4 * n), 4 * n);
}

/** Splat factors: exp(−2πi pk/(radix·rest)) at (p·(radix − 1) + k − 1)·8 bytes, p < rest, 0 < k < radix. */
function fillTwiddles(out: usize, radix: usize, rest: usize): void {
  const n = radix * rest;
  for (let p: usize = 0; p < rest; p++) {
    for (let k: usize = 1; k < radix; k++) {
      store<f32>(out, <f32>cosineOf(p * k, n));
      store<f32>(out, <f32>minusSineOf(p * k, n), 4);
      out += 8;
    }
  }
}

/** The same factors by lanes: quads of p, p + 1, p + 2, p + 3 for k = 1, then for k = 2 and so on. */
function fillLaneTwiddles(out: usize, radix: usize, rest: usize): void {
  const n = radix * rest;
  for (let p: usize = 0; p < rest; p += 4) {
    for (let k: usize = 1; k < radix; k++) {
      for (let lane: usize = 0; lane < 4; lane++) {
        store<f32>(out + (lane << 2), <f32>cosineOf((p + lane) * k, n));
        store<f32>(out + (lane << 2), <f32>minusSineOf((p + lane) * k, n), TO_IMAGINARY);
      }
      out += QUAD_BYTES;
    }
  }
}

/**
 * Plan of a line with `count` radices (u32 each, in order of use) whose product is `length`.
 * @param alongLanes 1 where neighbouring points of a line share a quad (rows); then the first radix is 4 or 8, and
 *   `length` divides by four times it. 0 where a quad holds one point of four lines.
 */
export function createPlan(
  length: Count<usize>,
  radices: IntegersAt,
  count: Count<usize>,
  alongLanes: bool,
): PlanAt {
  let tables: usize = 0;
  let rest = length;
  for (let i: usize = 0; i < count; i++) {
    const radix = <usize>load<u32>(radices + (i << 2));
    rest /= radix;
    tables += ((radix - 1) * rest) << 3;
  }
  const header = (offsetof<Plan>() + count * offsetof<Step>() + 127) & ~127;
  const block = allocate(header + tables);
  const plan = changetype<Plan>(block);
  plan.length = length;
  plan.span = length;
  plan.steps = count;
  plan.scale = <f32>(1.0 / <f64>length);
  plan.inner = null;
  let table = block + header;
  let step = plan.first;
  rest = length;
  for (let i: usize = 0; i < count; i++) {
    const radix = <usize>load<u32>(radices + (i << 2));
    rest /= radix;
    step.radix = radix;
    step.rest = rest;
    step.twiddles = rest > 1 ? table : 0;
    if (alongLanes && i == 0) fillLaneTwiddles(table, radix, rest);
    else fillTwiddles(table, radix, rest);
    table += ((radix - 1) * rest) << 3;
    step = nextStep(step);
  }
  return block;
}

/**
 * Bluestein's plan of a line of any `length` up to 8192 (doi:10.1109/TAU.1970.1162132), through `inner`, a plan of at
 * least 2·length − 1 points. {@link finishChirpPlan} must be given the transform of what this writes to `filter`.
 */
export function createChirpPlan(length: Count<usize>, inner: PlanAt): PlanAt {
  const innerPlan = changetype<Plan>(inner);
  const span = innerPlan.length;
  const header = (offsetof<Plan>() + 127) & ~127;
  const block = allocate(header + ((length + span) << 3));
  const plan = changetype<Plan>(block);
  plan.length = length;
  plan.span = span;
  plan.steps = 0;
  plan.scale = <f32>(1.0 / <f64>length);
  plan.inner = innerPlan;
  plan.chirp = block + header;
  plan.filter = plan.chirp + (length << 3);
  for (let k: usize = 0; k < length; k++) {
    // k²/2 turns of 1/length; whole turns are dropped as integers
    const turns = (k * k) % (2 * length);
    store<f32>(plan.chirp + (k << 3), <f32>cosineOf(turns, 2 * length));
    store<f32>(plan.chirp + (k << 3), <f32>minusSineOf(turns, 2 * length), 4);
  }
  return block;
}

export function releasePlan(plan: PlanAt): void {
  release(plan);
}
