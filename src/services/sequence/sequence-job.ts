import type { Frame } from '../../core/field/frame.ts';
import type { Kernels } from '../../core/kernel/kernels.ts';
import { Problem } from '../../core/problem/problem.ts';
import { applyProfile } from '../../core/calibrate-apply/apply-profile.ts';
import { withCalibration } from '../../core/calibrate-apply/with-calibration.ts';
import type { CalibratedRig } from '../../core/rig/calibrated-rig.ts';
import type { OnProgress, Reconstruction } from '../../core/reconstruction/reconstruction.ts';
import type { FrameRecord } from '../../core/sequence/develop-frame.ts';
import type { SequenceRecipe } from '../../core/sequence/parse-sequence.ts';
import { sequenceSettings } from '../../core/sequence/sequence-settings.ts';
import {
  beginGroup,
  developNext,
  framesOfGroup,
  startFrames,
  type Started,
} from '../../core/sequence/sequence-frames.ts';
import { encodeMoments, momentsOf } from '../../core/sequence/temporal-moments.ts';
import { atOnce } from '../../formats/package/at-once.ts';
import { summing } from '../../formats/package/digests.ts';
import { frameMarks, type FrameRow } from '../../formats/sequence/frames-table.ts';
import type { SequenceMap, StoredShard } from '../../formats/sequence/stored-shard.ts';
import type { DoneFrames, SealedShard, SequenceResults } from '../ports/sequence-work.ts';
import { DECODE } from '../reconstruction/stopwatch.ts';
import { encodeShard, framesOfShard, shardLayout, type ShardLayout } from '../../formats/sequence/shard.ts';
import type { FrameSource, SourceFrame } from './frame-source.ts';

/** A sequence whose frames can be done in pieces. */
export interface OpenSequence extends Disposable {
  readonly started: Started;
  readonly layout: ShardLayout;
  /** what is stated of all frames, with what a profile corrected */
  readonly reconstruction: Reconstruction;
  /** true phase over measured phase, as a profile has it */
  readonly phaseScale: number;
  /** that the start was made of */
  readonly referenceFrames: readonly number[];
  /** of these those that could not be read */
  readonly unread: readonly number[];
  readonly input: {
    readonly format: string;
    readonly width_px: number;
    readonly height_px: number;
    readonly bit_depth: number;
  };
}

/** The stage in which one frame is done; the service gives each as long as a reconstruction. */
export const FRAME = 'frames';

/** The frames that the start of a sequence is made of. */
export function referenceFrames(count: number): number[] {
  return spread(count, sequenceSettings.referenceFrames);
}

/** @param chosen frames that the start is made of: they are read, and it is made. @throws Problem where none of them can be used */
export async function openSequence(
  kernels: Kernels,
  source: FrameSource,
  background: Frame | null,
  { recipe, calibration }: SequenceRecipe & { readonly calibration: CalibratedRig | null },
  chosen: readonly number[],
  onProgress: OnProgress,
): Promise<OpenSequence> {
  const read: Frame[] = [];
  const unread: number[] = [];
  let refused: Problem | null = null;
  for (const [i, k] of chosen.entries()) {
    onProgress(DECODE, (0.5 * i) / chosen.length);
    const { frame, problem } = await source.read(k);
    if (frame) read.push(frame);
    else unread.push(k);
    refused ??= problem;
  }
  if (read.length === 0 && refused) throw refused;
  onProgress('sideband', 0.5);
  const usual = usualSize(read);
  const frames = read.filter(({ width, height }) => width === usual?.width && height === usual.height);
  if (background && usual && (background.width !== usual.width || background.height !== usual.height)) {
    const message = `is ${background.width} × ${background.height} px, the frames ${usual.width} × ${usual.height} px`;
    throw new Problem('INVALID_INPUT', `background ${message}.`, [{ pointer: '/background', message }]);
  }
  const applied =
    calibration && usual
      ? applyProfile(recipe, calibration, { ...sizeOf(usual), hasBackground: background !== null })
      : null;
  const used = applied?.recipe ?? recipe;
  const started = startFrames(kernels, frames, background, used, onProgress, applied?.correction);
  const { rows, cols } = started.uncertainty;
  const { width, height, bitDepth } = started.pivot;
  return {
    ...{ started, layout: shardLayout(source.count, rows, cols), referenceFrames: chosen, unread },
    phaseScale: applied?.phaseScale ?? 1,
    reconstruction: applied
      ? withCalibration(started.reconstruction, applied, calibration!)
      : started.reconstruction,
    input: { format: source.format, width_px: width, height_px: height, bit_depth: bitDepth },
    [Symbol.dispose]: () => started[Symbol.dispose](),
  };
}

function sizeOf({ width, height }: Frame) {
  return { width, height };
}

