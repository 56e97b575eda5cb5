import { atOnce } from '../at-once.ts';
import type { RealMap } from '../reconstruction/reconstruction.ts';

/** Of every sample, over the time of some frames. */
export interface TemporalMoments {
  readonly count: number;
  /** rad */
  readonly mean: Float64Array;
  /** rad²: of the deviations from the mean, summed */
  readonly squares: Float64Array;
  /** rad: of what frames state of themselves, see `DevelopedFrame.uncertainty`, the largest; 0 where none does */
  readonly bound: Float64Array;
}

/** Samples whose sums stay near the processor while all frames go by. */
const BLOCK = 1024;
/** Samples of frames that take about a millisecond. */
const STEP = 1 << 19;

/**
 * Of frames, in their order. The sums are of differences from the first one.
 * @param length samples of each
 */
export function momentsOf(
  frames: readonly Float32Array[],
  length: number,
  bounds: readonly Float32Array[] = [],
): TemporalMoments {
  return atOnce(summingMoments(frames, length, bounds));
}

/** {@link momentsOf} in steps. */
export function* summingMoments(
  frames: readonly Float32Array[],
  length: number,
  bounds: readonly Float32Array[] = [],
): Generator<void, TemporalMoments> {
  const bound = new Float64Array(length);
  for (const one of bounds) raise(bound, one);
  const [first, ...others] = frames;
  const [mean, squares] = [new Float64Array(length), new Float64Array(length)];
  const count = frames.length;
  if (!first) return { count, mean, squares, bound };
  let summed = 0;
  for (let from = 0; from < length; from += BLOCK) {
    addAll(mean, squares, first, others, from, Math.min(length, from + BLOCK));
    if ((summed += BLOCK * count) < STEP) continue;
    summed = 0;
    yield;
  }
  for (let i = 0; i < length; i++) {
    const sum = mean[i]!;
    mean[i] = first[i]! + sum / count;
    squares[i] = Math.max(0, squares[i]! - (sum * sum) / count);
  }
  return { count, mean, squares, bound };
}

/** To the larger one of each sample. */
export function raise(bound: Float64Array | Float32Array, by: ArrayLike<number>): void {
  for (let i = 0; i < bound.length; i++) if (by[i]! > bound[i]!) bound[i] = by[i]!;
}

function addAll(
  mean: Float64Array,
  squares: Float64Array,
  first: Float32Array,
  frames: readonly Float32Array[],
  from: number,
  to: number,
): void {
  let k = 0;
  for (; k + 4 <= frames.length; k += 4) {
    const [a, b, c, d] = [frames[k]!, frames[k + 1]!, frames[k + 2]!, frames[k + 3]!];
    addFour(mean, squares, first, a, b, c, d, from, to);
  }
  for (; k < frames.length; k++) addTo(mean, squares, first, frames[k]!, from, to);
}

function addTo(
  mean: Float64Array,
  squares: Float64Array,
  first: Float32Array,
  frame: Float32Array,
  from: number,
  to: number,
): void {
  for (let i = from; i < to; i++) {
    const off = frame[i]! - first[i]!;
    mean[i]! += off;
    squares[i]! += off * off;
  }
}

/** {@link addTo} of four frames, one after the other, with the sums fetched once: a third of the time. */
function addFour(
  mean: Float64Array,
  squares: Float64Array,
  first: Float32Array,
  a: Float32Array,
  b: Float32Array,
  c: Float32Array,
  d: Float32Array,
  from: number,
  to: number,
): void {
  for (let i = from; i < to; i++) {
    const [offA, offB, offC, offD] = [
      a[i]! - first[i]!,
      b[i]! - first[i]!,
      c[i]! - first[i]!,
      d[i]! - first[i]!,
    ];
    mean[i] = mean[i]! + offA + offB + offC + offD;
    squares[i] = squares[i]! + offA * offA + offB * offB + offC * offC + offD * offD;
  }
}

/** Of the frames of both (Chan, Golub & LeVeque 1983); the earlier ones are changed where they hold any. */
export function joined(earlier: TemporalMoments, later: TemporalMoments): TemporalMoments {
  if (earlier.count === 0) return later;
  if (later.count === 0) return earlier;
  const count = earlier.count + later.count;
  const { mean, squares, bound } = earlier;
  raise(bound, later.bound);
  const share = later.count / count;
  const weight = earlier.count * share;
  for (let i = 0; i < mean.length; i++) {
    const apart = later.mean[i]! - mean[i]!;
    mean[i]! += apart * share;
    squares[i]! += later.squares[i]! + apart * apart * weight;
  }
  return { count, mean, squares, bound };
}

/** rad: {@link TemporalMoments.bound} where frames state any, and else what is stated for all. */
export function boundMap({ bound }: TemporalMoments, usual: RealMap): RealMap {
  return { ...usual, data: usual.data.map((value, i) => bound[i]! || value) };
}

/** rad; zeros of no frames */
export function meanMap({ mean }: TemporalMoments, rows: number, cols: number): RealMap {
  return { rows, cols, data: Float32Array.from(mean) };
}

/** rad, of single frames about their mean; zeros of fewer than two frames */
export function scatterMap({ count, squares }: TemporalMoments, rows: number, cols: number): RealMap {
  const data = new Float32Array(rows * cols);
  if (count > 1) for (let i = 0; i < data.length; i++) data[i] = Math.sqrt(squares[i]! / (count - 1));
  return { rows, cols, data };
}

/** Of each sample that are kept. */
const PLANES = 3;

/** Bytes that the moments of so many samples take. */
export function momentsBytes(samples: number): number {
  return PLANES * samples * Float64Array.BYTES_PER_ELEMENT;
}

/** Little-endian: means, squares, bounds. */
export function encodeMoments({ mean, squares, bound }: TemporalMoments): Uint8Array<ArrayBuffer> {
  const values = new Float64Array(PLANES * mean.length);
  [mean, squares, bound].forEach((plane, k) => values.set(plane, k * mean.length));
  return new Uint8Array(values.buffer);
}

/** What {@link encodeMoments} wrote. @param bytes aligned to 8 */
export function decodeMoments(bytes: Uint8Array<ArrayBuffer>, count: number): TemporalMoments {
  const values = new Float64Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 8);
  const samples = values.length / PLANES;
  const [mean, squares, bound] = [0, 1, 2].map((k) => values.subarray(k * samples, (k + 1) * samples)) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  return { count, mean, squares, bound };
}
