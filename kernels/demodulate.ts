// From a frame to its sideband at baseband: multiply by the conjugate carrier, transform, keep the low frequencies.
import { BLOCK_BYTES, QUAD_BYTES, SAMPLE_BYTES, TO_IMAGINARY, inQuad, quadInRow } from './complex-layout';
import { Plan } from './fft-plan';
import { rowScratchBytes, transformRow } from './fft-rows';
import { raisedCosine } from './frequency';
import {
  BytePitch,
  ComplexAt,
  Count,
  FloatPitch,
  FloatsAt,
  PlanAt,
  QuadsAt,
  RealAt,
  ScratchAt,
} from './types';

/**
 * Table of w[x] · exp(−2πi f x), x = 0 … count − 1, as quads; w is an f32 table. Padded with zeros to `padded`.
 */
export function carrierTable(
  out: QuadsAt,
  count: Count<i32>,
  padded: Count<i32>,
  frequency: f64,
  window: FloatsAt,
): void {
  for (let x = 0; x < padded; x++) {
    let re: f64 = 0;
    let im: f64 = 0;
    if (x < count) {
      const turns = frequency * <f64>x;
      const angle = 2 * Math.PI * (turns - Math.floor(turns));
      const weight = <f64>load<f32>(window + ((<usize>x) << 2));
      re = weight * NativeMath.cos(angle);
      im = -weight * NativeMath.sin(angle);
    }
    const at = out + quadInRow(<usize>x) + inQuad(<usize>x);
    store<f32>(at, <f32>re);
    store<f32>(at, <f32>im, TO_IMAGINARY);
  }
}

/**
 * out[y, x] = (plane[y, x] − mean) · tx[x] · ty[y] for a real plane and two tables of {@link carrierTable};
 * rows and columns of `out` outside the plane become 0.
 */
export function demodulate(
  plane: RealAt,
  pitch: FloatPitch<i32>,
  planeRows: Count<i32>,
  planeCols: Count<i32>,
  mean: f32,
  tx: QuadsAt,
  ty: QuadsAt,
  out: ComplexAt,
  outRows: Count<i32>,
  outPitchBytes: BytePitch,
): void {
  for (let y = 0; y < outRows; y++) {
    const target: usize = out + <usize>y * outPitchBytes;
    if (y >= planeRows) memory.fill(target, 0, outPitchBytes);
    else demodulateRow(plane + ((<usize>y * pitch) << 2), planeCols, mean, tx, ty, y, target, outPitchBytes);
  }
}

/** Row `y` of {@link demodulate}; of the target's bytes those beyond the plane become 0. */
@inline function demodulateRow(
  source: usize,
  cols: i32,
  mean: f32,
  tx: usize,
  ty: usize,
  y: i32,
  target: usize,
  bytes: usize,
): void {
  const offset = f32x4.splat(mean);
  const table = ty + quadInRow(<usize>y) + inQuad(<usize>y);
  const cr = f32x4.splat(load<f32>(table));
  const ci = f32x4.splat(load<f32>(table, TO_IMAGINARY));
  let x = 0;
  for (; x < cols; x += 4) {
    const quad = quadInRow(<usize>x);
    const value = f32x4.sub(v128.load(source + ((<usize>x) << 2)), offset);
    const ar = f32x4.mul(value, v128.load(tx + quad));
    const ai = f32x4.mul(value, v128.load(tx + quad, TO_IMAGINARY));
    v128.store(target + quad, f32x4.sub(f32x4.mul(ar, cr), f32x4.mul(ai, ci)));
    v128.store(target + quad, f32x4.add(f32x4.mul(ar, ci), f32x4.mul(ai, cr)), TO_IMAGINARY);
  }
  const written = quadInRow(<usize>x);
  memory.fill(target + written, 0, bytes - written);
}

/** Bytes of scratch for {@link demodulateRows}. */
export function demodulateRowsScratchBytes(plan: PlanAt): Count<usize> {
  return rowScratchBytes(plan) + changetype<Plan>(plan).length * SAMPLE_BYTES;
}

/**
 * The rows of {@link demodulate}, transformed while they are near the processor: of their spectra blocks 0 … `low` − 1 and
 * from `high` on are written, the rest of `out` stays as it is.
 * @param plan one along the lanes, as long as the rows of `out`
 */
