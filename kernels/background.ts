// The smooth phase and amplitude that the instrument adds: local averages to fit it to, and its removal.
import { QUAD_BYTES, TO_IMAGINARY, inQuad, quadInRow } from './complex-layout';
import { reduceTurns, sincos4 } from './math';
import { BytePitch, ComplexAt, Count, DoublesAt, FloatPitch, RealAt, ScratchAt } from './types';

/** Doubles that {@link blockMoments} writes per block. */
const MOMENTS: i32 = 8;

@inline function at(plane: usize, pitchBytes: usize, y: i32, x: i32): usize {
  return plane + <usize>y * pitchBytes + quadInRow(<usize>x) + inQuad(<usize>x);
}

/**
 * Averages over `blockRows × blockCols` tiles of a field, tile (j, i) at out + 64·(j·tilesX + i), as f64:
 * Re and Im of ⟨u(x+1) u*(x)⟩, of ⟨u(y+1) u*(y)⟩, of ⟨u⟩, then ⟨|u|⟩ and ⟨|u|²⟩. The last row and column of the
 * field lend their neighbours only. The first tile begins at (rowFrom, colFrom).
 */
export function blockMoments(
  field: ComplexAt,
  pitchBytes: BytePitch,
  rowFrom: Count<i32>,
  colFrom: Count<i32>,
  blockRows: Count<i32>,
  blockCols: Count<i32>,
  tilesY: Count<i32>,
  tilesX: Count<i32>,
  out: DoublesAt,
): void {
  const share: f64 = 1 / (<f64>blockRows * <f64>blockCols);
  for (let j = 0; j < tilesY; j++) {
    for (let i = 0; i < tilesX; i += 2) {
      const tile = out + <usize>((j * tilesX + i) * MOMENTS) * 8;
      // the last one by itself is done twice
      const other = i + 1 < tilesX ? blockCols : 0;
      twoTiles(field, pitchBytes, rowFrom + j * blockRows, colFrom + i * blockCols, other, blockRows, blockCols, share, tile);
    }
  }
}

/** Eight moments of a tile and of the one `other` columns to its right, each in a lane; none of the other where that is 0. */
@inline function twoTiles(
  field: usize,
  pitchBytes: usize,
  top: i32,
  left: i32,
  other: i32,
  rows: i32,
  cols: i32,
  share: f64,
  out: usize,
): void {
  const none = f64x2.splat(0);
  let xr = none;
  let xi = none;
  let yr = none;
  let yi = none;
  let sr = none;
  let si = none;
  let modulus = none;
  let power = none;
  for (let dy = 0; dy < rows; dy++) {
    let x = left;
    let one = at(field, pitchBytes, top + dy, x);
    let two = at(field, pitchBytes, top + dy, x + other);
    let rightRe = pair(one, two);
    let rightIm = pair(one + TO_IMAGINARY, two + TO_IMAGINARY);
    for (let dx = 0; dx < cols; dx++) {
      const belowOne = one + pitchBytes;
      const belowTwo = two + pitchBytes;
      const re = rightRe;
      const im = rightIm;
      // past the last of a quad lie its imaginary parts
      one += (x & 3) == 3 ? 4 + TO_IMAGINARY : 4;
      two += ((x + other) & 3) == 3 ? 4 + TO_IMAGINARY : 4;
      x++;
      rightRe = pair(one, two);
      rightIm = pair(one + TO_IMAGINARY, two + TO_IMAGINARY);
      const belowRe = pair(belowOne, belowTwo);
      const belowIm = pair(belowOne + TO_IMAGINARY, belowTwo + TO_IMAGINARY);
      xr = f64x2.add(xr, f64x2.add(f64x2.mul(rightRe, re), f64x2.mul(rightIm, im)));
      xi = f64x2.add(xi, f64x2.sub(f64x2.mul(rightIm, re), f64x2.mul(rightRe, im)));
      yr = f64x2.add(yr, f64x2.add(f64x2.mul(belowRe, re), f64x2.mul(belowIm, im)));
      yi = f64x2.add(yi, f64x2.sub(f64x2.mul(belowIm, re), f64x2.mul(belowRe, im)));
      sr = f64x2.add(sr, re);
      si = f64x2.add(si, im);
      const square = f64x2.add(f64x2.mul(re, re), f64x2.mul(im, im));
      power = f64x2.add(power, square);
      modulus = f64x2.add(modulus, f64x2.sqrt(square));
    }
  }
  storePair(out, other, f64x2.mul(xr, f64x2.splat(share)));
  storePair(out + 8, other, f64x2.mul(xi, f64x2.splat(share)));
  storePair(out + 16, other, f64x2.mul(yr, f64x2.splat(share)));
  storePair(out + 24, other, f64x2.mul(yi, f64x2.splat(share)));
  storePair(out + 32, other, f64x2.mul(sr, f64x2.splat(share)));
  storePair(out + 40, other, f64x2.mul(si, f64x2.splat(share)));
  storePair(out + 48, other, f64x2.mul(modulus, f64x2.splat(share)));
  storePair(out + 56, other, f64x2.mul(power, f64x2.splat(share)));
}

