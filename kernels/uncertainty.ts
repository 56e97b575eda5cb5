// Per-pixel standard deviation of the phase.
import { TO_IMAGINARY, inQuad, quadInRow } from './complex-layout';
import { BytePitch, BytesAt, ComplexAt, Count, DoublesAt, FloatPitch, FloatsAt, RealAt } from './types';

/**
 * sigma[y, x] = min(cap, √(variance(y, x) / 2) / modulus[y, x]): the phase noise of a complex number with noise
 * variance E|n|² and modulus |u| ≫ noise. The variance is a coarse map (f64, mapRows × mapCols), sampled bilinearly
 * at map coordinates (originY + y · stepY, originX + x · stepX), clamped at its edges; a second term
 * `extra(y, x)`, a map of the same shape, adds phase variance that does not depend on the modulus (rad²). The result
 * is multiplied by noisierX[x] · noisierY[y] (f32 tables), where the frame was faded at its edges.
 *
 * A phasor that is not much longer than its noise scatters more than that: σ² + 1.5 σ⁴ is within 8 % of the variance of
 * arg(1 + n) up to 0.6 rad, and above it further on.
 */
export function phaseSigma(
  modulus: RealAt,
  modulusPitch: FloatPitch<i32>,
  rows: Count<i32>,
  cols: Count<i32>,
  variance: DoublesAt,
  extra: DoublesAt,
  noisierX: FloatsAt,
  noisierY: FloatsAt,
  mapRows: Count<i32>,
  mapCols: Count<i32>,
  originY: f64,
  stepY: f64,
  originX: f64,
  stepX: f64,
  cap: f32,
  out: RealAt,
  outPitch: FloatPitch<i32>,
): void {
  // column positions are the same in every row: index of the map's column to the left, weight of the one to the right
  const lefts = heap.alloc(<usize>cols * 16 + 64 + <usize>(mapCols + 1) * 8);
  const weights = lefts + <usize>cols * 4;
  const fieldRow = weights + <usize>cols * 4;
  const phaseRow = fieldRow + <usize>cols * 4;
  const between = phaseRow + <usize>cols * 4 + 64;
  for (let x = 0; x < cols; x++) {
    const mx = max<f64>(0, min<f64>(<f64>(mapCols - 1), originX + <f64>x * stepX));
    const i = min(<i32>mx, max(0, mapCols - 2));
    store<i32>(lefts + ((<usize>x) << 2), i);
    store<f32>(weights + ((<usize>x) << 2), <f32>(mx - <f64>i));
  }
  const most = f32x4.splat(cap);
  const half = f32x4.splat(0.5);
  const least = f32x4.splat(1e-30);
  for (let y = 0; y < rows; y++) {
    const my = max<f64>(0, min<f64>(<f64>(mapRows - 1), originY + <f64>y * stepY));
    const j = min(<i32>my, max(0, mapRows - 2));
    interpolateRow(variance, mapRows, mapCols, j, my - <f64>j, lefts, weights, cols, between, fieldRow);
    interpolateRow(extra, mapRows, mapCols, j, my - <f64>j, lefts, weights, cols, between, phaseRow);
    const noisier = f32x4.splat(load<f32>(noisierY + ((<usize>y) << 2)));
    const source = modulus + ((<usize>(y * modulusPitch)) << 2);
    const target = out + ((<usize>(y * outPitch)) << 2);
    for (let x: usize = 0; x < <usize>cols * 4; x += 16) {
      const a = v128.load(source + x);
      const power = f32x4.add(f32x4.mul(a, a), least);
      const square = f32x4.add(f32x4.div(f32x4.mul(half, v128.load(fieldRow + x)), power), v128.load(phaseRow + x));
      const short = f32x4.mul(square, f32x4.add(f32x4.splat(1), f32x4.mul(f32x4.splat(1.5), square)));
      const sigma = f32x4.mul(f32x4.mul(noisier, v128.load(noisierX + x)), f32x4.sqrt(short));
      v128.store(target + x, f32x4.pmin(most, sigma));
    }
  }
  heap.free(lefts);
}

/**
 * One row of a coarse f64 map between its rows j and j + 1, at the given column positions, as f32. `between`: mapCols + 1 f64, the map's own
 * columns there.
 */
function interpolateRow(
  map: usize,
  mapRows: i32,
  mapCols: i32,
  j: i32,
  fy: f64,
  lefts: usize,
  weights: usize,
  cols: i32,
  between: usize,
  out: usize,
): void {
  const above = map + <usize>(j * mapCols) * 8;
  const below = mapRows > 1 ? above + <usize>mapCols * 8 : above;
  for (let i: usize = 0; i < <usize>mapCols * 8; i += 8) {
    const a = load<f64>(above + i);
    store<f64>(between + i, a + fy * (load<f64>(below + i) - a));
  }
  // a map of one column has nothing to the right
  if (mapCols == 1) store<f64>(between, load<f64>(between), 8);
  const end = <usize>cols * 4;
  for (let x: usize = 0; x < end; ) {
    const i = load<i32>(lefts + x);
    const a = load<f64>(between + <usize>i * 8);
    const step = load<f64>(between + <usize>i * 8, 8) - a;
    if (x + 16 <= end && load<i32>(lefts + x, 12) == i) {
      const fx = v128.load(weights + x);
      const low = f64x2.promote_low_f32x4(fx);
      const high = f64x2.promote_low_f32x4(v128.shuffle<f32>(fx, fx, 2, 3, 2, 3));
      const first = f64x2.add(f64x2.splat(a), f64x2.mul(low, f64x2.splat(step)));
      const second = f64x2.add(f64x2.splat(a), f64x2.mul(high, f64x2.splat(step)));
      const four = v128.shuffle<f32>(f32x4.demote_f64x2_zero(first), f32x4.demote_f64x2_zero(second), 0, 1, 4, 5);
      v128.store(out + x, four);
      x += 16;
      continue;
    }
    store<f32>(out + x, <f32>(a + <f64>load<f32>(weights + x) * step));
    x += 4;
  }
}

