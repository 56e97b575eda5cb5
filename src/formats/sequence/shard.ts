import { atOnce } from '../../core/at-once.ts';
import { crc32c } from './crc32c.ts';

/**
 * How the frames of a sequence lie in files: a shard holds some whole frames, cut into chunks of a few frames and a patch,
 * so that one frame or one pixel's course reads little more than itself.
 */
export interface ShardLayout {
  /** of the whole array */
  readonly frames: number;
  readonly rows: number;
  readonly cols: number;
  readonly chunk: Extent;
  readonly shard: Extent;
}

interface Extent {
  readonly frames: number;
  readonly rows: number;
  readonly cols: number;
}

const CHUNK_FRAMES = 8;
/** Samples along a patch's side, about. */
const PATCH = 64;
const MOST_SHARD_FRAMES = 64;
/** A shard is made and read as a whole; it is this large at most, but always of one chunk's frames. */
const MOST_SHARD_BYTES = 32 * 1024 * 1024;
const FLOAT_BYTES = 4;
const INDEX_BYTES = 16;
const CHECKSUM_BYTES = 4;
/** In a shard's index: the chunk is not there, all of it is the fill value. */
const ABSENT = 0xffffffffffffffffn;

/** The layout follows from the array's shape alone. */
export function shardLayout(frames: number, rows: number, cols: number): ShardLayout {
  const patch = (side: number) => Math.ceil(side / Math.ceil(side / PATCH));
  const chunk = { frames: CHUNK_FRAMES, rows: patch(rows), cols: patch(cols) };
  const fit = Math.floor(MOST_SHARD_BYTES / (CHUNK_FRAMES * rows * cols * FLOAT_BYTES));
  const wanted = Math.ceil(Math.min(frames, MOST_SHARD_FRAMES) / CHUNK_FRAMES);
  const whole = (side: number, step: number) => Math.ceil(side / step) * step;
  return {
    ...{ frames, rows, cols, chunk },
    shard: {
      frames: CHUNK_FRAMES * Math.max(1, Math.min(fit, wanted)),
      rows: whole(rows, chunk.rows),
      cols: whole(cols, chunk.cols),
    },
  };
}

export function shardCount({ frames, shard }: ShardLayout): number {
  return Math.ceil(frames / shard.frames);
}

/** The first frame of a shard and the one after its last. */
export function framesOfShard({ frames, shard }: ShardLayout, k: number): { from: number; to: number } {
  const from = k * shard.frames;
  return { from, to: Math.min(frames, from + shard.frames) };
}

/**
 * The frames of one shard as Zarr's `sharding_indexed` codec keeps them: chunks of little-endian float32, then an index of
 * offset and length of each, then the index's CRC-32C. Beyond the array's edges lie NaN.
 * @param frames rows · cols each, those that the shard holds
 */
export function encodeShard(layout: ShardLayout, frames: readonly Float32Array[]): Uint8Array<ArrayBuffer> {
  return atOnce(encodingShard(layout, frames));
}

/** {@link encodeShard} in steps. @param room becomes the shard's memory where it is as long */
export function* encodingShard(
  layout: ShardLayout,
  frames: readonly Float32Array[],
  room?: Uint8Array<ArrayBuffer>,
): Generator<void, Uint8Array<ArrayBuffer>> {
  const { chunk } = layout;
  const grid = gridOf(layout);
  const present = Math.ceil(frames.length / chunk.frames) * grid.down * grid.across;
  const count = grid.deep * grid.down * grid.across;
  const samples = chunk.frames * chunk.rows * chunk.cols;
  const length = present * samples * FLOAT_BYTES + count * INDEX_BYTES + CHECKSUM_BYTES;
  const bytes = room?.byteLength === length ? room : new Uint8Array(length);
  const values = new Float32Array(bytes.buffer, 0, present * samples);
  if (!fillsChunks(layout, frames.length)) values.fill(NaN);
  const words = new Int32Array(bytes.buffer, 0, present * samples);
  for (const [k, frame] of frames.entries()) {
    const own = wordsOf(frame);
    forEachPatch(layout, k, (from, at, down, across) =>
      copyRows(own, from, layout.cols, words, at, chunk.cols, down, across),
    );
    yield;
  }
  const index = new DataView(bytes.buffer, present * samples * FLOAT_BYTES);
  for (let k = 0; k < count; k++) {
    const there = k < present;
    const size = samples * FLOAT_BYTES;
    index.setBigUint64(k * INDEX_BYTES, there ? BigInt(k * size) : ABSENT, true);
    index.setBigUint64(k * INDEX_BYTES + 8, there ? BigInt(size) : ABSENT, true);
  }
  const end = count * INDEX_BYTES;
  index.setUint32(end, crc32c(new Uint8Array(bytes.buffer, index.byteOffset, end)), true);
  return bytes;
}

/** The frames of a shard that {@link encodeShard} wrote. @param bytes aligned to 4 */
export function decodeShard(layout: ShardLayout, bytes: Uint8Array, frames: number): Float32Array[] {
  const words = new Int32Array(bytes.buffer, bytes.byteOffset, Math.floor(bytes.byteLength / FLOAT_BYTES));
  return Array.from({ length: frames }, (_, k) => {
    const frame = new Float32Array(layout.rows * layout.cols);
    const own = wordsOf(frame);
    forEachPatch(layout, k, (from, at, down, across) =>
      copyRows(words, at, layout.chunk.cols, own, from, layout.cols, down, across),
    );
    return frame;
  });
}

/** Whether chunks hold nothing beyond the array's edges. */
function fillsChunks({ chunk, shard, rows, cols }: ShardLayout, frames: number): boolean {
  return frames % chunk.frames === 0 && shard.rows === rows && shard.cols === cols;
}

/** Bits are copied, whatever number they are. */
function wordsOf({ buffer, byteOffset, length }: Float32Array): Int32Array {
  return new Int32Array(buffer, byteOffset, length);
}

/** A call for each of these short rows would take longer than what it copies. */
function copyRows(
  source: Int32Array,
  from: number,
  fromPitch: number,
  target: Int32Array,
  to: number,
  toPitch: number,
  rows: number,
  cols: number,
): void {
  for (let y = 0; y < rows; y++) {
    const [start, end] = [from + y * fromPitch, to + y * toPitch];
    for (let x = 0; x < cols; x++) target[end + x] = source[start + x]!;
  }
}

/** Chunks of a shard in time, down and across. */
function gridOf({ chunk, shard }: ShardLayout) {
  return {
    deep: shard.frames / chunk.frames,
    down: shard.rows / chunk.rows,
    across: shard.cols / chunk.cols,
  };
}

/** Every patch of a frame, which lies together in a shard. @param visit gets places and extents in samples */
function forEachPatch(
  layout: ShardLayout,
  frame: number,
  visit: (inFrame: number, inShard: number, rows: number, cols: number) => void,
): void {
  const { chunk, rows, cols } = layout;
  const { down, across } = gridOf(layout);
  for (let j = 0; j < down; j++)
    for (let i = 0; i < across; i++) {
      const [top, left] = [j * chunk.rows, i * chunk.cols];
      const place = (Math.floor(frame / chunk.frames) * down + j) * across + i;
      const inShard = (place * chunk.frames + (frame % chunk.frames)) * chunk.rows * chunk.cols;
      const extent = [Math.min(chunk.rows, rows - top), Math.min(chunk.cols, cols - left)] as const;
      visit(top * cols + left, inShard, ...extent);
    }
}
