// A picture of the spectrum of a real frame, of which a half is stored as in `spectrum.ts`.
import { Count, FloatPitch, FloatsAt, RealAt } from './types';

/** log10 of four positive floats from their bits and a polynomial: absolute error below 2e-4, the same on every engine. */
@inline function log10OfFour(values: v128): v128 {
  const exponent = f32x4.convert_i32x4_s(i32x4.sub(i32x4.shr_u(values, 23), i32x4.splat(127)));
  const mantissa = v128.or(v128.and(values, i32x4.splat(0x007fffff)), i32x4.splat(0x3f800000));
  const m = f32x4.sub(mantissa, f32x4.splat(1));
  let p = f32x4.add(f32x4.splat(-0.1936), f32x4.mul(m, f32x4.splat(0.0457)));
  p = f32x4.add(f32x4.splat(0.4154), f32x4.mul(m, p));
  p = f32x4.add(f32x4.splat(-0.7091), f32x4.mul(m, p));
  p = f32x4.add(f32x4.splat(1.4416), f32x4.mul(m, p));
  return f32x4.mul(f32x4.add(exponent, f32x4.mul(m, p)), f32x4.splat(0.30102999566));
}

/**
 * log10 of the root mean power over blocks of `reduce` × `reduce` bins, DC in the middle pixel (outRows >> 1, outCols >> 1).
 */
export function spectrumPicture(
  power: RealAt,
  pitch: FloatPitch<i32>,
  rows: Count<i32>,
  frameCols: Count<i32>,
  reduceRows: Count<i32>,
  reduceCols: Count<i32>,
  out: FloatsAt,
  outRows: Count<i32>,
  outCols: Count<i32>,
): void {
  const share = f64x2.splat(1 / (<f64>reduceRows * <f64>reduceCols));
  const least = f32x4.splat(1e-6);
  const first = -(outCols >> 1) * reduceCols - (reduceCols >> 1);
  // a sum for each block of a row, and a row's bins in the picture's order: up to three blocks more, for there are four at a time
  const blocks = <usize>((outCols + 3) & ~3);
  const sums = heap.alloc(blocks * 8 + blocks * (<usize>reduceCols << 2));
  const bins = sums + blocks * 8;
  memory.fill(bins, 0, blocks * (<usize>reduceCols << 2));
  for (let j = 0; j < outRows; j++) {
    memory.fill(sums, 0, blocks * 8);
    for (let dv = 0; dv < reduceRows; dv++) {
      const v = (j - (outRows >> 1)) * reduceRows - (reduceRows >> 1) + dv;
      const row = v < 0 ? v + rows : v >= rows ? v - rows : v;
      const own = power + ((<usize>(row * pitch)) << 2);
      // that of −f, where the other half is
      const other = power + ((<usize>((row == 0 ? 0 : rows - row) * pitch)) << 2);
      putBins(own, other, frameCols, first, outCols * reduceCols, bins);
      addBlocks(bins, reduceCols, sums, blocks);
    }
    const line = out + ((<usize>(j * outCols)) << 2);
    for (let i = 0; i < outCols; i += 4) {
      const at = sums + (<usize>i << 3);
      const low = f32x4.demote_f64x2_zero(f64x2.sqrt(f64x2.mul(v128.load(at), share)));
      const high = f32x4.demote_f64x2_zero(f64x2.sqrt(f64x2.mul(v128.load(at, 16), share)));
      const four = log10OfFour(f32x4.pmax(v128.shuffle<f32>(low, high, 0, 1, 4, 5), least));
      if (i + 4 <= outCols) v128.store(line + (<usize>i << 2), four);
      else {
        v128.store(sums, four);
        memory.copy(line + (<usize>i << 2), sums, <usize>(outCols - i) << 2);
      }
    }
  }
  heap.free(sums);
}

/** The bins of a row of the full spectrum from frequency index `first` on, −frameCols < first ≤ 0, of the half that holds them and that of −f. */
function putBins(own: usize, other: usize, frameCols: i32, first: i32, count: i32, bins: usize): void {
  const half = frameCols >> 1;
  for (let u = first; u < 0; u++) {
    const col = u + frameCols;
    const at = col > half ? other + (<usize>(-u) << 2) : own + (<usize>col << 2);
    store<f32>(bins + (<usize>(u - first) << 2), load<f32>(at));
  }
  memory.copy(bins + (<usize>(-first) << 2), own, <usize>(count + first) << 2);
}

/** Adds `wide` neighbouring bins to each of an even number of sums, one after the other. */
function addBlocks(bins: usize, wide: i32, sums: usize, blocks: usize): void {
  const bytes = <usize>wide << 2;
  let block = bins;
  for (let at = sums; at < sums + blocks * 8; at += 16) {
    let two = v128.load(at);
    for (let k: usize = 0; k < bytes; k += 4) {
      const both = v128.load32_lane(block + bytes + k, v128.load32_zero(block + k), 1);
      two = f64x2.add(two, f64x2.promote_low_f32x4(both));
    }
    v128.store(at, two);
    block += 2 * bytes;
  }
}
