import type { Signer } from '../../formats/package/dsse.ts';
import type { OnProgress, RealMap } from '../../core/reconstruction/reconstruction.ts';
import { TemporalMoments } from '../../core/sequence/temporal-moments.ts';
import { frameMarks } from '../../formats/sequence/frames-table.ts';
import {
  buildSequencePackage,
  type SequenceMap,
  type SequencePackage,
} from '../../formats/sequence/sequence-package.ts';
import { omeTiff } from '../../formats/sequence/ome-tiff.ts';
import { decodeShard, framesOfShard, shardCount } from '../../formats/sequence/shard.ts';
import type { InputDescription } from '../../formats/report/package-context.ts';
import type { DoneShard, SequenceIdentity } from '../ports/sequence-work.ts';
import { scaledBy, type OpenSequence } from './sequence-job.ts';

/** Reads a shard that was stored, its memory aligned to 4 bytes. */
export type ReadShard = (map: SequenceMap, shard: number) => Promise<Uint8Array>;

export interface SequenceDetails extends SequenceIdentity {
  readonly interval_s: number | null;
  readonly background: InputDescription | null;
}

/**
 * The package of a sequence whose shards are all done: mean and scatter are taken from them in the order of time, so that
 * it does not matter who did which of them when.
 */
export async function packSequence(
  { started, reconstruction, phaseScale, layout, input, referenceFrames }: OpenSequence,
  shards: readonly DoneShard[],
  read: ReadShard,
  { interval_s, background, ...identity }: SequenceDetails,
  signer: Signer | null = null,
  onProgress: OnProgress = () => {},
): Promise<SequencePackage> {
  const rows = shards.flatMap((shard) => shard.rows);
  const moments = new TemporalMoments();
  for (let shard = 0; shard < shards.length; shard++) {
    onProgress('package', shard / shards.length);
    const { from, to } = framesOfShard(layout, shard);
    const frames = decodeShard(layout, await read('phase', shard), to - from);
    frames.forEach((phase, k) => {
      if (frameMarks(rows[from + k]!).length === 0) moments.add(phase);
    });
  }
  const scaled = (map: RealMap) => ({ ...map, data: scaledBy(map.data, phaseScale) });
  const maps = {
    mean: moments.mean(layout.rows, layout.cols),
    std: moments.std(layout.rows, layout.cols),
  };
  const result = {
    ...{ reconstruction, layout, rows, interval_s, referenceFrames, ...maps },
    ...{ uncertainty: scaled(started.uncertainty), noise: scaled(started.noise) },
    medianSigma: Math.sqrt(started.typical.total) * phaseScale,
    shards: shards.map(({ stored }) => stored),
  };
  const calibration = reconstruction.calibration ?? null;
  return buildSequencePackage(result, { ...identity, input, background, calibration }, signer);
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
