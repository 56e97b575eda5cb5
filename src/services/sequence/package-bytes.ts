import type { SequencePackage } from '../../formats/sequence/sequence-package.ts';
import { momentsBytes } from '../../core/sequence/temporal-moments.ts';
import { omeTiff } from '../../formats/sequence/ome-tiff.ts';
import { decodeShard, framesOfShard, shardCount, type ShardLayout } from '../../formats/sequence/shard.ts';
import type { DoneShard, ReadFile, shardParts } from '../ports/sequence-work.ts';

/** Reads a part of a shard that was stored, in memory of its own. */
export type ReadShard = (
  part: (typeof shardParts)[number],
  shard: number,
) => Promise<Uint8Array<ArrayBuffer>>;

/** Reads stored shards by their keys. */
export function shardReader(
  shards: readonly (Pick<DoneShard, 'stored'> & { readonly key: string })[],
  layout: Pick<ShardLayout, 'rows' | 'cols'>,
  read: ReadFile,
): ReadShard {
  return (part, k) => {
    const { key, stored } = shards[k]!;
    const { offset, length } = placeIn(stored, part, layout);
    return read(key, offset, length);
  };
}

/** Where a part of a stored shard lies. */
export function placeIn(
  stored: DoneShard['stored'],
  part: (typeof shardParts)[number],
  { rows, cols }: Pick<ShardLayout, 'rows' | 'cols'>,
): { readonly offset: number; readonly length: number } {
  const { phase, amplitude } = stored;
  if (part === 'phase') return { offset: 0, length: phase.bytes };
  if (part === 'amplitude') return { offset: phase.bytes, length: amplitude.bytes };
  return { offset: phase.bytes + amplitude.bytes, length: momentsBytes(rows * cols) };
}

/** The bytes of a package in order. */
export async function* packageBytes(
  { files, directory }: SequencePackage,
  read: ReadShard,
): AsyncGenerator<Uint8Array> {
  for (const { header, from } of files) {
    yield header;
    if ('map' in from) yield await read(from.map, from.shard);
    else yield* from.pieces;
  }
  yield* directory;
}

/** What comes behind the shards, which lie in their places already. */
export function behindShards({ files, directory }: SequencePackage): Uint8Array[] {
  const others = files.flatMap(({ header, from }) => ('map' in from ? [] : [header, ...from.pieces]));
  return [...others, ...directory];
}

/** The phase of all frames as one OME-TIFF. */
export function omeTiffBytes({ image }: SequencePackage, read: ReadShard): AsyncGenerator<Uint8Array> {
  return omeTiff(image, phasesOf(image, read));
}

async function* phasesOf(
  { layout }: SequencePackage['image'],
  read: ReadShard,
): AsyncGenerator<Float32Array> {
  for (let shard = 0; shard < shardCount(layout); shard++) {
    const { from, to } = framesOfShard(layout, shard);
    yield* decodeShard(layout, await read('phase', shard), to - from);
  }
}
