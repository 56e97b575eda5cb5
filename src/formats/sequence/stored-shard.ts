import { headerOf } from '../package/stored-zip.ts';
import { shardPath } from './ome-zarr.ts';

/** A shard that lies elsewhere until the package is written. */
export interface StoredShard {
  readonly bytes: number;
  readonly sha256: string;
  readonly crc32: number;
}

export const sequenceMaps = ['phase', 'amplitude'] as const;
export type SequenceMap = (typeof sequenceMaps)[number];

/**
 * What goes in the package before each part of a shard: shards come first in it, in order, and of each the maps, so that
 * they can be put into their places as they are made.
 */
export function headersOfShard(
  stored: Readonly<Record<SequenceMap, StoredShard>>,
  shard: number,
): Uint8Array[] {
  return sequenceMaps.map((map) => headerOf({ ...stored[map], path: pathOfShard(map, shard) }));
}

export function pathOfShard(map: SequenceMap, shard: number): string {
  return `${rootOf(map)}/${shardPath(shard)}`;
}

/** The folder of an image. */
export function rootOf(map: SequenceMap): string {
  return `data/${map}.ome.zarr`;
}
