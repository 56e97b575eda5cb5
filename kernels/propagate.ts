// The angular spectrum: what a plane wave component gains over a distance.
import { QUAD_BYTES, TO_IMAGINARY } from './complex-layout';
import { signed } from './frequency';
import { reduceTurns, sincos4 } from './math';
import { quadRoom } from './room';
import { BytePitch, ComplexAt, ComplexOrNone, Count } from './types';

/** H of two neighbouring columns, in turns; `inside` gets all ones where the component travels and lies in the band. */
@inline function transferTurns(fx: v128, fy2: v128, inverse: v128, inverse2: v128, z: v128): v128 {
  const axial2 = f64x2.sub(f64x2.sub(inverse2, fy2), f64x2.mul(fx, fx));
  const axial = f64x2.sqrt(f64x2.max(axial2, f64x2.splat(0)));
  return f64x2.mul(z, f64x2.sub(axial, inverse));
}

/**
 * out = spectrum · H, H(fx, fy) = exp(2πi z (√(1/λ² − fx² − fy²) − 1/λ)): propagation by z towards the sensor
 * (time dependence exp(−iωt)), less the plane wave's own phase. Components that do not travel, and those with
 * |fx| > limitX or |fy| > limitY (Matsushima & Shimobaba, doi:10.1364/OE.17.019662, eq. 13), become 0. A
 * spectrum of 0 writes H itself. Both planes share shape and pitch; in place is fine.
 * @param stepX frequency step along a row, cycles/µm
 * @param wavelength µm, in the medium
 * @param z µm
 * @param first of the rows that are done, up to `end`
 */
export function applyTransfer(
  spectrum: ComplexOrNone,
  out: ComplexAt,
  rows: Count<i32>,
  cols: Count<i32>,
  pitchBytes: BytePitch,
  stepX: f64,
  stepY: f64,
  wavelength: f64,
  z: f64,
  limitX: f64,
  limitY: f64,
  first: Count<i32>,
  end: Count<i32>,
): void {
  const inverse = f64x2.splat(1 / wavelength);
  const inverse2 = f64x2.splat(1 / (wavelength * wavelength));
  const cutoff2 = 1 / (wavelength * wavelength);
  const distance = f64x2.splat(z);
  // where the target is still needed as a source
  const factors = quadRoom;
  for (let y = first; y < end; y++) {
    const fy = <f64>signed(y, rows) * stepY;
    const fy2 = f64x2.splat(fy * fy);
    let source: usize = spectrum + <usize>y * pitchBytes;
    let target: usize = out + <usize>y * pitchBytes;
    if (Math.abs(fy) > limitY) {
      memory.fill(target, 0, pitchBytes);
      continue;
    }
    for (let x = 0; x < cols; x += 4) {
      const f0 = <f64>signed(x, cols) * stepX;
      const f1 = <f64>signed(x + 1, cols) * stepX;
      const f2 = <f64>signed(x + 2, cols) * stepX;
      const f3 = <f64>signed(x + 3, cols) * stepX;
      const low = f64x2(f0, f1);
      const high = f64x2(f2, f3);
      const near = transferTurns(low, fy2, inverse, inverse2, distance);
      const far = transferTurns(high, fy2, inverse, inverse2, distance);
      const nearest = min(min(Math.abs(f0), Math.abs(f1)), min(Math.abs(f2), Math.abs(f3)));
      if (nearest > limitX || nearest * nearest + fy * fy > cutoff2) {
        v128.store(target, i32x4.splat(0));
        v128.store(target, i32x4.splat(0), TO_IMAGINARY);
      } else {
        const at = target === source ? factors : target;
        sincos4(reduceTurns(near, far), at);
        const inside = insideBand(low, high, fy * fy, limitX, cutoff2);
        const hr = v128.and(v128.load(at), inside);
        const hi = v128.and(v128.load(at, TO_IMAGINARY), inside);
        if (spectrum == 0) {
          v128.store(target, hr);
          v128.store(target, hi, TO_IMAGINARY);
        } else {
          const sr = v128.load(source);
          const si = v128.load(source, TO_IMAGINARY);
          v128.store(target, f32x4.sub(f32x4.mul(sr, hr), f32x4.mul(si, hi)));
          v128.store(target, f32x4.add(f32x4.mul(sr, hi), f32x4.mul(si, hr)), TO_IMAGINARY);
        }
      }
      source += QUAD_BYTES;
      target += QUAD_BYTES;
    }
  }
}

/** All ones in the lanes whose frequency lies inside the band and travels. */
@inline function insideBand(low: v128, high: v128, fy2: f64, limitX: f64, cutoff2: f64): v128 {
  const limit = f64x2.splat(limitX);
  const most = f64x2.splat(cutoff2 - fy2);
  const a = v128.and(f64x2.le(f64x2.abs(low), limit), f64x2.lt(f64x2.mul(low, low), most));
  const b = v128.and(f64x2.le(f64x2.abs(high), limit), f64x2.lt(f64x2.mul(high, high), most));
  return v128.shuffle<i32>(a, b, 0, 2, 4, 6);
}

/** Stores H of four neighbouring columns, 0 where the component does not travel or lies outside the band. */
@inline
export function storeTransfer(
  at: usize,
  low: v128,
  high: v128,
  fy2: f64,
  wavelength: f64,
  z: f64,
  limitX: f64,
): void {
  const inverse = f64x2.splat(1 / wavelength);
  const cutoff2 = 1 / (wavelength * wavelength);
  const inverse2 = f64x2.splat(cutoff2);
  const distance = f64x2.splat(z);
  const first = transferTurns(low, f64x2.splat(fy2), inverse, inverse2, distance);
  const second = transferTurns(high, f64x2.splat(fy2), inverse, inverse2, distance);
  sincos4(reduceTurns(first, second), at);
  const inside = insideBand(low, high, fy2, limitX, cutoff2);
  v128.store(at, v128.and(v128.load(at), inside));
  v128.store(at, v128.and(v128.load(at, TO_IMAGINARY), inside), TO_IMAGINARY);
}
