// Short complex filters along rows and columns of a complex plane.
import { QUAD_BYTES, TO_IMAGINARY } from './complex-layout';
import { BytePitch, ComplexAt, Count, FloatsAt, ScratchAt } from './types';

/** Samples to either side that a sample is made of. */
const REACH: usize = 3;
/** Four f32, and how many of them lie before a line: no fewer than the reach. */
const FOUR: usize = 16;

/** Room that {@link shortFilterRows} needs. */
export function shortFilterRowsScratchBytes(cols: Count<usize>): Count<usize> {
  return 2 * lineBytes(cols);
}

/** Room that {@link shortFilterColumns} needs. */
export function shortFilterColumnsScratchBytes(rows: Count<usize>): Count<usize> {
  return (rows + 2 * REACH) * QUAD_BYTES;
}

/** Of one part of a line of samples, with room for four before and after. */
@inline function lineBytes(cols: usize): usize {
  return (((cols + 3) >> 2) + 2) * FOUR;
}

/**
 * Sample i of each row becomes end(i) · Σ tap(n) · sample(i − n), n = −3 … 3; what lies beside the row counts as 0. `taps` are 7 real
 * parts, one of no meaning, and 7 imaginary ones; `ends` 4 · ⌈cols / 4⌉ real parts and as many imaginary ones, 0 past `cols`: columns
 * up to a multiple of 4 are written.
 */
export function shortFilterRows(
  plane: ComplexAt,
  pitchBytes: BytePitch,
  rows: Count<usize>,
  cols: Count<usize>,
  taps: FloatsAt,
  ends: FloatsAt,
  line: ScratchAt,
): void {
  const quads = (cols + 3) >> 2;
  const other = line + lineBytes(cols);
  memory.fill(line, 0, 2 * lineBytes(cols));
  for (let row: usize = 0; row < rows; row++) {
    const from = plane + row * pitchBytes;
    for (let q: usize = 0; q < quads; q++) {
      v128.store(line + (q + 1) * FOUR, v128.load(from + q * QUAD_BYTES));
      v128.store(other + (q + 1) * FOUR, v128.load(from + q * QUAD_BYTES, TO_IMAGINARY));
    }
    for (let col = cols; col < 4 * quads; col++) {
      store<f32>(line + FOUR + 4 * col, 0);
      store<f32>(other + FOUR + 4 * col, 0);
    }
    for (let q: usize = 0; q < quads; q++) {
      let re = f32x4.splat(0);
      let im = f32x4.splat(0);
      // the earliest sample meets the last tap
      let at = (q + 1) * FOUR - 4 * REACH;
      for (let tap = taps + 8 * REACH; ; tap -= 4, at += 4) {
        const r = v128.load32_splat(tap);
        const s = v128.load32_splat(tap, 32);
        const x = v128.load(line + at);
        const y = v128.load(other + at);
        re = f32x4.add(re, f32x4.sub(f32x4.mul(r, x), f32x4.mul(s, y)));
        im = f32x4.add(im, f32x4.add(f32x4.mul(r, y), f32x4.mul(s, x)));
        if (tap === taps) break;
      }
      put(from + q * QUAD_BYTES, re, im, v128.load(ends + q * FOUR), v128.load(ends + (quads + q) * FOUR));
    }
  }
}

/** The same along columns; `ends` are `rows` real parts and as many imaginary ones. */
export function shortFilterColumns(
  plane: ComplexAt,
  pitchBytes: BytePitch,
  rows: Count<usize>,
  cols: Count<usize>,
  taps: FloatsAt,
  ends: FloatsAt,
  line: ScratchAt,
): void {
  const quads = (cols + 3) >> 2;
  memory.fill(line, 0, (rows + 2 * REACH) * QUAD_BYTES);
  for (let q: usize = 0; q < quads; q++) {
    const from = plane + q * QUAD_BYTES;
    for (let row: usize = 0; row < rows; row++)
      memory.copy(line + (row + REACH) * QUAD_BYTES, from + row * pitchBytes, QUAD_BYTES);
    for (let row: usize = 0; row < rows; row++) {
      let re = f32x4.splat(0);
      let im = f32x4.splat(0);
      let at = line + row * QUAD_BYTES;
      for (let tap = taps + 8 * REACH; ; tap -= 4, at += QUAD_BYTES) {
        const r = v128.load32_splat(tap);
        const s = v128.load32_splat(tap, 32);
        const x = v128.load(at);
        const y = v128.load(at, TO_IMAGINARY);
        re = f32x4.add(re, f32x4.sub(f32x4.mul(r, x), f32x4.mul(s, y)));
        im = f32x4.add(im, f32x4.add(f32x4.mul(r, y), f32x4.mul(s, x)));
        if (tap === taps) break;
      }
      const end = ends + 4 * row;
      put(from + row * pitchBytes, re, im, v128.load32_splat(end), v128.load32_splat(end + 4 * rows));
    }
  }
}

@inline function put(to: usize, re: v128, im: v128, r: v128, s: v128): void {
  v128.store(to, f32x4.sub(f32x4.mul(r, re), f32x4.mul(s, im)));
  v128.store(to, f32x4.add(f32x4.mul(r, im), f32x4.mul(s, re)), TO_IMAGINARY);
}
