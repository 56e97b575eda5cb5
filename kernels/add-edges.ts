// What a fade at a field's edges took of it, carried over to another grid sample by sample.
import { TO_IMAGINARY, inQuad, quadInRow } from './complex-layout';
import { BytePitch, ComplexAt, Count, DoublesAt, FloatsAt, IntegersAt } from './types';

/** Samples that a place between them is made of, as in `src/core/demodulate/between-samples.ts`. */
const NEAREST: usize = 8;

/** Both parts of a sample. */
@inline function pairAt(row: usize, col: usize): v128 {
  const at = row + quadInRow(col) + inQuad(col);
  return f64x2.promote_low_f32x4(v128.load32_lane(at + TO_IMAGINARY, v128.load32_zero(at), 1));
}

@inline function addPair(row: usize, col: usize, pair: v128): void {
  const at = row + quadInRow(col) + inQuad(col);
  const sum = f32x4.demote_f64x2_zero(f64x2.add(pairAt(row, col), pair));
  v128.store32_lane(at, sum, 0);
  v128.store32_lane(at + TO_IMAGINARY, sum, 1);
}

@inline function pairOf(re: f64, im: f64): v128 {
  return f64x2.replace_lane(f64x2.splat(re), 1, im);
}

/** line[x] += share · (row[x] − beam) */
@inline function addShare(row: usize, cols: usize, beam: v128, share: f64, line: usize): void {
  const by = f64x2.splat(share);
  for (let x: usize = 0; x < cols; x++) {
    const at = line + (x << 4);
    v128.store(at, f64x2.add(v128.load(at), f64x2.mul(by, f64x2.sub(pairAt(row, x), beam))));
  }
}

/** Σ_k weights[k] · pairs[k], one after the other; `pitch` bytes from one pair to the next. */
@inline function made(weights: usize, pairs: usize, pitch: usize): v128 {
  let sum = f64x2.splat(0);
  for (let k: usize = 0; k < NEAREST; k++)
    sum = f64x2.add(sum, f64x2.mul(v128.load64_splat(weights + (k << 3)), v128.load(pairs + k * pitch)));
  return sum;
}

/**
 * To each of some rows of `target`, `at`, adds eight rows of the field from `first` on, less the beam, times `shares` (eight a row), at the
 * target's columns: each is made of eight samples from `acrossFirst` on by `acrossWeights`. Rows without a share need not exist.
 */
export function addFadedRows(
  field: ComplexAt,
  fieldPitchBytes: BytePitch,
  fieldCols: Count<usize>,
  beamRe: f64,
  beamIm: f64,
  at: IntegersAt,
  first: IntegersAt,
  shares: DoublesAt,
  count: Count<usize>,
  acrossFirst: IntegersAt,
  acrossWeights: DoublesAt,
  target: ComplexAt,
  targetPitchBytes: BytePitch,
  targetCols: Count<usize>,
): void {
  const beam = pairOf(beamRe, beamIm);
  // nothing lies beyond a side of fewer samples than are near
  const bytes = (fieldCols + NEAREST) << 4;
  const line = heap.alloc(bytes);
  for (let p: usize = 0; p < count; p++) {
    memory.fill(line, 0, bytes);
    const row = field + <usize>load<i32>(first + (p << 2)) * fieldPitchBytes;
    for (let k: usize = 0; k < NEAREST; k++) {
      const share = load<f64>(shares + ((p * NEAREST + k) << 3));
      if (share != 0) addShare(row + k * fieldPitchBytes, fieldCols, beam, share, line);
    }
    const to = target + <usize>load<i32>(at + (p << 2)) * targetPitchBytes;
    for (let x: usize = 0; x < targetCols; x++) {
      const from = line + (<usize>load<i32>(acrossFirst + (x << 2)) << 4);
      addPair(to, x, made(acrossWeights + ((x * NEAREST) << 3), from, 16));
    }
  }
  heap.free(line);
}

/**
 * The same for some columns of all rows of `target`, each row made of eight of the field's from `downFirst` on by `downWeights`; the field's
 * rows fade by `fade` (f32).
 */
export function addFadedColumns(
  field: ComplexAt,
  fieldPitchBytes: BytePitch,
  fieldRows: Count<usize>,
  beamRe: f64,
  beamIm: f64,
  fade: FloatsAt,
  at: IntegersAt,
  first: IntegersAt,
  shares: DoublesAt,
  count: Count<usize>,
  downFirst: IntegersAt,
  downWeights: DoublesAt,
  target: ComplexAt,
  targetPitchBytes: BytePitch,
  targetRows: Count<usize>,
): void {
  const beam = pairOf(beamRe, beamIm);
  const wide = count << 4;
  // nothing lies beyond a side of fewer samples than are near
  const lines = heap.alloc((fieldRows + NEAREST) * wide + 16);
  memory.fill(lines + fieldRows * wide, 0, NEAREST * wide);
  for (let y: usize = 0; y < fieldRows; y++) {
    const row = field + y * fieldPitchBytes;
    const left = f64x2.splat(<f64>load<f32>(fade + (y << 2)));
    for (let p: usize = 0; p < count; p++) {
      const col = <usize>load<i32>(first + (p << 2));
      let sum = f64x2.splat(0);
      for (let k: usize = 0; k < NEAREST; k++) {
        const share = load<f64>(shares + ((p * NEAREST + k) << 3));
        if (share == 0) continue;
        sum = f64x2.add(sum, f64x2.mul(f64x2.splat(share), f64x2.sub(pairAt(row, col + k), beam)));
      }
      v128.store(lines + y * wide + (p << 4), f64x2.mul(left, sum));
    }
  }
  for (let y: usize = 0; y < targetRows; y++) {
    const from = lines + <usize>load<i32>(downFirst + (y << 2)) * wide;
    const row = target + y * targetPitchBytes;
    for (let p: usize = 0; p < count; p++) {
      const pair = made(downWeights + ((y * NEAREST) << 3), from + (p << 4), wide);
      addPair(row, <usize>load<i32>(at + (p << 2)), pair);
    }
  }
  heap.free(lines);
}