/** Two f32, as f64. */
@inline function pair(one: usize, two: usize): v128 {
  return f64x2.promote_low_f32x4(v128.load32_lane(two, v128.load32_zero(one), 1));
}

/** A moment of two tiles, of the second one where there is one. */
@inline function storePair(out: usize, other: i32, values: v128): void {
  v128.store64_lane(out, values, 0);
  if (other > 0) v128.store64_lane(out + <usize>MOMENTS * 8, values, 1);
}

/** Means of a real plane over tiles as in {@link blockMoments}; out is f64, tilesY × tilesX. */
export function blockMeans(
  plane: RealAt,
  pitch: FloatPitch<i32>,
  rowFrom: Count<i32>,
  colFrom: Count<i32>,
  blockRows: Count<i32>,
  blockCols: Count<i32>,
  tilesY: Count<i32>,
  tilesX: Count<i32>,
  out: DoublesAt,
): void {
  const share: f64 = 1 / (<f64>blockRows * <f64>blockCols);
  for (let j = 0; j < tilesY; j++) {
    for (let i = 0; i < tilesX; i++) {
      let sum: f64 = 0;
      for (let dy = 0; dy < blockRows; dy++) {
        const row = plane + ((<usize>((rowFrom + j * blockRows + dy) * pitch + colFrom + i * blockCols)) << 2);
        for (let dx = 0; dx < blockCols; dx++) sum += <f64>load<f32>(row + ((<usize>dx) << 2));
      }
      store<f64>(out + <usize>(j * tilesX + i) * 8, sum * share);
    }
  }
}

/** Where part `t` of `tiles` begins along `count` samples: equal shares, of a sample at least. */
@inline function tileFrom(t: i32, tiles: i32, count: i32): i32 {
  return min(count - 1, (t * count) / tiles);
}

@inline function tileTo(t: i32, tiles: i32, count: i32): i32 {
  return max(tileFrom(t, tiles, count) + 1, ((t + 1) * count) / tiles);
}

/** Means of a real plane over `tiles × tiles` equal shares of it, row by row: f64. */
export function shareMeans(
  plane: RealAt,
  pitch: FloatPitch<i32>,
  rows: Count<i32>,
  cols: Count<i32>,
  tiles: Count<i32>,
  out: DoublesAt,
): void {
  for (let j = 0; j < tiles; j++) {
    const top = tileFrom(j, tiles, rows);
    const high = tileTo(j, tiles, rows) - top;
    const first = plane + ((<usize>top * pitch) << 2);
    const line = out + <usize>(j * tiles) * 8;
    for (let i = 0; i < tiles; i += 4) fourMeans(first, pitch, high, cols, tiles, i, line);
  }
}

/** Of four tiles of a row, the last one more than once where there are fewer: each sum waits for itself only. */
function fourMeans(first: usize, pitch: i32, high: i32, cols: i32, tiles: i32, i: i32, line: usize): void {
  const last = tiles - 1;
  const a = tileFrom(i, tiles, cols);
  const b = tileFrom(min(i + 1, last), tiles, cols);
  const c = tileFrom(min(i + 2, last), tiles, cols);
  const d = tileFrom(min(i + 3, last), tiles, cols);
  const wide0 = tileTo(i, tiles, cols) - a;
  const wide1 = tileTo(min(i + 1, last), tiles, cols) - b;
  const wide2 = tileTo(min(i + 2, last), tiles, cols) - c;
  const wide3 = tileTo(min(i + 3, last), tiles, cols) - d;
  const least = min(min(wide0, wide1), min(wide2, wide3));
  let sum0: f64 = 0;
  let sum1: f64 = 0;
  let sum2: f64 = 0;
  let sum3: f64 = 0;
  for (let y = 0; y < high; y++) {
    const row = first + ((<usize>y * pitch) << 2);
    for (let x = 0; x < least; x++) {
      sum0 += <f64>load<f32>(row + ((<usize>(a + x)) << 2));
      sum1 += <f64>load<f32>(row + ((<usize>(b + x)) << 2));
      sum2 += <f64>load<f32>(row + ((<usize>(c + x)) << 2));
      sum3 += <f64>load<f32>(row + ((<usize>(d + x)) << 2));
    }
    for (let x = least; x < wide0; x++) sum0 += <f64>load<f32>(row + ((<usize>(a + x)) << 2));
    for (let x = least; x < wide1; x++) sum1 += <f64>load<f32>(row + ((<usize>(b + x)) << 2));
    for (let x = least; x < wide2; x++) sum2 += <f64>load<f32>(row + ((<usize>(c + x)) << 2));
    for (let x = least; x < wide3; x++) sum3 += <f64>load<f32>(row + ((<usize>(d + x)) << 2));
  }
  store<f64>(line + <usize>i * 8, sum0 * (1 / (<f64>high * <f64>wide0)));
  store<f64>(line + <usize>min(i + 1, last) * 8, sum1 * (1 / (<f64>high * <f64>wide1)));
  store<f64>(line + <usize>min(i + 2, last) * 8, sum2 * (1 / (<f64>high * <f64>wide2)));
  store<f64>(line + <usize>min(i + 3, last) * 8, sum3 * (1 / (<f64>high * <f64>wide3)));
}

