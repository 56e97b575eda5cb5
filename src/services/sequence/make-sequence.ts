import type { Kernels } from '../../core/kernel/kernels.ts';
import type { OnProgress } from '../../core/reconstruction/reconstruction.ts';
import { parseSequence } from '../../core/sequence/parse-sequence.ts';
import type { Signer } from '../../formats/package/dsse.ts';
import type { InputDescription, PackageContext } from '../../formats/report/package-context.ts';
import {
  sequenceMaps,
  type SequenceMap,
  type SequencePackage,
} from '../../formats/sequence/sequence-package.ts';
import { framesOfShard, shardCount } from '../../formats/sequence/shard.ts';
import { mintId } from '../mint-id.ts';
import type { ReceivedFile } from '../ports/received-file.ts';
import { decodeBackground } from '../reconstruction/perform-reconstruction.ts';
import { openFrames, type FileToRead } from './frame-source.ts';
import { packSequence, type ReadShard } from './pack-sequence.ts';
import { developShard, openSequence, type DoneShard } from './sequence-job.ts';

/** Where shards lie until they are packed. */
export interface ShardStore {
  write(map: SequenceMap, shard: number, bytes: Uint8Array): Promise<void>;
  readonly read: ReadShard;
}

export interface SequenceOrder {
  /** the fields as they were sent */
  readonly fields: Readonly<Record<string, unknown>>;
  readonly files: readonly FileToRead[];
  readonly background: ReceivedFile | null;
  readonly requester: string;
  readonly software: PackageContext['software'];
  readonly now: Date;
}

/**
 * Frames to a package that is ready to be written: `packageBytes` of it and of the same store. Of the frames no more than
 * those of one shard are in memory at a time.
 * @throws Problem where fields or frames do not allow it
 */
export async function makeSequence(
  kernels: Kernels,
  { fields, files, background: blank, requester, software, now }: SequenceOrder,
  store: ShardStore,
  onProgress: OnProgress,
  signer: Signer | null = null,
): Promise<SequencePackage> {
  const request = parseSequence(fields);
  const { recipe, interval_s } = request;
  onProgress('start', 0);
  const source = await openFrames(files, recipe);
  const decoded = blank && (await decodeBackground(blank, recipe));
  const background = decoded?.frame ?? null;
  using sequence = await openSequence(kernels, source, background, request, () => onProgress('start', 0.5));
  const shards: Pick<DoneShard, 'rows' | 'stored'>[] = [];
  for (let shard = 0; shard < shardCount(sequence.layout); shard++) {
    const report = (k: number) => onProgress('frames', k / source.count);
    const { rows, bytes, stored } = await developShard(kernels, sequence, source, shard, report);
    for (const map of sequenceMaps) await store.write(map, shard, bytes[map]);
    shards.push({ rows, stored });
  }
  onProgress('package', framesOfShard(sequence.layout, shards.length - 1).to / source.count);
  const ids = { evidence_report_id: mintId('evr', now), archive_id: mintId('arc', now) };
  const identity = { ...ids, created_at: now.toISOString(), requester, software, requested: fields };
  const described = decoded && describe(blank!, decoded);
  return packSequence(
    sequence,
    shards,
    store.read,
    { ...identity, interval_s, background: described },
    signer,
  );
}

function describe(
  { sha256, bytes }: ReceivedFile,
  { frame, format }: Awaited<ReturnType<typeof decodeBackground>>,
): InputDescription {
  const { width, height, bitDepth } = frame;
  return { sha256, bytes, format, width_px: width, height_px: height, bit_depth: bitDepth };
}