export function demodulateRows(
  plan: PlanAt,
  plane: RealAt,
  pitch: FloatPitch<i32>,
  planeRows: Count<i32>,
  planeCols: Count<i32>,
  mean: f32,
  tx: QuadsAt,
  ty: QuadsAt,
  out: ComplexAt,
  outRows: Count<i32>,
  outPitchBytes: BytePitch,
  low: Count<usize>,
  high: Count<usize>,
  scratch: ScratchAt,
): void {
  const bytes = changetype<Plan>(plan).length * SAMPLE_BYTES;
  const row = scratch + rowScratchBytes(plan);
  const lowBytes = low * BLOCK_BYTES;
  const highFrom = high * BLOCK_BYTES;
  for (let y = 0; y < outRows; y++) {
    if (y >= planeRows) memory.fill(row, 0, bytes);
    else demodulateRow(plane + ((<usize>y * pitch) << 2), planeCols, mean, tx, ty, y, row, bytes);
    transformRow(changetype<Plan>(plan), false, row, row, scratch);
    const target = out + <usize>y * outPitchBytes;
    memory.copy(target, row, lowBytes);
    memory.copy(target + highFrom, row + highFrom, bytes - highFrom);
  }
}

@inline function wrapped(index: i32, count: i32): i32 {
  return index < 0 ? index + count : index;
}

@inline function address(plane: usize, pitchBytes: usize, row: i32, col: i32): usize {
  return plane + <usize>row * pitchBytes + quadInRow(<usize>col) + inQuad(<usize>col);
}

/**
 * Copies the low frequencies shared by two spectra (DC first, FFT order), scaled by `scale` and by a radial filter:
 * 1 up to `passRadius`, a raised cosine to 0 at `stopRadius`, both in cycles per sample of the *source* grid.
 * Frequencies that the source lacks become 0. `stopRadius` <= 0 means no filter. A frequency of exactly one half
 * of the smaller grid is left out, because its sign is not known.
 * @returns the sum of the squared filter values over the copied frequencies: how many independent numbers pass
 */
export function resampleSpectrum(
  source: ComplexAt,
  sourcePitchBytes: BytePitch,
  sourceRows: Count<i32>,
  sourceCols: Count<i32>,
  target: ComplexAt,
  targetPitchBytes: BytePitch,
  targetRows: Count<i32>,
  targetCols: Count<i32>,
  passRadius: f64,
  stopRadius: f64,
  scale: f64,
): f64 {
  let passed: f64 = 0;
  // what lies as far to the right as to the left weighs as much: −1 beyond the filter
  const weights = heap.alloc(<usize>(sourceCols + 1) * 8);
  const halfRows = (min(sourceRows, targetRows) - 1) >> 1;
  const halfCols = (min(sourceCols, targetCols) - 1) >> 1;
  for (let y = 0; y < targetRows; y++) memory.fill(target + <usize>y * targetPitchBytes, 0, targetPitchBytes);
  for (let v = -halfRows; v <= halfRows; v++) {
    const fy = <f64>v / <f64>sourceRows;
    const from = wrapped(v, sourceRows);
    const to = wrapped(v, targetRows);
    const flat = flatColumns(halfCols, fy, sourceCols, passRadius, stopRadius);
    for (let u = -halfCols; u <= halfCols; u++) {
      if (flat >= 0 && u == -flat) {
        passed = plusOnes(passed, 2 * flat + 1);
        const gain = f32x4.splat(<f32>scale);
        const row = source + <usize>from * sourcePitchBytes;
        const out = target + <usize>to * targetPitchBytes;
        copyScaled(row, sourceCols - flat, out, targetCols - flat, flat, gain);
        copyScaled(row, 0, out, 0, flat + 1, gain);
        u = flat;
        continue;
      }
      const kept = weights + (<usize>abs(u) << 3);
      if (u <= 0) store<f64>(kept, weightOf(u, fy, sourceCols, passRadius, stopRadius));
      const weight = load<f64>(kept);
      if (weight < 0) continue;
      passed += weight * weight;
      const gain = <f32>(weight * scale);
      const a = address(source, sourcePitchBytes, from, wrapped(u, sourceCols));
      const b = address(target, targetPitchBytes, to, wrapped(u, targetCols));
      store<f32>(b, gain * load<f32>(a));
      store<f32>(b, gain * load<f32>(a, TO_IMAGINARY), TO_IMAGINARY);
    }
  }
  heap.free(weights);
  return passed;
}

/** −1 from `stopRadius` on. */
@inline function weightOf(u: i32, fy: f64, cols: i32, passRadius: f64, stopRadius: f64): f64 {
  if (!(stopRadius > 0)) return 1;
  const fx = <f64>u / <f64>cols;
  const radius = Math.sqrt(fx * fx + fy * fy);
  return radius >= stopRadius ? -1 : raisedCosine(radius, passRadius, stopRadius);
}

