// Which samples of an unwrapped phase no draw from its uncertainty can part.
import { LOW_MODULUS } from './unwrap';
import { BytesAt, Count, FloatPitch, IntegersAt, RealAt } from './types';

/** Two neighbours: nothing ties them, as one is not trusted; no draw parts them; a draw may. */
const NONE: i32 = 0;
const HOLDS: i32 = 1;
const PARTS: i32 = 2;

@inline function tieOf(
  phase: usize,
  sigma: usize,
  mask: usize,
  from: usize,
  to: usize,
  i: usize,
  j: usize,
  farthest: f64,
): i32 {
  if ((load<u8>(mask + i) | load<u8>(mask + j)) & LOW_MODULUS) return NONE;
  const own = <f64>load<f32>(sigma + from);
  const other = <f64>load<f32>(sigma + to);
  const apart = Math.abs(<f64>load<f32>(phase + from) - <f64>load<f32>(phase + to));
  return apart + farthest * Math.sqrt(own * own + other * other) < Math.PI ? HOLDS : PARTS;
}

function rootOf(tied: usize, span: i32): i32 {
  let k = span;
  let next = load<i32>(tied + (<usize>k << 2));
  while (next != k) {
    next = load<i32>(tied + (<usize>next << 2));
    store<i32>(tied + (<usize>k << 2), next);
    k = next;
    next = load<i32>(tied + (<usize>k << 2));
  }
  return k;
}

/**
 * Parts a frame into pieces that hold together: neighbours, of which neither has low modulus, are tied where `farthest` standard deviations of
 * their difference and the difference itself stay below half a turn. Into `piece` goes the piece of each sample, into `pairs` (two per
 * sample at most) every trusted pair that a draw may part: 2 × the first one's place, + 1 where the second lies below it. Returns the number
 * of pairs; `found` receives the number of pieces and the largest of them, the first of equals.
 */
export function tiePieces(
  phase: RealAt,
  sigma: RealAt,
  pitch: FloatPitch<i32>,
  rows: Count<i32>,
  cols: Count<i32>,
  mask: BytesAt,
  farthest: f64,
  piece: IntegersAt,
  pairs: IntegersAt,
  found: IntegersAt,
): Count<i32> {
  const samples = <usize>rows * <usize>cols;
  const tied = heap.alloc(samples * 8);
  let spans = 0;
  let count: usize = 0;
  const up = <usize>pitch << 2;
  for (let row = 0, i: usize = 0; row < rows; row++) {
    for (let col = 0; col < cols; col++, i++) {
      const at = (<usize>row * <usize>pitch + <usize>col) << 2;
      const before = col > 0 ? tieOf(phase, sigma, mask, at - 4, at, i - 1, i, farthest) : NONE;
      const above = row > 0 ? tieOf(phase, sigma, mask, at - up, at, i - cols, i, farthest) : NONE;
      if (before == PARTS) store<i32>(pairs + (count++ << 2), 2 * (<i32>i - 1));
      if (above == PARTS) store<i32>(pairs + (count++ << 2), 2 * (<i32>i - cols) + 1);
      let own = spans;
      if (before == HOLDS) own = load<i32>(piece + ((i - 1) << 2));
      else {
        store<i32>(tied + (<usize>spans << 2), spans);
        spans++;
      }
      store<i32>(piece + (i << 2), own);
      if (above != HOLDS) continue;
      const upper = load<i32>(piece + ((i - cols) << 2));
      if (upper == own) continue;
      const a = rootOf(tied, upper);
      const b = rootOf(tied, own);
      store<i32>(tied + (<usize>max(a, b) << 2), min(a, b));
    }
  }
  nameSpans(tied, spans, tied + samples * 4, piece, samples, found);
  heap.free(tied);
  return <i32>count;
}

/** Names the pieces in the order of their first spans, and finds the largest. `sizes`: as many integers as spans, of any content. */
function nameSpans(tied: usize, spans: i32, sizes: usize, piece: usize, samples: usize, found: usize): void {
  let count = 0;
  for (let k: usize = 0; k < <usize>spans; k++) {
    const root = rootOf(tied, <i32>k);
    // what a span is tied to comes before it, and has its name already
    const name = root == <i32>k ? count++ : load<i32>(sizes + (<usize>root << 2));
    store<i32>(sizes + (k << 2), name);
  }
  // the names make room for the sizes
  memory.copy(tied, sizes, <usize>spans << 2);
  memory.fill(sizes, 0, <usize>count << 2);
  for (let i: usize = 0; i < samples << 2; i += 4) {
    const name = load<i32>(tied + (<usize>load<i32>(piece + i) << 2));
    store<i32>(piece + i, name);
    const size = sizes + (<usize>name << 2);
    store<i32>(size, load<i32>(size) + 1);
  }
  let main = 0;
  for (let k = 1; k < count; k++) {
    if (load<i32>(sizes + (<usize>k << 2)) > load<i32>(sizes + (<usize>main << 2))) main = k;
  }
  store<i32>(found, count);
  store<i32>(found, main, 4);
}
