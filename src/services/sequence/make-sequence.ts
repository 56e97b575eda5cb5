import { createHash } from 'node:crypto';
import { checkRig } from '../../core/calibrate-apply/check-rig.ts';
import type { CalibratedRig } from '../../core/rig/calibrated-rig.ts';
import type { OnProgress } from '../../core/reconstruction/reconstruction.ts';
import { parseSequence } from '../../core/sequence/parse-sequence.ts';
import type { PackageContext } from '../../formats/report/package-context.ts';
import type { SequencePackage } from '../../formats/sequence/sequence-package.ts';
import type { ShardLayout } from '../../formats/sequence/shard.ts';
import { mintId } from '../mint-id.ts';
import type { ReadFile, FramesFile, SequenceResults, SequenceSteps } from '../ports/sequence-work.ts';
import { listFrames } from './frame-source.ts';
import type { FileToRead } from './frames-of-file.ts';
import { GatheredShards } from './gathered-shards.ts';
import type { SequenceMaker, ShardStore } from './sequence-maker.ts';
import { referenceFrames } from './reference-frames.ts';

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
/** Done in one go, by one thread: what lies together in a shard, and in-line depends on what is before it. */
const PIECE_FRAMES = 8;
/** Up to so many pieces are one, as between two of them a thread waits for a frame to be read … */
const MOST_PIECES = 4;
/** … where each thread gets so many of those all the same. */
const LEAST_TURNS = 8;
/** Before the number of a shard: by which it is read. */
export const SHARD = 'shard:';

/**
 * Frames to a package that is ready to be written: `packageBytes` of it and of the same store. Of the frames no more than
 * three for each of the makers are in memory at a time, and of results three shards: one that grows, one that is put together,
 * which takes it twice, one that is written.
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
  const start = { ...common, files: filesOf(listed, common.reference) };
  const threads = Math.min(maker.atOnce, Math.ceil(frames / PIECE_FRAMES));
  const { layout } = await startAll(maker, start, threads, read, onProgress);
  const step = pieceFrames(layout, frames, threads);
  const pieces = Math.ceil(frames / step);
  const gathered = new GatheredShards(store);
  gathered.begin(layout);
  const underWay = new Map<number, number>();
  await eachOf(pieces, maker.atOnce, async (piece) => {
    const [from, to] = [piece * step, Math.min(frames, (piece + 1) * step)];
    const needed = filesOf(listed, [...common.reference, ...range(from, to)]);
    const report: OnProgress = (_, fraction) => {
      underWay.set(piece, fraction * (to - from));
      onProgress('frames', [...underWay.values()].reduce((sum, of) => sum + of, gathered.done) / frames);
    };
    const room = gathered.room(step);
    const job = { ...common, files: needed, step: 'frames', from, to, room } as const;
    const done = await maker.sequence<'frames'>(job, read, report);
    underWay.delete(piece);
    await gathered.add(from, done, true);
  });
  onProgress('package', 1);
  const shards = (await gathered.finish(layout)).map((shard, k) => ({ ...shard, key: `${SHARD}${k}` }));
  const ids = { evidence_report_id: mintId('evr', now), archive_id: mintId('arc', now) };
  const identity = { ...ids, created_at: now.toISOString(), requester, software, requested: fields };
  const job = { ...start, step: 'package', shards, identity, digest: false } as const;
  return maker.sequence<'package'>(job, read, () => {});
}

/** All of a piece lie in one shard. */
function pieceFrames({ shard }: ShardLayout, frames: number, threads: number): number {
  const chunks = shard.frames / PIECE_FRAMES;
  const fits = (n: number) => chunks % n === 0 && n * PIECE_FRAMES * LEAST_TURNS * threads <= frames;
  const most =
    range(2, MOST_PIECES + 1)
      .filter(fits)
      .at(-1) ?? 1;
  return most * PIECE_FRAMES;
}

/** Every thread finds what all frames share by itself, all at the same time: none has to wait for another one's. */
export async function startAll(
  maker: SequenceMaker,
  common: Omit<SequenceSteps['start'], 'step'>,
  times: number,
  read: ReadFile,
  onProgress: OnProgress,
): Promise<SequenceResults['start']> {
  const report: OnProgress = (_, fraction) => onProgress('start', fraction);
  const started = await Promise.all(
    Array.from({ length: times }, (_, k) =>
      maker.sequence<'start'>({ ...common, step: 'start' }, read, k === 0 ? report : () => {}),
    ),
  );
  return started[0]!;
}

/** The files with these frames, in order. @param files in order, without gaps */
export function filesOf<File extends Pick<FramesFile, 'first' | 'frames'>>(
  files: readonly File[],
  frames: readonly number[],
): File[] {
  const held = new Set(frames.map((frame) => indexOf(files, frame)));
  return [...held].toSorted((a, b) => a - b).map((k) => files[k]!);
}

/** Of the file with this frame. */
export function indexOf(files: readonly Pick<FramesFile, 'first' | 'frames'>[], frame: number): number {
  let [low, high] = [0, files.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    const { first, frames } = files[middle]!;
    if (first + frames <= frame) low = middle + 1;
    else high = middle;
  }
  return low;
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
  return async (key, offset, length, room, told) => {
    if (key.startsWith(SHARD)) return store.read(Number(key.slice(SHARD.length)), offset, length);
    const file = key === BACKGROUND ? background! : files[Number(key)]!;
    const bytes = (await file.read(offset, length, room)) as Uint8Array<ArrayBuffer>;
    // this thread waits most of the time, and those that ask do not
    told?.(createHash('sha256').update(bytes).digest('hex'));
    return bytes;
  };
}
