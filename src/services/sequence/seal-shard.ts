import { encodeMoments, summingMoments } from '../../core/sequence/temporal-moments.ts';
import { summing } from '../../formats/package/digests.ts';
import { frameMarks, type FrameRow } from '../../formats/sequence/frames-table.ts';
import { encodingShard, type ShardLayout } from '../../formats/sequence/shard.ts';
import type { SequenceMap, StoredShard } from '../../formats/sequence/stored-shard.ts';
import type { DoneFrames, MapsRoom, SealedShard } from '../ports/sequence-work.ts';

/** Memory of a shard's maps. */
export type ShardRoom = Pick<SealedShard['bytes'], SequenceMap>;

/** Whether a frame counts in mean and scatter. */
export function belongs(row: FrameRow): boolean {
  return frameMarks(row).length === 0;
}

/**
 * The frames of a shard that are done, as it is stored. It comes in steps of milliseconds, between which whoever has more
 * to do may do that.
 * @param counts of each frame whether it does in mean and scatter
 * @param room of a shard that is of no use any more
 */
export function* sealing(
  layout: ShardLayout,
  { maps, bounds }: Pick<DoneFrames, 'maps'> & { readonly bounds: readonly Float32Array[] },
  counts: readonly boolean[],
  room?: ShardRoom,
): Generator<void, SealedShard> {
  const counted = maps.phase.filter((_, k) => counts[k]);
  const phase = yield* encodingShard(layout, maps.phase, room?.phase);
  const amplitude = yield* encodingShard(layout, maps.amplitude, room?.amplitude);
  const moments = encodeMoments(yield* summingMoments(counted, layout.rows * layout.cols, bounds));
  yield;
  const stored = { phase: yield* storing(phase), amplitude: yield* storing(amplitude) };
  return { bytes: { phase, amplitude, moments }, stored };
}

function* storing(bytes: Uint8Array): Generator<void, StoredShard> {
  return { bytes: bytes.byteLength, ...(yield* summing([bytes])) };
}

/** For the maps of so many frames. */
export function roomOfMaps({ rows, cols }: ShardLayout, frames: number): MapsRoom {
  const memory = () => new Float32Array(frames * rows * cols);
  return { phase: memory(), amplitude: memory() };
}
