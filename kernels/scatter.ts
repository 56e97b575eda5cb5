// What the parts of a field without a sample scatter: light of edges that reaches them, means around places, and their order.
import { Count, DoublesAt, IntegersAt } from './types';

/**
 * reach[q] = Σ_s strength[s] / d³, with d the distance of quiet tile q from source s, which are numbers of tiles, row by row, of a grid
 * that is `tilesX` wide.
 */
export function reachOfEdges(
  quiet: IntegersAt,
  quietCount: Count<i32>,
  sources: IntegersAt,
  strength: DoublesAt,
  sourceCount: Count<i32>,
  tilesX: Count<i32>,
  tilesY: Count<i32>,
  reach: DoublesAt,
): void {
  // cubes of all distances, a row for each distance of rows, with the columns from −tilesX to tilesX
  const width = 2 * tilesX + 1;
  const cubes = heap.alloc(<usize>(tilesY * width) * 8 + <usize>sourceCount * 8);
  for (let dy = 0; dy < tilesY; dy++) {
    for (let dx = -tilesX; dx <= tilesX; dx++) {
      const square = <f64>(dx * dx + dy * dy);
      store<f64>(cubes + <usize>(dy * width + dx + tilesX) * 8, square * Math.sqrt(square));
    }
  }
  const places = cubes + <usize>(tilesY * width) * 8;
  for (let s: usize = 0; s < <usize>sourceCount; s++) {
    const tile = load<i32>(sources + (s << 2));
    store<i32>(places + s * 8, tile / tilesX);
    store<i32>(places + s * 8, tile % tilesX + tilesX, 4);
  }
  for (let q = 0; q < quietCount; q += 2) {
    const one = load<i32>(quiet + (<usize>q << 2));
    // an odd last one goes with itself
    const other = load<i32>(quiet + (<usize>min(q + 1, quietCount - 1) << 2));
    const oneRow = one / tilesX;
    const oneCol = one % tilesX;
    const otherRow = other / tilesX;
    const otherCol = other % tilesX;
    let sum = f64x2.splat(0);
    for (let s: usize = 0; s < <usize>sourceCount; s++) {
      const row = load<i32>(places + s * 8);
      const col = load<i32>(places + s * 8, 4);
      const a = abs(row - oneRow) * width + col - oneCol;
      const b = abs(row - otherRow) * width + col - otherCol;
      const cube = v128.load64_lane(cubes + <usize>b * 8, v128.load64_splat(cubes + <usize>a * 8), 1);
      sum = f64x2.add(sum, f64x2.div(v128.load64_splat(strength + s * 8), cube));
    }
    store<f64>(reach + <usize>q * 8, f64x2.extract_lane(sum, 0));
    if (q + 1 < quietCount) store<f64>(reach + <usize>q * 8, f64x2.extract_lane(sum, 1), 8);
  }
  heap.free(cubes);
}

/**
 * out[p, q] = (usual + Σ w value) / ((1 + Σ w) usual) over tiles of a grid that is `tilesX` wide, with w = bellX[column, q] · bellY[p, row]:
 * means around `places × places` places (a multiple of 4), each with the usual value as one tile more. `bellX` has the places of a column
 * side by side, `bellY` the rows of a place.
 */
export function meansAround(
  tiles: IntegersAt,
  values: DoublesAt,
  count: Count<i32>,
  tilesX: Count<i32>,
  tilesY: Count<i32>,
  bellX: DoublesAt,
  bellY: DoublesAt,
  places: Count<i32>,
  usual: f64,
  out: DoublesAt,
): void {
  const line = <usize>places * 8;
  for (let p = 0; p < places; p++) {
    const alongY = bellY + <usize>(p * tilesY) * 8;
    for (let q: usize = 0; q < line; q += 32) {
      let sum0 = f64x2.splat(usual);
      let sum1 = f64x2.splat(usual);
      let weight0 = f64x2.splat(1);
      let weight1 = f64x2.splat(1);
      for (let k: usize = 0; k < <usize>count; k++) {
        const tile = load<i32>(tiles + (k << 2));
        const wy = v128.load64_splat(alongY + <usize>(tile / tilesX) * 8);
        const wx = bellX + <usize>(tile % tilesX) * line + q;
        const value = v128.load64_splat(values + k * 8);
        const w0 = f64x2.mul(v128.load(wx), wy);
        const w1 = f64x2.mul(v128.load(wx, 16), wy);
        sum0 = f64x2.add(sum0, f64x2.mul(w0, value));
        sum1 = f64x2.add(sum1, f64x2.mul(w1, value));
        weight0 = f64x2.add(weight0, w0);
        weight1 = f64x2.add(weight1, w1);
      }
      const at = out + <usize>p * line + q;
      const by = f64x2.splat(usual);
      v128.store(at, f64x2.div(sum0, f64x2.mul(weight0, by)));
      v128.store(at, f64x2.div(sum1, f64x2.mul(weight1, by)), 16);
    }
  }
}

const DIGIT: i32 = 11;
const DIGITS: i32 = 2048;
/** Passes over 64 bits. */
const PASSES: i32 = 6;

/** Sorts `count` f64 in ascending order, −0 before 0; numbers that are none come last or first. `room`: as many. */
export function sortDoubles(values: DoublesAt, count: Count<i32>, room: DoublesAt): void {
  const bytes = <usize>count * 8;
  const counts = heap.alloc(<usize>(DIGITS * PASSES) * 4);
  memory.fill(counts, 0, <usize>(DIGITS * PASSES) * 4);
  for (let k: usize = 0; k < bytes; k += 8) {
    const key = ordered(load<i64>(values + k));
    store<u64>(values + k, key);
    for (let pass = 0; pass < PASSES; pass++) {
      const at = counts + (<usize>(pass * DIGITS + digit(key, pass)) << 2);
      store<i32>(at, load<i32>(at) + 1);
    }
  }
  let from = values;
  let to = room;
  for (let pass = 0; pass < PASSES && count > 0; pass++) {
    const own = counts + (<usize>(pass * DIGITS) << 2);
    // all alike: nothing moves
    if (load<i32>(own + (<usize>digit(load<u64>(from), pass) << 2)) == count) continue;
    let before = 0;
    for (let d: usize = 0; d < <usize>DIGITS * 4; d += 4) {
      const here = load<i32>(own + d);
      store<i32>(own + d, before);
      before += here;
    }
    for (let k: usize = 0; k < bytes; k += 8) {
      const key = load<u64>(from + k);
      const at = own + (<usize>digit(key, pass) << 2);
      const place = load<i32>(at);
      store<i32>(at, place + 1);
      store<u64>(to + <usize>place * 8, key);
    }
    const swap = from;
    from = to;
    to = swap;
  }
  for (let k: usize = 0; k < bytes; k += 8) {
    const key = load<u64>(from + k);
    store<u64>(values + k, key >> 63 ? key & 0x7fffffffffffffff : ~key);
  }
  heap.free(counts);
}

/** A float's bits as an unsigned number of the same order. */
@inline function ordered(bits: i64): u64 {
  return <u64>bits ^ (<u64>(bits >> 63) | 0x8000000000000000);
}

@inline function digit(key: u64, pass: i32): i32 {
  return <i32>((key >> <u64>(pass * DIGIT)) & <u64>(DIGITS - 1));
}
