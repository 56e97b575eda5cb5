import type { Kernels } from '../kernel/kernels.ts';
import type { RealPlane } from '../kernel/plane.ts';

/** px: strokes are as wide at least, and as high. */
const STROKE = 2;
/** Pixels of strokes without which there is no mark: a few broken ones lie side by side as well. */
const LEAST = 16;
/** Share of what lies between the median and the next value that a mark's value lies beyond that, at least. Light leaves gaps of a count or two there. */
const APART = 1 / 8;

/**
 * Pixels of marks that a program drew into a frame, as text or a scale bar: all of one value, the largest or the least, that lies apart
 * from all others.
 * @returns 1 for such pixels, row by row; null: there are none
 */
export function burntIn(kernels: Kernels, { ptr, rows, cols, pitch }: RealPlane): Uint8Array | null {
  const samples = kernels.floats(ptr, rows * pitch);
  const some = new Float64Array(rows);
  for (let y = 0; y < rows; y++) some[y] = samples[y * pitch + ((y * 7) % cols)]!;
  const middle = some.sort()[rows >> 1]!;
  const ends = endsOf(samples, { rows, cols, pitch });
  const values = ends.filter(({ at, next }) => Math.abs(at - next) > APART * Math.abs(next - middle));
  if (values.length === 0) return null;
  const marks = new Uint8Array(rows * cols);
  let count = 0;
  for (const { at } of values)
    for (let y = 0; y + STROKE <= rows; y++)
      for (let x = 0; x + STROKE <= cols; x++) {
        if (samples[y * pitch + x] !== at) continue;
        let isStroke = true;
        for (let k = 1; k < STROKE * STROKE && isStroke; k++)
          isStroke = samples[(y + Math.floor(k / STROKE)) * pitch + x + (k % STROKE)] === at;
        if (!isStroke) continue;
        for (let k = 0; k < STROKE * STROKE; k++) {
          const pixel = (y + Math.floor(k / STROKE)) * cols + x + (k % STROKE);
          count += 1 - marks[pixel]!;
          marks[pixel] = 1;
        }
      }
  return count >= LEAST ? marks : null;
}

interface Ends {
  low: number;
  lowNext: number;
  high: number;
  highNext: number;
}

/** The largest and the least value, and those next to them. */
function endsOf(
  samples: Float32Array,
  { rows, cols, pitch }: Pick<RealPlane, 'rows' | 'cols' | 'pitch'>,
): { readonly at: number; readonly next: number }[] {
  const ends: Ends = { low: Infinity, lowNext: Infinity, high: -Infinity, highNext: -Infinity };
  for (let y = 0; y < rows; y++) endsOfRow(samples, y * pitch, y * pitch + cols, ends);
  return [
    { at: ends.high, next: ends.highNext },
    { at: ends.low, next: ends.lowNext },
  ].filter(({ next }) => Number.isFinite(next));
}

function endsOfRow(samples: Float32Array, from: number, to: number, ends: Ends): void {
  let { low, lowNext, high, highNext } = ends;
  for (let k = from; k < to; k++) {
    const value = samples[k]!;
    // hardly any lies beyond both that are next
    if (value <= highNext && value >= lowNext) continue;
    if (value > high) {
      highNext = high;
      high = value;
    } else if (value > highNext && value !== high) highNext = value;
    if (value < low) {
      lowNext = low;
      low = value;
    } else if (value < lowNext && value !== low) lowNext = value;
  }
  ends.low = low;
  ends.lowNext = lowNext;
  ends.high = high;
  ends.highNext = highNext;
}

/** The same within so many px of each place of a coarser grid. */
export function burntAround(
  marks: Uint8Array,
  { rows, cols }: { readonly rows: number; readonly cols: number },
  reach: number,
): (x: number, y: number) => boolean {
  const sums = new Int32Array((rows + 1) * (cols + 1));
  for (let y = 0; y < rows; y++) {
    let along = 0;
    for (let x = 0; x < cols; x++) {
      along += marks[y * cols + x]!;
      sums[(y + 1) * (cols + 1) + x + 1] = sums[y * (cols + 1) + x + 1]! + along;
    }
  }
  return (x, y) => {
    const within = (v: number, most: number) => Math.min(most, Math.max(0, v));
    const [left, right] = [within(Math.ceil(x - reach), cols), within(Math.floor(x + reach) + 1, cols)];
    const [top, bottom] = [within(Math.ceil(y - reach), rows), within(Math.floor(y + reach) + 1, rows)];
    const at = (j: number, i: number) => sums[j * (cols + 1) + i]!;
    return at(bottom, right) - at(top, right) - at(bottom, left) + at(top, left) > 0;
  };
}
