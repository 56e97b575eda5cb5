import type { FrameRow } from '../../formats/sequence/frames-table.ts';
import { sequenceMaps, type SequenceMap } from '../../formats/sequence/stored-shard.ts';
import { framesOfShard, type ShardLayout } from '../../formats/sequence/shard.ts';
import { shardParts, type DoneFrames, type DoneShard, type MapsRoom } from '../ports/sequence-work.ts';
import { headersOfShard } from '../../formats/sequence/stored-shard.ts';
import type { ShardStore } from './sequence-maker.ts';
import { belongs, roomOfMaps, sealing, type ShardRoom } from './seal-shard.ts';

interface OpenShard {
  readonly rows: FrameRow[];
  readonly maps: Record<SequenceMap, Float32Array[]>;
  readonly bounds: Float32Array[];
  readonly rooms: MapsRoom[];
  there: number;
}

/**
 * Frames that come in any order, a few at a time, put into shards; one that is full goes to the store and out of memory.
 * That is used again: what is allocated anew has to be swept, and each of its pages to be emptied first.
 */
export class GatheredShards {
  readonly #store: ShardStore;
  readonly #open = new Map<number, OpenShard>();
  readonly #stored: DoneShard[] = [];
  /** of frames that are in their shards, all of one size */
  readonly #rooms: MapsRoom[] = [];
  /** of a shard that was written, and of the one that is */
  #shardRoom: ShardRoom | undefined;
  #writing: ShardRoom | undefined;
  #layout: ShardLayout | null = null;
  #done = 0;
  /** of the shard before: put together, and written */
  #put: Promise<void> = Promise.resolve();
  #written: Promise<void> = Promise.resolve();

  constructor(store: ShardStore) {
    this.#store = store;
  }

  /** frames that are there */
  get done(): number {
    return this.#done;
  }

  /** @param layout of as many frames as there may be */
  begin(layout: ShardLayout): void {
    this.#layout = layout;
  }

  /** Memory for the maps of so many frames, always the same number; once they are added it is used again. */
  room(frames: number): MapsRoom {
    return this.#rooms.pop() ?? roomOfMaps(this.#layout!, frames);
  }

  /**
   * @param from the first one's number; all are of one shard
   * @param isRoom whether the maps lie in memory of {@link room}
   */
  async add(from: number, { rows, maps, bound }: DoneFrames, isRoom = false): Promise<void> {
    const layout = this.#layout!;
    const number = Math.floor(from / layout.shard.frames);
    const shard: OpenShard = this.#open.get(number) ?? {
      rows: [],
      maps: { phase: [], amplitude: [] },
      bounds: [],
      rooms: [],
      there: 0,
    };
    this.#open.set(number, shard);
    const at = from - number * layout.shard.frames;
    rows.forEach((row, k) => {
      shard.rows[at + k] = row;
      for (const map of sequenceMaps) shard.maps[map][at + k] = maps[map][k]!;
    });
    if (bound) shard.bounds.push(bound);
    if (isRoom) shard.rooms.push({ phase: memoryOf(maps.phase), amplitude: memoryOf(maps.amplitude) });
    shard.there += rows.length;
    if (shard.there === layout.shard.frames) await this.#begin(number, shard, layout);
    this.#done += rows.length;
  }

  /** Frames are done while a shard is put together; no more than one waits for that. */
  async #begin(number: number, shard: OpenShard, layout: ShardLayout): Promise<void> {
    this.#open.delete(number);
    const before = this.#put;
    this.#put = before.then(() => this.#putTogether(number, shard, layout));
    // whoever waits for it is told
    this.#put.catch(() => {});
    await before;
  }

  async #putTogether(
    number: number,
    { rows, maps, bounds, rooms }: OpenShard,
    layout: ShardLayout,
  ): Promise<void> {
    const steps = sealing(layout, { maps, bounds }, rows.map(belongs), this.#shardRoom);
    this.#shardRoom = undefined;
    // before and in between, frames are read for those who wait for them
    const others = () => new Promise((resolve) => setImmediate(resolve));
    await others();
    let step = steps.next();
    for (; !step.done; step = steps.next()) await others();
    const { stored, bytes } = step.value;
    this.#stored[number] = { rows, stored };
    this.#rooms.push(...rooms);
    await this.#written;
    [this.#shardRoom, this.#writing] = [this.#writing, bytes];
    const parts = shardParts.map((part) => bytes[part]);
    this.#written = this.#store.write(number, parts, headersOfShard(stored, number));
    this.#written.catch(() => {});
  }

  /** @param layout of as many frames as there are. @returns all shards in order */
  async finish(layout: ShardLayout): Promise<readonly DoneShard[]> {
    for (const [number, shard] of [...this.#open]) {
      const { from, to } = framesOfShard(layout, number);
      if (shard.there !== to - from) throw new Error(`shard ${number} has ${shard.there} frames`);
      await this.#begin(number, shard, layout);
    }
    await this.#put;
    await this.#written;
    return this.#stored;
  }
}

/** All of it, of which maps are parts. */
function memoryOf(maps: readonly Float32Array[]): Float32Array<ArrayBuffer> {
  return new Float32Array(maps[0]!.buffer as ArrayBuffer);
}
