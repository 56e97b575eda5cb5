// Pointwise steps on complex planes.
import { QUAD_BYTES, TO_IMAGINARY, inQuad, quadInRow } from './complex-layout';
import { BytePitch, ComplexAt, Count, FloatPitch, FloatsAt, RealAt } from './types';

/** field ← field · wx[x] · wy[y], two f32 tables. */
export function scaleField(
  field: ComplexAt,
  pitchBytes: BytePitch,
  rows: Count<i32>,
  cols: Count<i32>,
  wx: FloatsAt,
  wy: FloatsAt,
): void {
  for (let y = 0; y < rows; y++) {
    let a: usize = field + <usize>y * pitchBytes;
    const weight = f32x4.splat(load<f32>(wy + ((<usize>y) << 2)));
    for (let x = 0; x < cols; x += 4) {
      const w = f32x4.mul(weight, v128.load(wx + ((<usize>x) << 2)));
      v128.store(a, f32x4.mul(w, v128.load(a)));
      v128.store(a, f32x4.mul(w, v128.load(a, TO_IMAGINARY)), TO_IMAGINARY);
      a += QUAD_BYTES;
    }
  }
}

/**
 * Copies `rows × cols` into a larger (or equal) plane, times the real windows wx[x] · wy[y] (f32 tables), after
 * subtracting the constant (re, im); everything else of the target becomes 0.
 */
export function placeField(
  source: ComplexAt,
  sourcePitchBytes: BytePitch,
  sourceRows: Count<i32>,
  sourceCols: Count<i32>,
  re: f32,
  im: f32,
  wx: FloatsAt,
  wy: FloatsAt,
  target: ComplexAt,
  targetPitchBytes: BytePitch,
  targetRows: Count<i32>,
): void {
  const offsetRe = f32x4.splat(re);
  const offsetIm = f32x4.splat(im);
  for (let y = 0; y < targetRows; y++) {
    let b: usize = target + <usize>y * targetPitchBytes;
    memory.fill(b, 0, targetPitchBytes);
    if (y >= sourceRows) continue;
    let a: usize = source + <usize>y * sourcePitchBytes;
    const weight = f32x4.splat(load<f32>(wy + ((<usize>y) << 2)));
    for (let x = 0; x < sourceCols; x += 4) {
      const w = f32x4.mul(weight, v128.load(wx + ((<usize>x) << 2)));
      v128.store(b, f32x4.mul(w, f32x4.sub(v128.load(a), offsetRe)));
      v128.store(b, f32x4.mul(w, f32x4.sub(v128.load(a, TO_IMAGINARY), offsetIm)), TO_IMAGINARY);
      a += QUAD_BYTES;
      b += QUAD_BYTES;
    }
  }
}

/** Copies `rows × cols` of a plane into another and adds the constant (re, im). */
export function takeField(
  source: ComplexAt,
  sourcePitchBytes: BytePitch,
  rows: Count<i32>,
  cols: Count<i32>,
  re: f32,
  im: f32,
  target: ComplexAt,
  targetPitchBytes: BytePitch,
): void {
  const offsetRe = f32x4.splat(re);
  const offsetIm = f32x4.splat(im);
  for (let y = 0; y < rows; y++) {
    let a: usize = source + <usize>y * sourcePitchBytes;
    let b: usize = target + <usize>y * targetPitchBytes;
    for (let x = 0; x < cols; x += 4) {
      v128.store(b, f32x4.add(v128.load(a), offsetRe));
      v128.store(b, f32x4.add(v128.load(a, TO_IMAGINARY), offsetIm), TO_IMAGINARY);
      a += QUAD_BYTES;
      b += QUAD_BYTES;
    }
  }
}

/** field ← conj(field): the other of the two twin sidebands. */
export function conjugateField(
  field: ComplexAt,
  pitchBytes: BytePitch,
  rows: Count<i32>,
  cols: Count<i32>,
): void {
  for (let y = 0; y < rows; y++) {
    let a: usize = field + <usize>y * pitchBytes;
    for (let x = 0; x < cols; x += 4) {
      v128.store(a, f32x4.neg(v128.load(a, TO_IMAGINARY)), TO_IMAGINARY);
      a += QUAD_BYTES;
    }
  }
}

