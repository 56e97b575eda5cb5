// Rims: narrow dark lines along which the phase changes fast, as a step of the phase leaves them. See src/core/phase/open-turns.ts.
import { cos, sin } from './math';
import { BytesAt, Count, FloatPitch, RealAt } from './types';

const TURN: f32 = 6.283185307179586;
const PER_TURN: f32 = 1 / 6.283185307179586;

/**
 * rims[y · cols + x] = 1 where the modulus is below `dip` times its closing by a square of 2 · reach + 1 samples (the least of
 * the largest values around, which fills lines narrower than that) and the wrapped phase changes towards its neighbours by
 * (dx / slopeX)² + (dy / slopeY)² ≥ 1; and wherever it changes by more than steepX or steepY. Between two neighbours the field lies on
 * their chord: where that is so dark, and the phase so steep along it, the darker of the two is marked. 0 elsewhere.
 * @param rims rows · cols bytes, contiguous
 * @returns how many samples are marked
 */
export function markRims(
  wrapped: RealAt,
  modulus: RealAt,
  pitch: FloatPitch<i32>,
  rows: Count<i32>,
  cols: Count<i32>,
  reach: Count<i32>,
  dip: f32,
  slopeX: f32,
  slopeY: f32,
  steepX: f32,
  steepY: f32,
  rims: BytesAt,
): Count<i32> {
  const bytes = <usize>(rows * cols) << 2;
  const closed = heap.alloc(2 * bytes);
  const other = closed + bytes;
  for (let y = 0; y < rows; y++) {
    memory.copy(closed + (<usize>(y * cols) << 2), modulus + (<usize>(y * pitch) << 2), <usize>cols << 2);
  }
  alongRows(closed, other, rows, cols, reach, true);
  alongColumns(other, closed, rows, cols, reach, true);
  alongRows(closed, other, rows, cols, reach, false);
  alongColumns(other, closed, rows, cols, reach, false);
  let count = 0;
  const line = <usize>pitch << 2;
  for (let y = 0; y < rows; y++) {
    const row = <usize>(y * pitch) << 2;
    const mine = closed + (<usize>(y * cols) << 2);
    const out = rims + <usize>(y * cols);
    // a row beyond the frame changes nothing: this one stands for it
    const above = wrapped + (y > 0 ? row - line : row);
    const below = wrapped + (y < rows - 1 ? row + line : row);
    let x = 0;
    while (x < cols) {
      if (x > 0 && x + 5 <= cols) {
        const at = <usize>x << 2;
        const here = v128.load(wrapped + row + at);
        const dx = f32x4.max(
          fourTurned(v128.load(wrapped + row + at - 4), here),
          fourTurned(v128.load(wrapped + row + at + 4), here),
        );
        const dy = f32x4.max(fourTurned(v128.load(above + at), here), fourTurned(v128.load(below + at), here));
        const sx = f32x4.div(dx, f32x4.splat(slopeX));
        const sy = f32x4.div(dy, f32x4.splat(slopeY));
        const steep = f32x4.ge(f32x4.add(f32x4.mul(sx, sx), f32x4.mul(sy, sy)), f32x4.splat(1));
        const dark = f32x4.lt(
          v128.load(modulus + row + at),
          f32x4.mul(f32x4.splat(dip), v128.load(mine + at)),
        );
        const steeper = v128.or(f32x4.gt(dx, f32x4.splat(steepX)), f32x4.gt(dy, f32x4.splat(steepY)));
        const rim = v128.or(v128.and(steep, dark), steeper);
        // four bytes of 0 or 1
        const bits = i32x4.bitmask(rim);
        store<u32>(out + <usize>x, (bits & 1) | ((bits & 2) << 7) | ((bits & 4) << 14) | ((bits & 8) << 21));
        count += popcnt(bits);
        x += 4;
        continue;
      }
      const at = row + (<usize>x << 2);
      const dx = change(wrapped, at, 4, x > 0, x < cols - 1);
      const dy = change(wrapped, at, line, y > 0, y < rows - 1);
      const sx = dx / slopeX;
      const sy = dy / slopeY;
      const dark = load<f32>(modulus + at) < dip * load<f32>(mine + (<usize>x << 2));
      const rim = (dark && sx * sx + sy * sy >= 1) || dx > steepX || dy > steepY;
      store<u8>(out + <usize>x, <u8>rim);
      count += i32(rim);
      x++;
    }
  }
  for (let y = 0; y < rows; y++)
    for (let x = 0; x < cols; x++) {
      const at = y * pitch + x;
      const own = y * cols + x;
      if (x < cols - 1) count += between(wrapped, modulus, closed, rims, at, own, 1, 1, dip, slopeX);
      if (y < rows - 1) count += between(wrapped, modulus, closed, rims, at, own, pitch, cols, dip, slopeY);
    }
  heap.free(closed);
  return count;
}

