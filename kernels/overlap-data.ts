// What the fit of `overlap.ts` is made to: a frame without its fade, and noise of a camera's variance.
import { QUAD_BYTES } from './complex-layout';
import { plus, splat, times } from './simd';
import { BytePitch, ComplexAt, Count, FloatPitch, FloatsAt, RealAt } from './types';

/** −1 or 1 out of a pixel's number, as often and without order (the finaliser of MurmurHash3, public domain). */
@inline function coin(place: u32): f32 {
  let h = place;
  h ^= h >> 16;
  h *= 0x85ebca6b;
  h ^= h >> 13;
  h *= 0xc2b2ae35;
  h ^= h >> 16;
  return h & 1 ? 1 : -1;
}

/**
 * Noise of a camera's variance: out ← ±√max(leastNoise, noiseOffset + noiseSlope · image), the signs without order and the
 * same on every machine.
 */
export function overlapNoise(
  image: RealAt,
  out: RealAt,
  pitch: FloatPitch<i32>,
  rows: Count<i32>,
  cols: Count<i32>,
  noiseOffset: f32,
  noiseSlope: f32,
  leastNoise: f32,
): void {
  for (let y = 0; y < rows; y++) {
    const row: usize = (<usize>y * pitch) << 2;
    for (let x = 0; x < cols; x++) {
      const at = row + ((<usize>x) << 2);
      const variance = max<f32>(leastNoise, noiseOffset + noiseSlope * load<f32>(image + at));
      store<f32>(out + at, coin(<u32>y * 65537 + <u32>x) * Mathf.sqrt(variance));
    }
  }
}

/** out ← scale · Re(field) / (windowX · windowY) + 1, and 1 where the windows are not above `leastWindow`. */
export function overlapData(
  field: ComplexAt,
  pitchBytes: BytePitch,
  rows: Count<i32>,
  cols: Count<i32>,
  windowX: FloatsAt,
  windowY: FloatsAt,
  scale: f32,
  leastWindow: f32,
  out: RealAt,
  pitch: FloatPitch<i32>,
): void {
  for (let y = 0; y < rows; y++) {
    const wy = splat(load<f32>(windowY + ((<usize>y) << 2)));
    let a: usize = field + <usize>y * pitchBytes;
    let b: usize = out + ((<usize>y * pitch) << 2);
    for (let x = 0; x < cols; x += 4) {
      const window = times(wy, v128.load(windowX + ((<usize>x) << 2)));
      const excess = times(splat(scale), f32x4.div(v128.load(a), window));
      v128.store(b, plus(splat(1), v128.and(f32x4.gt(window, splat(leastWindow)), excess)));
      a += QUAD_BYTES;
      b += 16;
    }
  }
}
