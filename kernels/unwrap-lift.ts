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
  // column positions and weights are the same in every row
  const left = heap.alloc(<usize>cols * 8);
  const weight = left + <usize>cols * 4;
  for (let x = 0; x < cols; x++) {
    const at = min<f64>(<f64>x / stepX, <f64>(coarseCols - 1));
    const i = min(<i32>at, coarseCols - 2);
    store<i32>(left + (<usize>x << 2), i);
    store<f32>(weight + (<usize>x << 2), <f32>(at - <f64>i));
  }
  for (let y = 0; y < rows; y++) {
    const at = min<f64>(<f64>y / stepY, <f64>(coarseRows - 1));
    const j = min(<i32>at, coarseRows - 2);
    const fy = <f32>(at - <f64>j);
    const above = coarse + (<usize>(j * coarsePitch) << 2);
    const below = above + (<usize>coarsePitch << 2);
    const maskRow = coarseMask + <usize>((fy < 0.5 ? j : j + 1) * coarseCols);
    const row = <usize>(y * pitch) << 2;
    for (let x = 0; x < cols; x++) {
      const i = <usize>load<i32>(left + (<usize>x << 2));
      const fx = load<f32>(weight + (<usize>x << 2));
      const a = load<f32>(above + (i << 2));
      const b = load<f32>(above + (i << 2), 4);
      const c = load<f32>(below + (i << 2));
      const d = load<f32>(below + (i << 2), 4);
      const top = a + fx * (b - a);
      const bottom = c + fx * (d - c);
      const expected = top + fy * (bottom - top);
      const angle = load<f32>(wrapped + row + (<usize>x << 2));
      const turns = nearest<f32>((expected - angle) * <f32>(1 / 6.283185307179586));
      store<f32>(phase + row + (<usize>x << 2), angle + TURN * turns);
      store<u8>(mask + <usize>(y * cols + x), load<u8>(maskRow + i + <usize>(fx >= 0.5)));
    }
  }
  heap.free(left);
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