/**
 * Legendre polynomials P_0 … P_degree at t_i = first + i · step: out[d · count + i], f64 (Bonnet's recursion).
 * `count` should be a multiple of 4 for {@link removeBackground}.
 */
export function legendreTable(
  out: DoublesAt,
  count: Count<i32>,
  degree: Count<i32>,
  first: f64,
  step: f64,
): void {
  for (let i = 0; i < count; i++) {
    const t = first + <f64>i * step;
    let before: f64 = 1;
    let value = t;
    store<f64>(out + <usize>i * 8, 1);
    for (let d = 1; d <= degree; d++) {
      store<f64>(out + <usize>(d * count + i) * 8, value);
      const next = (<f64>(2 * d + 1) * t * value - <f64>d * before) / <f64>(d + 1);
      before = value;
      value = next;
    }
  }
}

/** Σ_b c_b(row) P_b of two neighbouring columns. */
@inline function series(table: usize, stride: usize, coefficients: usize, degree: i32): v128 {
  let sum = f64x2.mul(v128.load64_splat(coefficients), v128.load(table));
  for (let b = 1; b <= degree; b++) {
    table += stride;
    coefficients += 8;
    sum = f64x2.add(sum, f64x2.mul(v128.load64_splat(coefficients), v128.load(table)));
  }
  return sum;
}

/** Coefficients of one row: rowOut[b] = Σ_a c[a, b] P_a(y), for a (degree + 1)² matrix. */
@inline function rowSeries(matrix: usize, tableY: usize, countY: i32, y: i32, degree: i32, rowOut: usize): void {
  for (let b = 0; b <= degree; b++) {
    let sum: f64 = 0;
    for (let a = 0; a <= degree; a++) {
      const p = load<f64>(tableY + <usize>(a * countY + y) * 8);
      sum += p * load<f64>(matrix + <usize>(a * (degree + 1) + b) * 8);
    }
    store<f64>(rowOut + <usize>b * 8, sum);
  }
}

/**
 * field ← field · exp(−2πi Φ) / A, with Φ (turns) and A given as Legendre series: matrices c[a, b] of
 * P_a(y) P_b(x), (degree + 1)² f64 each, tables from {@link legendreTable} with `countX`/`countY` entries a degree.
 * A below `leastAmplitude` counts as that. `scratch`: 2 (degree + 1) f64 and 64 bytes.
 */
export function removeBackground(
  field: ComplexAt,
  pitchBytes: BytePitch,
  rows: Count<i32>,
  cols: Count<i32>,
  tableX: DoublesAt,
  countX: Count<i32>,
  tableY: DoublesAt,
  countY: Count<i32>,
  degree: Count<i32>,
  phase: DoublesAt,
  amplitude: DoublesAt,
  leastAmplitude: f64,
  scratch: ScratchAt,
): void {
  const stride = <usize>countX * 8;
  const phaseRow = scratch + 64;
  const amplitudeRow = phaseRow + <usize>(degree + 1) * 8;
  const least = f64x2.splat(leastAmplitude);
  const one = f64x2.splat(1);
  for (let y = 0; y < rows; y++) {
    rowSeries(phase, tableY, countY, y, degree, phaseRow);
    rowSeries(amplitude, tableY, countY, y, degree, amplitudeRow);
    let a: usize = field + <usize>y * pitchBytes;
    let t: usize = tableX;
    for (let x = 0; x < cols; x += 4) {
      const first = series(t, stride, phaseRow, degree);
      const second = series(t + 16, stride, phaseRow, degree);
      sincos4(reduceTurns(first, second), scratch);
      const gain0 = f64x2.div(one, f64x2.max(least, series(t, stride, amplitudeRow, degree)));
      const gain1 = f64x2.div(one, f64x2.max(least, series(t + 16, stride, amplitudeRow, degree)));
      const gain = v128.shuffle<f32>(f32x4.demote_f64x2_zero(gain0), f32x4.demote_f64x2_zero(gain1), 0, 1, 4, 5);
      const c = f32x4.mul(gain, v128.load(scratch));
      const s = f32x4.mul(gain, v128.load(scratch, TO_IMAGINARY));
      const re = v128.load(a);
      const im = v128.load(a, TO_IMAGINARY);
      v128.store(a, f32x4.add(f32x4.mul(re, c), f32x4.mul(im, s)));
      v128.store(a, f32x4.sub(f32x4.mul(im, c), f32x4.mul(re, s)), TO_IMAGINARY);
      a += QUAD_BYTES;
      t += 32;
    }
  }
}
