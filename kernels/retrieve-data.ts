/**
 * Phase retrieval, the sensor's side: how far the amplitude of a propagated field is from the measured one, and the
 * gradient of that with respect to the field.
 *
 * The gradient goes on to the object's plane as its conjugate: since a transfer function is even in frequency,
 * conj(P* g) = P conj(g), so that one plane of factors serves for both directions.
 */
import { QUAD_BYTES, TO_IMAGINARY } from './complex-layout';
import { Plan } from './fft-plan';
import { transformRow } from './fft-rows';
import { addProduct, minus, splat, times } from './simd';
import { BytePitch, ComplexAt, Count, DoublesAt, IntegersAt, PlanAt, RealAt, ScratchAt } from './types';

/** Keeps the division by the modulus finite; a field this dark has no direction, and no gradient. */
export const DARK: f32 = 1e-12;

@inline export function modulus(re: v128, im: v128): v128 {
  return f32x4.sqrt(addProduct(times(re, re), im, im));
}

@inline export function sumOfLanes(v: v128): f64 {
  return (
    (<f64>f32x4.extract_lane(v, 0) + <f64>f32x4.extract_lane(v, 1)) +
    (<f64>f32x4.extract_lane(v, 2) + <f64>f32x4.extract_lane(v, 3))
  );
}

/**
 * One row u of a field at the sensor becomes weight · conj(u − A u/|u|), 0 where nothing was measured. A < 0 stands for an amplitude of
 * which it is known only that it is at least −1 − A: there it is 0 for a field that is as bright, and all others where A = −1. A row of
 * `estimate` becomes (u + momentum · estimate)/(1 + momentum): the solver extrapolates, y = x + momentum (x − xold), and
 * propagation is linear, so this is the field that belongs to x itself.
 * @returns Σ (|estimate| − A)² over what was measured, and over what is darker than it must be
 */
function residualRow(
  field: usize,
  estimate: usize,
  amplitude: usize,
  quads: usize,
  momentum: v128,
  share: v128,
  weight: v128,
): f64 {
  const zero = splat(0);
  let sum = zero;
  for (let i: usize = 0; i < quads; i++) {
    const re = v128.load(field);
    const im = v128.load(field, TO_IMAGINARY);
    const recorded = v128.load(amplitude);
    const known = f32x4.ge(recorded, zero);
    const measured = v128.bitselect(recorded, minus(splat(-1), recorded), known);
    const excess = f32x4.sub(splat(1), f32x4.div(measured, f32x4.pmax(splat(DARK), modulus(re, im))));
    const factor = times(weight, v128.bitselect(excess, f32x4.pmin(zero, excess), known));
    v128.store(field, times(re, factor));
    v128.store(field, f32x4.neg(times(im, factor)), TO_IMAGINARY);
    const er = times(share, addProduct(re, momentum, v128.load(estimate)));
    const ei = times(share, addProduct(im, momentum, v128.load(estimate, TO_IMAGINARY)));
    v128.store(estimate, er);
    v128.store(estimate, ei, TO_IMAGINARY);
    const left = minus(modulus(er, ei), measured);
    const miss = v128.bitselect(left, f32x4.pmin(zero, left), known);
    sum = addProduct(sum, miss, miss);
    field += QUAD_BYTES;
    estimate += QUAD_BYTES;
    amplitude += 16;
  }
  return sumOfLanes(sum);
}

/**
 * Rows of a field whose columns are propagated already: transformed back, replaced by the conjugate gradient of
 * ½ Σ (|u| − A)² and transformed again, in the one sweep. Where there is no sensor there is no gradient.
 * @param field rows of `quads` quads; `plan` belongs to their length
 * @param sensor first row, first quad, rows and quads of the sensor within the field (4 × u32)
 * @param amplitude rows of `amplitudePitch` bytes; negative where nothing was measured, or a least value only: see {@link residualRow}
 * @param estimate field at the sensor that belongs to the solver's iterate, see {@link residualRow}
 * @param first of the rows of the field that are done, up to `end`
 * @param sums Σ (|estimate| − A)² of each row of the sensor that is done
 */
export function retrieveResidual(
  plan: PlanAt,
  field: ComplexAt,
  pitchBytes: BytePitch,
  fieldQuads: Count<usize>,
  sensor: IntegersAt,
  amplitude: RealAt,
  amplitudePitch: BytePitch,
  estimate: ComplexAt,
  estimatePitch: BytePitch,
  momentum: f32,
  weight: f32,
  first: Count<usize>,
  end: Count<usize>,
  sums: DoublesAt,
  scratch: ScratchAt,
): void {
  const firstRow = <usize>load<u32>(sensor);
  const firstQuad = <usize>load<u32>(sensor, 4);
  const endRow = firstRow + <usize>load<u32>(sensor, 8);
  const sensorQuads = <usize>load<u32>(sensor, 12);
  const left = firstQuad * QUAD_BYTES;
  const right = left + sensorQuads * QUAD_BYTES;
  const share = splat(1 / (1 + momentum));
  for (let y = first; y < end; y++) {
    const row = field + y * pitchBytes;
    if (y < firstRow || y >= endRow) {
      memory.fill(row, 0, fieldQuads * QUAD_BYTES);
      continue;
    }
    transformRow(changetype<Plan>(plan), true, row, row, scratch);
    memory.fill(row, 0, left);
    const k = y - firstRow;
    const sum = residualRow(
      row + left,
      estimate + k * estimatePitch,
      amplitude + k * amplitudePitch,
      sensorQuads,
      splat(momentum),
      share,
      splat(weight),
    );
    store<f64>(sums + (k << 3), sum);
    memory.fill(row + right, 0, fieldQuads * QUAD_BYTES - right);
    transformRow(changetype<Plan>(plan), false, row, row, scratch);
  }
}
