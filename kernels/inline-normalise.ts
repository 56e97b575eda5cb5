// Amplitude of an in-line hologram relative to the light without a sample.
import { Count, DoublesAt, FloatPitch, RealAt, ScratchAt } from './types';

/**
 * out = √(max(0, hologram · background / (background² + floor²) / level)): the quotient, damped where the background
 * frame is darker than `floor`. All planes f32, pitches in floats; columns past `cols` up to a multiple of 4 are
 * written.
 */
export function amplitudeOverFrame(
  hologram: RealAt,
  pitch: FloatPitch<i32>,
  background: RealAt,
  backgroundPitch: FloatPitch<i32>,
  rows: Count<i32>,
  cols: Count<i32>,
  floor: f32,
  level: f32,
  out: RealAt,
  outPitch: FloatPitch<i32>,
): void {
  const floor2 = f32x4.splat(floor * floor);
  const share = f32x4.splat(1 / level);
  const none = f32x4.splat(0);
  const least = f32x4.splat(f32.MIN_NORMAL_VALUE);
  for (let y = 0; y < rows; y++) {
    const from = hologram + ((<usize>y * pitch) << 2);
    const over = background + ((<usize>y * backgroundPitch) << 2);
    const to = out + ((<usize>y * outPitch) << 2);
    for (let x = 0; x < cols; x += 4) {
      const at = (<usize>x) << 2;
      const light = f32x4.max(none, v128.load(over + at));
      const damped = f32x4.max(least, f32x4.add(f32x4.mul(light, light), floor2));
      const ratio = f32x4.div(f32x4.mul(v128.load(from + at), light), damped);
      v128.store(to + at, f32x4.sqrt(f32x4.max(none, f32x4.mul(ratio, share))));
    }
  }
}

/**
 * out = √(max(0, hologram / light)), light the Legendre series Σ c[a, b] P_a(y) P_b(x), never taken below `least`.
 * @param tableX P_b at every column, [b · countX + x], f64 (`legendreTable`); tableY likewise for the rows
 * @param coefficients (degree + 1)² f64, row-major in a
 * @param room degree + 1 f64
 */
export function amplitudeOverSeries(
  hologram: RealAt,
  pitch: FloatPitch<i32>,
  rows: Count<i32>,
  cols: Count<i32>,
  tableX: DoublesAt,
  countX: Count<i32>,
  tableY: DoublesAt,
  countY: Count<i32>,
  degree: Count<i32>,
  coefficients: DoublesAt,
  least: f64,
  room: ScratchAt,
  out: RealAt,
  outPitch: FloatPitch<i32>,
): void {
  const lowest = f64x2.splat(least);
  const none = f32x4.splat(0);
  for (let y = 0; y < rows; y++) {
    for (let b = 0; b <= degree; b++) {
      let sum: f64 = 0;
      for (let a = 0; a <= degree - b; a++) {
        sum +=
          load<f64>(coefficients + <usize>(a * (degree + 1) + b) * 8) *
          load<f64>(tableY + <usize>(a * countY + y) * 8);
      }
      store<f64>(room + <usize>b * 8, sum);
    }
    const from = hologram + ((<usize>y * pitch) << 2);
    const to = out + ((<usize>y * outPitch) << 2);
    for (let x = 0; x < cols; x += 4) {
      let low = f64x2.splat(0);
      let high = f64x2.splat(0);
      for (let b = 0; b <= degree; b++) {
        const weight = f64x2.splat(load<f64>(room + <usize>b * 8));
        const row = tableX + <usize>(b * countX + x) * 8;
        low = f64x2.add(low, f64x2.mul(weight, v128.load(row)));
        high = f64x2.add(high, f64x2.mul(weight, v128.load(row, 16)));
      }
      const first = f32x4.demote_f64x2_zero(f64x2.max(lowest, low));
      const second = f32x4.demote_f64x2_zero(f64x2.max(lowest, high));
      const light = v128.shuffle<f32>(first, second, 0, 1, 4, 5);
      const at = (<usize>x) << 2;
      v128.store(to + at, f32x4.sqrt(f32x4.max(none, f32x4.div(v128.load(from + at), light))));
    }
  }
}
