// Pixels that stand out alone from a camera's frame.
import { Count, FloatPitch, IntegersAt, RealAt } from './types';

/** Pixels to either side that are looked at. */
const REACH: i32 = 2;

/**
 * Places y · pitch + x of the pixels that lie beyond all 24 around them by more than those span, row by row, at most `most`. The two
 * outermost pixels at each edge have not so many around them.
 * @returns how many there are, or one more than `most` where there are more
 */
export function standingOut(
  plane: RealAt,
  pitch: FloatPitch<usize>,
  rows: Count<i32>,
  cols: Count<i32>,
  out: IntegersAt,
  most: Count<i32>,
): Count<i32> {
  let count: i32 = 0;
  for (let y = REACH; y < rows - REACH; y++) {
    const line = plane + ((<usize>y * pitch) << 2);
    for (let x = REACH; x < cols - REACH; x += 4) {
      const at = line + ((<usize>x) << 2);
      if (!anyBeyondNext(at, pitch << 2)) continue;
      for (let lane = x; lane < x + 4 && lane < cols - REACH; lane++) {
        if (!isBeyond(line + ((<usize>lane) << 2), pitch << 2)) continue;
        if (count == most) return most + 1;
        store<i32>(out + ((<usize>count) << 2), <i32>(<usize>y * pitch) + lane);
        count++;
      }
    }
  }
  return count;
}

/** Whether one of four pixels lies beyond those next to it by more than these span: first the four whose sides touch, then all eight. */
@inline function anyBeyondNext(at: usize, step: usize): bool {
  const value = v128.load(at);
  const left = v128.load(at - 4);
  const right = v128.load(at, 4);
  const above = v128.load(at - step);
  const below = v128.load(at + step);
  let low = f32x4.pmin(f32x4.pmin(left, right), f32x4.pmin(above, below));
  let high = f32x4.pmax(f32x4.pmax(left, right), f32x4.pmax(above, below));
  if (!anyBeyond(value, low, high)) return false;
  const first = v128.load(at - step - 4);
  const second = v128.load(at - step, 4);
  const third = v128.load(at + step - 4);
  const fourth = v128.load(at + step, 4);
  low = f32x4.pmin(low, f32x4.pmin(f32x4.pmin(first, second), f32x4.pmin(third, fourth)));
  high = f32x4.pmax(high, f32x4.pmax(f32x4.pmax(first, second), f32x4.pmax(third, fourth)));
  return anyBeyond(value, low, high);
}

@inline function anyBeyond(value: v128, low: v128, high: v128): bool {
  const span = f32x4.sub(high, low);
  const isHigh = f32x4.gt(value, f32x4.add(high, span));
  const isLow = f32x4.lt(value, f32x4.sub(low, span));
  return v128.any_true(v128.or(isHigh, isLow));
}

@inline function isBeyond(at: usize, step: usize): bool {
  let low = load<f32>(at - 4);
  let high = low;
  for (let j = -REACH; j <= REACH; j++) {
    const line = at + <usize>j * step;
    for (let i = -REACH; i <= REACH; i++) {
      if (i == 0 && j == 0) continue;
      const value = load<f32>(line + ((<usize>i) << 2));
      low = min(low, value);
      high = max(high, value);
    }
  }
  const span = high - low;
  const own = load<f32>(at);
  return own > high + span || own < low - span;
}