/**
 * Marks the darker one of two neighbours where the chord between their fields is dark and the phase is steep along it.
 * @param at the first one in the planes, `own` in what is contiguous; the other one lies `next` and `nextOwn` further
 * @returns 1 where it was not marked before
 */
@inline
function between(
  wrapped: usize,
  modulus: usize,
  closed: usize,
  rims: usize,
  at: i32,
  own: i32,
  next: i32,
  nextOwn: i32,
  dip: f32,
  slope: f32,
): i32 {
  const there = at + next;
  const d = turned(load<f32>(wrapped + (<usize>there << 2)) - load<f32>(wrapped + (<usize>at << 2)));
  if (d < slope) return 0;
  const one: f64 = load<f32>(modulus + (<usize>at << 2));
  const other: f64 = load<f32>(modulus + (<usize>there << 2));
  const darker = rims + <usize>(one < other ? own : own + nextOwn);
  if (load<u8>(darker) != 0) return 0;
  const along = cos(<f64>d);
  // else the chord is darkest at the darker one's end, which was asked
  if (one * along >= other || other * along >= one) return 0;
  const least = (one * other * sin(<f64>d)) / sqrt(one * one + other * other - 2 * one * other * along);
  const usual = min(load<f32>(closed + (<usize>own << 2)), load<f32>(closed + (<usize>(own + nextOwn) << 2)));
  if (least >= <f64>dip * <f64>usual) return 0;
  store<u8>(darker, 1);
  return 1;
}

@inline
function fourTurned(there: v128, here: v128): v128 {
  const difference = f32x4.sub(there, here);
  const turns = f32x4.nearest(f32x4.mul(difference, f32x4.splat(PER_TURN)));
  return f32x4.abs(f32x4.sub(difference, f32x4.mul(f32x4.splat(TURN), turns)));
}

/** The larger of the two changes of the wrapped phase to the neighbours `step` bytes away. */
@inline
function change(wrapped: usize, at: usize, step: usize, before: bool, after: bool): f32 {
  const here = load<f32>(wrapped + at);
  let most: f32 = 0;
  if (before) most = turned(load<f32>(wrapped + at - step) - here);
  if (after) most = max(most, turned(load<f32>(wrapped + at + step) - here));
  return most;
}

@inline
function turned(difference: f32): f32 {
  return abs(difference - TURN * nearest<f32>(difference * PER_TURN));
}

/** Largest (or least) of the `reach` values to either side, within the row. */
function alongRows(from: usize, to: usize, rows: i32, cols: i32, reach: i32, largest: bool): void {
  // a row with what loses against every value before and after it
  const padded = heap.alloc((<usize>(cols + 2 * reach + 4)) << 2);
  const loses: f32 = largest ? -Infinity : Infinity;
  for (let k = 0; k < cols + 2 * reach + 4; k++) store<f32>(padded + (<usize>k << 2), loses);
  for (let y = 0; y < rows; y++) {
    const row = <usize>(y * cols) << 2;
    memory.copy(padded + (<usize>reach << 2), from + row, <usize>cols << 2);
    let x = 0;
    for (; x + 4 <= cols; x += 4) {
      const at = padded + (<usize>x << 2);
      let value = v128.load(at);
      for (let k = 1; k <= 2 * reach; k++) {
        const one = v128.load(at + (<usize>k << 2));
        value = largest ? f32x4.max(value, one) : f32x4.min(value, one);
      }
      v128.store(to + row + (<usize>x << 2), value);
    }
    for (; x < cols; x++) {
      const at = padded + (<usize>x << 2);
      let value = load<f32>(at);
      for (let k = 1; k <= 2 * reach; k++) {
        const one = load<f32>(at + (<usize>k << 2));
        value = largest ? max(value, one) : min(value, one);
      }
      store<f32>(to + row + (<usize>x << 2), value);
    }
  }
  heap.free(padded);
}

function alongColumns(from: usize, to: usize, rows: i32, cols: i32, reach: i32, largest: bool): void {
  const pitch = <usize>cols << 2;
  for (let y = 0; y < rows; y++) {
    const row = to + <usize>y * pitch;
    memory.copy(row, from + <usize>y * pitch, pitch);
    const last = min(rows - 1, y + reach);
    for (let k = max(0, y - reach); k <= last; k++) {
      const other = from + <usize>k * pitch;
      let x = 0;
      for (; x + 4 <= cols; x += 4) {
        const at = <usize>x << 2;
        const mine = v128.load(row + at);
        const theirs = v128.load(other + at);
        v128.store(row + at, largest ? f32x4.max(mine, theirs) : f32x4.min(mine, theirs));
      }
      for (; x < cols; x++) {
        const at = <usize>x << 2;
        const mine = load<f32>(row + at);
        const theirs = load<f32>(other + at);
        store<f32>(row + at, largest ? max(mine, theirs) : min(mine, theirs));
      }
    }
  }
}
