// From a frame to its sideband at baseband: multiply by the conjugate carrier, transform, keep the low frequencies.
import { QUAD_BYTES, TO_IMAGINARY, inQuad, quadInRow } from './complex-layout';
import { raisedCosine } from './frequency';
import { BytePitch, ComplexAt, Count, FloatPitch, FloatsAt, QuadsAt, RealAt } from './types';

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
  const offset = f32x4.splat(mean);
  for (let y = 0; y < outRows; y++) {
    const target: usize = out + <usize>y * outPitchBytes;
    if (y >= planeRows) {
      memory.fill(target, 0, outPitchBytes);
      continue;
    }
    const source: usize = plane + ((<usize>y * pitch) << 2);
    const table = ty + quadInRow(<usize>y) + inQuad(<usize>y);
    const cr = f32x4.splat(load<f32>(table));
    const ci = f32x4.splat(load<f32>(table, TO_IMAGINARY));
    let x = 0;
    for (; x < planeCols; x += 4) {
      const quad = quadInRow(<usize>x);
      const value = f32x4.sub(v128.load(source + ((<usize>x) << 2)), offset);
      const ar = f32x4.mul(value, v128.load(tx + quad));
      const ai = f32x4.mul(value, v128.load(tx + quad, TO_IMAGINARY));
      v128.store(target + quad, f32x4.sub(f32x4.mul(ar, cr), f32x4.mul(ai, ci)));
      v128.store(target + quad, f32x4.add(f32x4.mul(ar, ci), f32x4.mul(ai, cr)), TO_IMAGINARY);
    }
    const written = quadInRow(<usize>x);
    memory.fill(target + written, 0, outPitchBytes - written);
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
  const halfRows = (min(sourceRows, targetRows) - 1) >> 1;
  const halfCols = (min(sourceCols, targetCols) - 1) >> 1;
  for (let y = 0; y < targetRows; y++) memory.fill(target + <usize>y * targetPitchBytes, 0, targetPitchBytes);
  for (let v = -halfRows; v <= halfRows; v++) {
    const fy = <f64>v / <f64>sourceRows;
    const from = wrapped(v, sourceRows);
    const to = wrapped(v, targetRows);
    for (let u = -halfCols; u <= halfCols; u++) {
      let weight: f64 = 1;
      if (stopRadius > 0) {
        const fx = <f64>u / <f64>sourceCols;
        const radius = Math.sqrt(fx * fx + fy * fy);
        if (radius >= stopRadius) continue;
        weight = raisedCosine(radius, passRadius, stopRadius);
      }
      passed += weight * weight;
      const gain = <f32>(weight * scale);
      const a = address(source, sourcePitchBytes, from, wrapped(u, sourceCols));
      const b = address(target, targetPitchBytes, to, wrapped(u, targetCols));
      store<f32>(b, gain * load<f32>(a));
      store<f32>(b, gain * load<f32>(a, TO_IMAGINARY), TO_IMAGINARY);
    }
  }
  return passed;
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
  const regularisation = f32x4.splat(floor);
  for (let y = 0; y < rows; y++) {
    let a: usize = field + <usize>y * pitchBytes;
    let b: usize = reference + <usize>y * pitchBytes;
    for (let x = 0; x < cols; x += 4) {
      const ar = v128.load(a);
      const ai = v128.load(a, TO_IMAGINARY);
      const br = v128.load(b);
      const bi = v128.load(b, TO_IMAGINARY);
      const power = f32x4.add(f32x4.add(f32x4.mul(br, br), f32x4.mul(bi, bi)), regularisation);
      v128.store(a, f32x4.div(f32x4.add(f32x4.mul(ar, br), f32x4.mul(ai, bi)), power));
      v128.store(a, f32x4.div(f32x4.sub(f32x4.mul(ai, br), f32x4.mul(ar, bi)), power), TO_IMAGINARY);
      a += QUAD_BYTES;
      b += QUAD_BYTES;
    }
  }
}
