import { expect, it } from 'vitest';
import { decodeMoments } from '../../core/sequence/temporal-moments.ts';
import { decodeShard, framesOfShard, shardCount, shardLayout } from '../../formats/sequence/shard.ts';
import type { DoneFrames } from '../ports/sequence-work.ts';
import { GatheredShards } from './gathered-shards.ts';
import type { ShardStore } from './sequence-maker.ts';

const [FRAMES, ROWS, COLS] = [150, 6, 5];
const layout = shardLayout(FRAMES, ROWS, COLS);
const map = (value: number) => new Float32Array(ROWS * COLS).fill(value);

function piece(from: number, to: number): DoneFrames {
  const frames = Array.from({ length: to - from }, (_, k) => from + k);
  return {
    rows: frames.map((k) => ({ input_sha256: String(k), input_bytes: k, record: null })),
    maps: { phase: frames.map(map), amplitude: frames.map((k) => map(-k)) },
    bound: map(1 + (from % 7)),
  };
}

function inMemory() {
  const shards: (readonly Uint8Array[])[] = [];
  const write = async (shard: number, parts: readonly Uint8Array[]) =>
    void (shards[shard] = parts.map((part) => part.slice()));
  const store: ShardStore = { write, read: () => Promise.reject(new Error('nobody reads')) };
  return { shards, store };
}

it('puts frames into the same shards in whichever order their pieces come', async () => {
  const pieces = Array.from({ length: Math.ceil(FRAMES / 8) }, (_, k) => 8 * k);
  const made = [];
  for (const order of [pieces, pieces.toReversed()]) {
    const { shards, store } = inMemory();
    const gathered = new GatheredShards(store);
    gathered.begin(layout);
    // several at a time, as from several threads
    await Promise.all(order.map((from) => gathered.add(from, piece(from, Math.min(FRAMES, from + 8)))));
    expect(gathered.done).toBe(FRAMES);
    const done = await gathered.finish(layout);
    expect(done.flatMap(({ rows }) => rows.map((row) => row.input_bytes))).toEqual(
      pieces.flatMap((from) => piece(from, Math.min(FRAMES, from + 8)).rows.map((row) => row.input_bytes)),
    );
    made.push({ shards, done });
  }
  expect(made[1]).toEqual(made[0]);
  const { shards } = made[0]!;
  expect(shards).toHaveLength(shardCount(layout));
  for (const [k, parts] of shards.entries()) {
    const { from, to } = framesOfShard(layout, k);
    expect(decodeShard(layout, parts[0]!, to - from)).toEqual([...piece(from, to).maps.phase]);
    expect(decodeShard(layout, parts[1]!, to - from)).toEqual([...piece(from, to).maps.amplitude]);
    const { bound } = decodeMoments(parts[2] as Uint8Array<ArrayBuffer>, 0);
    const most = Math.max(...pieces.filter((at) => at >= from && at < to).map((at) => 1 + (at % 7)));
    expect([...bound]).toEqual([...map(most)]);
  }
});

it('uses memory again once its frames are in their shard, and puts the same there', async () => {
  const { shards, store } = inMemory();
  const gathered = new GatheredShards(store);
  gathered.begin(layout);
  const seen = new Set<ArrayBufferLike>();
  for (let from = 0; from < FRAMES; from += 8) {
    const room = gathered.room(8);
    seen.add(room.phase.buffer);
    const { rows, maps } = piece(from, Math.min(FRAMES, from + 8));
    const inRoom = (map: 'phase' | 'amplitude') =>
      maps[map].map((values, k) => {
        const place = room[map].subarray(k * ROWS * COLS, (k + 1) * ROWS * COLS);
        place.set(values);
        return place;
      });
    await gathered.add(
      from,
      { rows, maps: { phase: inRoom('phase'), amplitude: inRoom('amplitude') }, bound: null },
      true,
    );
  }
  await gathered.finish(layout);
  // those of two shards: one grows, one is put together
  expect(seen.size).toBeLessThanOrEqual(16);
  for (const [k, parts] of shards.entries()) {
    const { from, to } = framesOfShard(layout, k);
    expect(decodeShard(layout, parts[0]!, to - from)).toEqual([...piece(from, to).maps.phase]);
    expect(decodeShard(layout, parts[1]!, to - from)).toEqual([...piece(from, to).maps.amplitude]);
  }
});

it('fails where a shard can’t be written, and where frames are missing', async () => {
  const gathered = new GatheredShards({
    ...inMemory().store,
    write: () => Promise.reject(new Error('full')),
  });
  gathered.begin(layout);
  await gathered.add(0, piece(0, 64));
  await expect(gathered.finish(shardLayout(64, ROWS, COLS))).rejects.toThrow('full');
  const other = new GatheredShards(inMemory().store);
  other.begin(layout);
  await other.add(0, piece(0, 8));
  await expect(other.finish(layout)).rejects.toThrow('has 8 frames');
});
