import type { Kernels } from '../../core/kernel/kernels.ts';
import type { Signer } from '../../formats/package/dsse.ts';
import type { OnProgress, RealMap } from '../../core/reconstruction/reconstruction.ts';
import {
  decodeMoments,
  joined,
  meanMap,
  momentsBytes,
  momentsOf,
  scatterMap,
} from '../../core/sequence/temporal-moments.ts';
import { buildSequencePackage, type SequencePackage } from '../../formats/sequence/sequence-package.ts';
import { omeTiff } from '../../formats/sequence/ome-tiff.ts';
import { decodeShard, framesOfShard, shardCount, type ShardLayout } from '../../formats/sequence/shard.ts';
import type { InputDescription } from '../../formats/report/package-context.ts';
import type { DoneShard, ReadFile, SequenceIdentity, shardParts } from '../ports/sequence-work.ts';
import { belongs, scaledBy, type OpenSequence } from './sequence-job.ts';

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

export interface SequenceDetails extends SequenceIdentity {
  readonly interval_s: number | null;
  readonly background: InputDescription | null;
}

/**
 * The package of a sequence whose shards are all done: mean and scatter are joined from theirs in the order of time, so
 * that it does not matter who did which of them when.
 */
export async function packSequence(
  kernels: Kernels,
  { started, reconstruction, phaseScale, layout, input, referenceFrames }: OpenSequence,
  shards: readonly DoneShard[],
  read: ReadShard,
  { interval_s, background, ...identity }: SequenceDetails,
  signer: Signer | null = null,
  onProgress: OnProgress = () => {},
): Promise<SequencePackage> {
  const rows = shards.flatMap((shard) => shard.rows);
  let moments = momentsOf([], layout.rows * layout.cols);
  for (const [k, shard] of shards.entries()) {
    onProgress('package', k / shards.length);
    const count = shard.rows.filter(belongs).length;
    moments = joined(moments, decodeMoments(await read('moments', k), count));
  }
  const scaled = (map: RealMap) => ({ ...map, data: scaledBy(map.data, phaseScale) });
  const maps = {
    mean: meanMap(moments, layout.rows, layout.cols),
    std: scatterMap(moments, layout.rows, layout.cols),
  };
  const result = {
    ...{ reconstruction, layout, rows, interval_s, referenceFrames, ...maps },
    ...{ uncertainty: scaled(started.uncertainty), noise: scaled(started.noise) },
    medianSigma: Math.sqrt(started.typical.total) * phaseScale,
    shards: shards.map(({ stored }) => stored),
  };
  const calibration = reconstruction.calibration ?? null;
  return buildSequencePackage(kernels, result, { ...identity, input, background, calibration }, signer);
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