/** Sets the samples of a plane whose byte in `mask` (rows · cols, contiguous) is not 0. */
export function setWhereMarked(
  plane: RealAt,
  pitch: FloatPitch<i32>,
  rows: Count<i32>,
  cols: Count<i32>,
  mask: BytesAt,
  value: f32,
): void {
  for (let y = 0; y < rows; y++) {
    const marks = mask + <usize>(y * cols);
    for (let x = 0; x < cols; x++) {
      // hardly any is marked
      while (x + 8 <= cols && load<u64>(marks + <usize>x) == 0) x += 8;
      if (x == cols || load<u8>(marks + <usize>x) == 0) continue;
      store<f32>(plane + ((<usize>(y * pitch + x)) << 2), value);
    }
  }
}

/** Median of a plane of non-negative floats from a histogram of their upper 16 bits, interpolated within the class: to 0.4 %. */
export function medianOfPlane(
  plane: RealAt,
  pitch: FloatPitch<i32>,
  rows: Count<i32>,
  cols: Count<i32>,
): f64 {
  // neighbours are mostly of one class, and a count waits for the one before it: four counts by turns
  const counts = heap.alloc(4 * 65_536 * 4);
  memory.fill(counts, 0, 4 * 65_536 * 4);
  for (let y = 0; y < rows; y++) {
    const row = plane + ((<usize>(y * pitch)) << 2);
    for (let x = 0; x < cols; x++) {
      const key = <usize>load<u16>(row + ((<usize>x) << 2), 2);
      const at = counts + (((<usize>(x & 3) << 16) + key) << 2);
      store<i32>(at, load<i32>(at) + 1);
    }
  }
  for (let key: usize = 0; key < 65_536 * 4; key += 16) {
    const one = i32x4.add(v128.load(counts + key), v128.load(counts + 65_536 * 4 + key));
    const two = i32x4.add(v128.load(counts + 2 * 65_536 * 4 + key), v128.load(counts + 3 * 65_536 * 4 + key));
    v128.store(counts + key, i32x4.add(one, two));
  }
  let rank = (rows * cols) >> 1;
  let key: u32 = 0;
  while (rank >= load<i32>(counts + (<usize>key << 2))) {
    rank -= load<i32>(counts + (<usize>key << 2));
    key++;
  }
  const share = <f64>rank / <f64>load<i32>(counts + (<usize>key << 2));
  heap.free(counts);
  const low = <f64>reinterpret<f32>(key << 16);
  return low + share * (<f64>reinterpret<f32>((key + 1) << 16) - low);
}

const SCATTERS: i32 = 8;

/**
 * How the two parts of a field scatter at three scales, over tiles of side × side samples, a multiple of 4: for tile (j, i), at
 * out + 64 · (j · tilesX + i) as f64, for the real part and then for the imaginary part its mean over the tile, and the
 * mean squares of itself and of its means over 2 × 2 and 4 × 4 samples. The first tile begins at (rowFrom, colFrom).
 */
export function quadratureScatter(
  field: ComplexAt,
  pitchBytes: BytePitch,
  rowFrom: Count<i32>,
  colFrom: Count<i32>,
  tilesY: Count<i32>,
  tilesX: Count<i32>,
  side: Count<i32>,
  out: DoublesAt,
): void {
  for (let j = 0; j < tilesY; j++) {
    for (let i = 0; i < tilesX; i++) {
      const tile = out + <usize>((j * tilesX + i) * SCATTERS) * 8;
      const row = rowFrom + j * side;
      const col = colFrom + i * side;
      partScatter(field, pitchBytes, row, col, side, tile);
      partScatter(field + TO_IMAGINARY, pitchBytes, row, col, side, tile + 32);
    }
  }
}

/** One tile of one part. */
function partScatter(part: usize, pitchBytes: usize, row: i32, col: i32, side: i32, out: usize): void {
  const across = side >> 2;
  const samples = <f64>(side * side);
  let sum: f64 = 0;
  let single: f64 = 0;
  let pairs: f64 = 0;
  let fours: f64 = 0;
  for (let q = 0; q < across * across; q++) {
    const top = row + (q / across) * 4;
    const left = col + (q % across) * 4;
    let ofFour: f64 = 0;
    for (let p = 0; p < 4; p++) {
      let ofPair: f64 = 0;
      for (let s = 0; s < 4; s++) {
        const y = top + (p >> 1) * 2 + (s >> 1);
        const x = <usize>(left + (p & 1) * 2 + (s & 1));
        const value = <f64>load<f32>(part + <usize>y * pitchBytes + quadInRow(x) + inQuad(x));
        single += value * value;
        ofPair += value;
      }
      pairs += ofPair * ofPair;
      ofFour += ofPair;
    }
    fours += ofFour * ofFour;
    sum += ofFour;
  }
  store<f64>(out, sum / samples);
  store<f64>(out, single / samples, 8);
  store<f64>(out, pairs / (4 * samples), 16);
  store<f64>(out, fours / (16 * samples), 24);
}
