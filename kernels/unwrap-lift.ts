// From a phase unwrapped on a coarse grid to the same field's phase on a finer one.
import { BytesAt, Count, FloatPitch, RealAt } from './types';

const TURN: f32 = 6.283185307179586;

/**
 * phase = wrapped + whole turns, as many as bring it nearest to the coarse phase, interpolated bilinearly at coarse
 * coordinates (y / stepY, x / stepX) and clamped at the edges. `mask` takes over the coarse mask of the nearest sample.
 * Pitches in floats; masks are contiguous bytes.
 */
export function liftTurns(
  coarse: RealAt,
  coarsePitch: FloatPitch<i32>,
  coarseMask: BytesAt,
  coarseRows: Count<i32>,
  coarseCols: Count<i32>,
  stepX: f64,
  stepY: f64,
  wrapped: RealAt,
  phase: RealAt,
  pitch: FloatPitch<i32>,
  mask: BytesAt,
  rows: Count<i32>,
  cols: Count<i32>,
): void {
  // column positions and weights are the same in every row: the column to the left, the nearest one, and the weight of the one to the right
  const line = (<usize>cols << 2) + 16;
  const left = heap.alloc(3 * line);
  const close = left + line;
  const weight = close + line;
  memory.fill(left, 0, 3 * line);
  for (let x = 0; x < cols; x++) {
    const at = min<f64>(<f64>x / stepX, <f64>(coarseCols - 1));
    const i = min(<i32>at, coarseCols - 2);
    const fx = <f32>(at - <f64>i);
    store<i32>(left + (<usize>x << 2), i << 2);
    store<i32>(close + (<usize>x << 2), fx >= 0.5 ? i + 1 : i);
    store<f32>(weight + (<usize>x << 2), fx);
  }
  const turn = f32x4.splat(TURN);
  for (let y = 0; y < rows; y++) {
    const at = min<f64>(<f64>y / stepY, <f64>(coarseRows - 1));
    const j = min(<i32>at, coarseRows - 2);
    const fy = f32x4.splat(<f32>(at - <f64>j));
    const above = coarse + (<usize>(j * coarsePitch) << 2);
    const below = above + (<usize>coarsePitch << 2);
    const maskRow = coarseMask + <usize>((<f32>(at - <f64>j) < 0.5 ? j : j + 1) * coarseCols);
    const row = <usize>(y * pitch) << 2;
    // planes have room for whole fours
    for (let x: usize = 0; x < <usize>cols << 2; x += 16) {
      const fx = v128.load(weight + x);
      const top = alongFour(above, left + x, fx);
      const bottom = alongFour(below, left + x, fx);
      const expected = f32x4.add(top, f32x4.mul(fy, f32x4.sub(bottom, top)));
      const angle = v128.load(wrapped + row + x);
      const turns = f32x4.nearest(f32x4.mul(f32x4.sub(expected, angle), f32x4.splat(1 / 6.283185307179586)));
      v128.store(phase + row + x, f32x4.add(angle, f32x4.mul(turn, turns)));
    }
    const marks = mask + <usize>(y * cols);
    for (let x: usize = 0; x < <usize>cols; x++)
      store<u8>(marks + x, load<u8>(maskRow + <usize>load<i32>(close + (x << 2))));
  }
  heap.free(left);
}

/** Four values between neighbours of a row, of which `places` are the left ones (bytes). */
@inline function alongFour(row: usize, places: usize, share: v128): v128 {
  const first = v128.load64_zero(row + <usize>load<i32>(places));
  const third = v128.load64_zero(row + <usize>load<i32>(places, 8));
  const two = v128.load64_lane(row + <usize>load<i32>(places, 4), first, 1);
  const four = v128.load64_lane(row + <usize>load<i32>(places, 12), third, 1);
  const a = v128.shuffle<f32>(two, four, 0, 2, 4, 6);
  const b = v128.shuffle<f32>(two, four, 1, 3, 5, 7);
  return f32x4.add(a, f32x4.mul(share, f32x4.sub(b, a)));
}

/**
 * How many samples, of those brighter than `minimum`, differ from their right or lower neighbour by more than `limitX`
 * or `limitY` rad (wrapped): places where the phase runs faster than that.
 */
export function countSteep(
  wrapped: RealAt,
  modulus: RealAt,
  pitch: FloatPitch<i32>,
  rows: Count<i32>,
  cols: Count<i32>,
  limitX: f32,
  limitY: f32,
  minimum: f32,
): Count<i32> {
  let count = 0;
  for (let y = 0; y < rows - 1; y++) {
    for (let x = 0; x < cols - 1; x++) {
      const at = (<usize>(y * pitch + x)) << 2;
      if (load<f32>(modulus + at) <= minimum) continue;
      const here = load<f32>(wrapped + at);
      let dx = load<f32>(wrapped + at, 4) - here;
      let dy = load<f32>(wrapped + at + (<usize>pitch << 2)) - here;
      dx -= TURN * nearest<f32>(dx * <f32>(1 / 6.283185307179586));
      dy -= TURN * nearest<f32>(dy * <f32>(1 / 6.283185307179586));
      if (abs<f32>(dx) > limitX || abs<f32>(dy) > limitY) count++;
    }
  }
  return count;
}
