import { checkRig } from '../../core/calibrate-apply/check-rig.ts';
import type { CalibratedRig } from '../../core/rig/calibrated-rig.ts';
import type { OnProgress } from '../../core/reconstruction/reconstruction.ts';
import { parseSequence } from '../../core/sequence/parse-sequence.ts';
import type { PackageContext } from '../../formats/report/package-context.ts';
import { framesOfShard, shardCount } from '../../formats/sequence/shard.ts';
import type { SequencePackage } from '../../formats/sequence/sequence-package.ts';
import { mintId } from '../mint-id.ts';
import type { ReadFile, FramesFile, SequenceResults, SequenceSteps } from '../ports/sequence-work.ts';
import { listFrames } from './frame-source.ts';
import type { FileToRead } from './frames-of-file.ts';
import { referenceFrames } from './sequence-job.ts';

/** Where shards lie until they are packed: of each its phase, and behind it its amplitude. */
export interface ShardStore {
  write(shard: number, pieces: readonly Uint8Array[]): Promise<void>;
  read(shard: number, offset: number, length: number): Promise<Uint8Array<ArrayBuffer>>;
}

/** Who does the steps. */
export interface SequenceMaker {
  /** as many at a time */
  readonly atOnce: number;
  sequence<Step extends keyof SequenceSteps>(
    job: SequenceSteps[Step],
    read: ReadFile,
    onProgress: OnProgress,
  ): Promise<SequenceResults[Step]>;
}

export interface SequenceOrder {
  /** the fields as they were sent */
  readonly fields: Readonly<Record<string, unknown>>;
  readonly files: readonly FileToRead[];
  readonly background: FileToRead | null;
  /** what a target has shown the rig to be; null: nothing */
  readonly calibration: CalibratedRig | null;
  readonly requester: string;
  readonly software: PackageContext['software'];
  readonly now: Date;
}

const BACKGROUND = 'background';
/** Before the number of a shard: by which it is read. */
export const SHARD = 'shard:';

/**
 * Frames to a package that is ready to be written: `packageBytes` of it and of the same store. Of the frames no more than
 * one for each of the makers is in memory at a time, and of results one shard.
 * @throws Problem where fields or frames do not allow it
 */
export async function makeSequence(
  maker: SequenceMaker,
  { fields, files, background, calibration, requester, software, now }: SequenceOrder,
  store: ShardStore,
  onProgress: OnProgress,
): Promise<SequencePackage> {
  const { recipe } = parseSequence(fields);
  if (calibration) checkRig(recipe, calibration, null);
  onProgress('start', 0);
  const listed = await listFrames(files, recipe);
  const frames = listed.at(-1)!.first + listed.at(-1)!.frames;
  const read = readerOf(files, background, store);
  const common = {
    ...{ sequence_id: mintId('seq', now), fields, frames, reference: referenceFrames(frames) },
    background: background && fileOf(background),
    calibration,
  };
  const start = filesOf(listed, common.reference);
  const of = <Step extends keyof SequenceSteps>(job: SequenceSteps[Step], report: OnProgress) =>
    maker.sequence<Step>(job, read, report);
  const { layout } = await of<'start'>({ ...common, files: start, step: 'start' }, (_, fraction) =>
    onProgress('start', fraction),
  );
  const count = shardCount(layout);
  const fractions = new Float64Array(count);
  const shards = await eachOf(count, maker.atOnce, async (shard) => {
    const { from, to } = framesOfShard(layout, shard);
    const needed = filesOf(listed, [...common.reference, ...range(from, to)]);
    const report: OnProgress = (_, fraction) => {
      fractions[shard] = fraction;
      onProgress('frames', fractions.reduce((sum, done) => sum + done, 0) / count);
    };
    const { rows, stored, bytes } = await of<'shard'>(
      { ...common, files: needed, step: 'shard', shard },
      report,
    );
    await store.write(shard, [bytes.phase, bytes.amplitude]);
    fractions[shard] = 1;
    return { rows, stored, key: `${SHARD}${shard}` };
  });
  onProgress('package', 1);
  const ids = { evidence_report_id: mintId('evr', now), archive_id: mintId('arc', now) };
  const identity = { ...ids, created_at: now.toISOString(), requester, software, requested: fields };
  return of<'package'>(
    { ...common, files: start, step: 'package', shards, identity, digest: false },
    () => {},
  );
}

/** The files with these frames, in order, and the first. */
export function filesOf<File extends Pick<FramesFile, 'first' | 'frames'>>(
  files: readonly File[],
  frames: readonly number[],
): File[] {
  const wanted = frames.toSorted((a, b) => a - b);
  let next = 0;
  return files.filter(({ first, frames: held }, k) => {
    while (next < wanted.length && wanted[next]! < first) next++;
    return k === 0 || (next < wanted.length && wanted[next]! < first + held);
  });
}

export function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, k) => from + k);
}

/** Does them all, so many at a time, and stops at the first that fails. */
async function eachOf<T>(
  count: number,
  atOnce: number,
  work: (k: number) => Promise<T>,
): Promise<readonly T[]> {
  const done: T[] = [];
  let next = 0;
  const one = async (): Promise<void> => {
    while (next < count) {
      const k = next++;
      try {
        done[k] = await work(k);
      } catch (error) {
        next = count;
        throw error;
      }
    }
  };
  const all = await Promise.allSettled(Array.from({ length: Math.min(count, atOnce) }, one));
  const failed = all.find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
  return done;
}

export function fileOf({ name, size: bytes }: FileToRead): FramesFile {
  return { ...{ key: BACKGROUND, name, bytes, sha256: null }, first: 0, frames: 1, isStack: false };
}

export function readerOf(
  files: readonly FileToRead[],
  background: FileToRead | null,
  store: ShardStore,
): ReadFile {
  return async (key, offset, length) => {
    if (key.startsWith(SHARD)) return store.read(Number(key.slice(SHARD.length)), offset, length);
    const file = key === BACKGROUND ? background! : files[Number(key)]!;
    return (await file.read(offset, length)) as Uint8Array<ArrayBuffer>;
  };
}