/** A complex plane into contiguous interleaved re, im (NumPy's complex64). */
export function exportField(
  field: ComplexAt,
  pitchBytes: BytePitch,
  rows: Count<i32>,
  cols: Count<i32>,
  out: FloatsAt,
): void {
  for (let y = 0; y < rows; y++) {
    const row: usize = field + <usize>y * pitchBytes;
    let x = 0;
    for (; x + 4 <= cols; x += 4) {
      const a = row + quadInRow(<usize>x);
      const re = v128.load(a);
      const im = v128.load(a, TO_IMAGINARY);
      v128.store(out, v128.shuffle<f32>(re, im, 0, 4, 1, 5));
      v128.store(out, v128.shuffle<f32>(re, im, 2, 6, 3, 7), 16);
      out += 32;
    }
    for (; x < cols; x++) {
      const a = row + quadInRow(<usize>x) + inQuad(<usize>x);
      store<f32>(out, load<f32>(a));
      store<f32>(out, load<f32>(a, TO_IMAGINARY), 4);
      out += 8;
    }
  }
}

/** A real plane, times `scale`, into contiguous rows. */
export function exportPlane(
  plane: RealAt,
  pitch: FloatPitch<i32>,
  rows: Count<i32>,
  cols: Count<i32>,
  scale: f32,
  out: FloatsAt,
): void {
  const gain = f32x4.splat(scale);
  for (let y = 0; y < rows; y++) {
    const row: usize = plane + ((<usize>y * pitch) << 2);
    let x = 0;
    for (; x + 4 <= cols; x += 4) {
      v128.store(out, f32x4.mul(gain, v128.load(row + ((<usize>x) << 2))));
      out += 16;
    }
    for (; x < cols; x++) {
      store<f32>(out, scale * load<f32>(row + ((<usize>x) << 2)));
      out += 4;
    }
  }
}

/** How many samples of a real plane are NaN or infinite. */
export function countNonFinite(
  plane: RealAt,
  pitch: FloatPitch<i32>,
  rows: Count<i32>,
  cols: Count<i32>,
): Count<i32> {
  let count = 0;
  for (let y = 0; y < rows; y++) {
    const row: usize = plane + ((<usize>y * pitch) << 2);
    for (let x = 0; x < cols; x++) if (!isFinite<f32>(load<f32>(row + ((<usize>x) << 2)))) count++;
  }
  return count;
}

/** Contiguous rows of real and imaginary parts (f32) into a complex plane; reads up to 12 bytes beyond the last of each. */
export function joinParts(
  re: FloatsAt,
  im: FloatsAt,
  rows: Count<i32>,
  cols: Count<i32>,
  plane: ComplexAt,
  pitchBytes: BytePitch,
): void {
  for (let y = 0; y < rows; y++) {
    const from = (<usize>(y * cols)) << 2;
    let to = plane + <usize>y * pitchBytes;
    for (let x = 0; x < cols; x += 4) {
      const at = from + ((<usize>x) << 2);
      v128.store(to, v128.load(re + at));
      v128.store(to, v128.load(im + at), TO_IMAGINARY);
      to += QUAD_BYTES;
    }
  }
}

/** A complex plane into contiguous rows of its parts; writes up to 12 bytes beyond the last of each. */
export function splitParts(
  plane: ComplexAt,
  pitchBytes: BytePitch,
  rows: Count<i32>,
  cols: Count<i32>,
  re: FloatsAt,
  im: FloatsAt,
): void {
  for (let y = 0; y < rows; y++) {
    const to = (<usize>(y * cols)) << 2;
    let from = plane + <usize>y * pitchBytes;
    // what is written beyond a row's end is overwritten by the next
    for (let x = 0; x < cols; x += 4) {
      const at = to + ((<usize>x) << 2);
      v128.store(re + at, v128.load(from));
      v128.store(im + at, v128.load(from, TO_IMAGINARY));
      from += QUAD_BYTES;
    }
  }
}