/** So many numbers from 0 to count − 1, evenly spread; of a shorter sequence all. */
function spread(count: number, most: number): number[] {
  const n = Math.min(count, most);
  return Array.from({ length: n }, (_, i) => (n === 1 ? 0 : Math.round((i * (count - 1)) / (n - 1))));
}

/** The size that most frames have. */
function usualSize(frames: readonly Frame[]): Frame | undefined {
  const alike = (a: Frame) =>
    frames.filter(({ width, height }) => width === a.width && height === a.height).length;
  return frames.toSorted((a, b) => alike(b) - alike(a))[0];
}

/** The frames of one shard: they depend on the start and on themselves alone. */
export async function developShard(
  kernels: Kernels,
  sequence: OpenSequence,
  source: FrameSource,
  shard: number,
  onProgress: OnProgress = () => {},
): Promise<SequenceResults['shard']> {
  const { layout } = sequence;
  const { from, to } = framesOfShard(layout, shard);
  const { rows, maps } = await developFrames(kernels, sequence, source, from, to, onProgress);
  return { rows, ...atOnce(sealing(layout, maps, rows.map(belongs))) };
}

/** Whether a frame counts in mean and scatter. */
export function belongs(row: FrameRow): boolean {
  return frameMarks(row).length === 0;
}

/**
 * The frames of a shard that are done, as it is stored. It comes in steps of milliseconds, between which whoever has more
 * to do may do that.
 * @param counts of each frame whether it does in mean and scatter
 */
export function* sealing(
  layout: ShardLayout,
  maps: DoneFrames['maps'],
  counts: readonly boolean[],
): Generator<void, SealedShard> {
  const counted = maps.phase.filter((_, k) => counts[k]);
  const phase = encodeShard(layout, maps.phase);
  yield;
  const amplitude = encodeShard(layout, maps.amplitude);
  yield;
  const moments = encodeMoments(momentsOf(counted, layout.rows * layout.cols));
  yield;
  const stored = { phase: yield* storing(phase), amplitude: yield* storing(amplitude) };
  return { bytes: { phase, amplitude, moments }, stored };
}

function* storing(bytes: Uint8Array): Generator<void, StoredShard> {
  return { bytes: bytes.byteLength, ...(yield* summing([bytes])) };
}

/**
 * Some frames in the order of time: they depend on the start and on themselves alone, in-line also on those before them in
 * their group, which are then done for it.
 * @param to the one after the last
 */
export async function developFrames(
  kernels: Kernels,
  { started, layout, phaseScale }: OpenSequence,
  source: FrameSource,
  from: number,
  to: number,
  onProgress: OnProgress = () => {},
): Promise<DoneFrames> {
  const rows: FrameRow[] = [];
  const maps: Record<SequenceMap, Float32Array[]> = { phase: [], amplitude: [] };
  const nothing = () => new Float32Array(layout.rows * layout.cols).fill(NaN);
  const group = framesOfGroup(started);
  let k = from - (from % group);
  for await (const { frame, sha256: input_sha256, bytes: input_bytes } of ahead(source, k, to, onProgress)) {
    onProgress(FRAME, rows.length / (to - from));
    if (k % group === 0) beginGroup(started);
    const done = frame && developed(kernels, started, frame);
    if (frame) source.free(frame);
    if (k++ < from) continue;
    maps.phase.push(done ? scaledBy(done.phase, phaseScale) : nothing());
    maps.amplitude.push(done?.amplitude ?? nothing());
    rows.push({ input_sha256, input_bytes, record: done?.record ?? null });
  }
  return { rows, maps };
}

export function scaledBy(values: Float32Array, factor: number): Float32Array {
  return factor === 1 ? values : values.map((value) => value * factor);
}

/** Frames one after the other: the bytes of the next come in while one is worked on. */
async function* ahead(
  source: FrameSource,
  from: number,
  to: number,
  onProgress: OnProgress,
): AsyncGenerator<SourceFrame> {
  let next = source.read(from);
  for (let k = from; k < to; k++) {
    onProgress(DECODE, (k - from) / (to - from));
    const frame = await next;
    if (k + 1 < to) {
      next = source.read(k + 1);
      // where the work ends before it is waited for, nobody hears of it
      next.catch(() => {});
    }
    yield frame;
  }
}

interface Developed {
  readonly phase: Float32Array;
  readonly amplitude: Float32Array;
  readonly record: FrameRecord;
}

/** null: the frame is of another size, or its samples are no numbers */
function developed(kernels: Kernels, started: Started, frame: Frame): Developed | null {
  try {
    const { phase, amplitude, facts } = developNext(kernels, started, frame);
    return { phase: phase.data, amplitude: amplitude.data, record: facts };
  } catch (cause) {
    if (cause instanceof Problem) return null;
    throw cause;
  }
}