/** The frequencies up to this column on either side pass whole; −1: none do. */
function flatColumns(half: i32, fy: f64, cols: i32, passRadius: f64, stopRadius: f64): i32 {
  if (!(stopRadius > 0)) return half;
  const room = passRadius * passRadius - fy * fy;
  let u = room > 0 ? <i32>min<f64>(<f64>half, Math.sqrt(room) * <f64>cols) : 0;
  // to the last one by the very numbers that others are weighed by
  while (u < half && passes(u + 1, fy, cols, passRadius, stopRadius)) u++;
  while (u >= 0 && !passes(u, fy, cols, passRadius, stopRadius)) u--;
  return u;
}

@inline function passes(u: i32, fy: f64, cols: i32, passRadius: f64, stopRadius: f64): bool {
  const fx = <f64>u / <f64>cols;
  const radius = Math.sqrt(fx * fx + fy * fy);
  return radius <= passRadius && radius < stopRadius;
}

/** `sum` + 1 + 1 …, `count` times, rounded each time. */
@inline function plusOnes(sum: f64, count: i32): f64 {
  // from one power of two to the next the sum moves by whole steps of its own last digit
  const whole = sum + <f64>count;
  if (reinterpret<u64>(whole) >> 52 == reinterpret<u64>(sum) >> 52) return whole;
  let rounded = sum;
  for (let k = 0; k < count; k++) rounded += 1;
  return rounded;
}

/** So many samples of one row, from a column on, times `gain` to those from another column on. */
function copyScaled(row: usize, from: i32, out: usize, to: i32, count: i32, gain: v128): void {
  let k = 0;
  if ((from & 3) == (to & 3)) {
    for (; k < count && ((to + k) & 3) != 0; k++) copySample(row, from + k, out, to + k, gain);
    for (; k + 4 <= count; k += 4) {
      const a = row + quadInRow(<usize>(from + k));
      const b = out + quadInRow(<usize>(to + k));
      v128.store(b, f32x4.mul(gain, v128.load(a)));
      v128.store(b, f32x4.mul(gain, v128.load(a, TO_IMAGINARY)), TO_IMAGINARY);
    }
  }
  for (; k < count; k++) copySample(row, from + k, out, to + k, gain);
}

@inline function copySample(row: usize, from: i32, out: usize, to: i32, gain: v128): void {
  const a = row + quadInRow(<usize>from) + inQuad(<usize>from);
  const b = out + quadInRow(<usize>to) + inQuad(<usize>to);
  store<f32>(b, f32x4.extract_lane(gain, 0) * load<f32>(a));
  store<f32>(b, f32x4.extract_lane(gain, 0) * load<f32>(a, TO_IMAGINARY), TO_IMAGINARY);
}

/** field ← field · conj(reference) / (|reference|² + floor), quad by quad, both of the same shape and pitch. */
export function divideField(
  field: ComplexAt,
  reference: ComplexAt,
  rows: Count<i32>,
  cols: Count<i32>,
  pitchBytes: BytePitch,
  floor: f32,
): void {
  quotientField(field, reference, field, rows, cols, pitchBytes, floor);
}

/** {@link divideField} into `out`; the field stays as it is. */
export function quotientField(
  field: ComplexAt,
  reference: ComplexAt,
  out: ComplexAt,
  rows: Count<i32>,
  cols: Count<i32>,
  pitchBytes: BytePitch,
  floor: f32,
): void {
  const regularisation = f32x4.splat(floor);
  for (let y = 0; y < rows; y++) {
    let a: usize = field + <usize>y * pitchBytes;
    let b: usize = reference + <usize>y * pitchBytes;
    let c: usize = out + <usize>y * pitchBytes;
    for (let x = 0; x < cols; x += 4) {
      const ar = v128.load(a);
      const ai = v128.load(a, TO_IMAGINARY);
      const br = v128.load(b);
      const bi = v128.load(b, TO_IMAGINARY);
      const power = f32x4.add(f32x4.add(f32x4.mul(br, br), f32x4.mul(bi, bi)), regularisation);
      v128.store(c, f32x4.div(f32x4.add(f32x4.mul(ar, br), f32x4.mul(ai, bi)), power));
      v128.store(c, f32x4.div(f32x4.sub(f32x4.mul(ai, br), f32x4.mul(ar, bi)), power), TO_IMAGINARY);
      a += QUAD_BYTES;
      b += QUAD_BYTES;
      c += QUAD_BYTES;
    }
  }
}
