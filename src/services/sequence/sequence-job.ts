import type { Frame } from '../../core/field/frame.ts';
import type { Kernels } from '../../core/kernel/kernels.ts';
import { Problem } from '../../core/problem/problem.ts';
import { applyProfile } from '../../core/calibrate-apply/apply-profile.ts';
import { withCalibration } from '../../core/calibrate-apply/with-calibration.ts';
import type { CalibratedRig } from '../../core/rig/calibrated-rig.ts';
import type { OnProgress, Reconstruction } from '../../core/reconstruction/reconstruction.ts';
import type { DevelopedFrame, MapRoom } from '../../core/sequence/develop-frame.ts';
import type { SequenceRecipe } from '../../core/sequence/parse-sequence.ts';
import {
  beginGroup,
  developNext,
  framesOfGroup,
  startFrames,
  type Started,
} from '../../core/sequence/sequence-frames.ts';
import { atOnce } from '../../core/at-once.ts';
import { raise } from '../../core/sequence/temporal-moments.ts';
import type { FrameRow } from '../../formats/sequence/frames-table.ts';
import type { SequenceMap } from '../../formats/sequence/stored-shard.ts';
import type { DoneFrames, MapsRoom, SequenceResults } from '../ports/sequence-work.ts';
import { DECODE } from '../reconstruction/stopwatch.ts';
import { framesOfShard, shardLayout, type ShardLayout } from '../../formats/sequence/shard.ts';
import type { FrameSource, SourceFrame } from './frame-source.ts';
import { belongs, roomOfMaps, sealing } from './seal-shard.ts';

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
const FRAME = 'frames';

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
  const { rows, maps, bound } = await developFrames(kernels, sequence, source, from, to, onProgress);
  return { rows, ...atOnce(sealing(layout, { maps, bounds: bound ? [bound] : [] }, rows.map(belongs))) };
}

/**
 * Some frames in the order of time: they depend on the start and on themselves alone, in-line also on those before them in
 * their group, which are then done for it.
 * @param to the one after the last
 * @param room for the maps; they have memory of their own otherwise
 */
export async function developFrames(
  kernels: Kernels,
  { started, layout, phaseScale }: OpenSequence,
  source: FrameSource,
  from: number,
  to: number,
  onProgress: OnProgress = () => {},
  room: MapsRoom = roomOfMaps(layout, to - from),
): Promise<DoneFrames> {
  const rows: FrameRow[] = [];
  const maps: Record<SequenceMap, Float32Array[]> = { phase: [], amplitude: [] };
  const samples = layout.rows * layout.cols;
  const placeOf = (map: SequenceMap, i: number) => room[map].subarray(i * samples, (i + 1) * samples);
  const group = framesOfGroup(started);
  let bound: Float32Array | null = null;
  let k = from - (from % group);
  for await (const { frame, sha256: input_sha256, bytes: input_bytes } of ahead(source, k, to, onProgress)) {
    onProgress(FRAME, rows.length / (to - from));
    if (k % group === 0) beginGroup(started);
    const [phase, amplitude] = [placeOf('phase', rows.length), placeOf('amplitude', rows.length)];
    // what is before the first frame leaves its maps where that one's will be
    const done = frame && developed(kernels, started, frame, { phase, amplitude });
    if (frame) source.free(frame);
    if (k++ < from) continue;
    const record = done?.facts ?? null;
    const row = { input_sha256, input_bytes, record };
    const own = belongs(row) ? done?.uncertainty : null;
    if (own) raise((bound ??= new Float32Array(samples)), own.data);
    if (!record) for (const map of [phase, amplitude]) map.fill(NaN);
    else if (phaseScale !== 1) phase.set(scaledBy(phase, phaseScale));
    maps.phase.push(phase);
    maps.amplitude.push(amplitude);
    rows.push(row);
  }
  return { rows, maps, bound };
}

export function scaledBy(values: Float32Array, factor: number): Float32Array {
  return factor === 1 ? values : values.map((value) => value * factor);
}

/** While one is worked on: who reads them has other work as well, and may be at it when the next one is wanted. */
const READ_AHEAD = 2;

/** Frames one after the other: the bytes of the next ones come in while one is worked on. */
async function* ahead(
  source: FrameSource,
  from: number,
  to: number,
  onProgress: OnProgress,
): AsyncGenerator<SourceFrame> {
  const coming: Promise<SourceFrame>[] = [];
  let asked = from;
  const ask = (): void => {
    if (asked >= to) return;
    const next = source.read(asked++);
    // where the work ends before it is waited for, nobody hears of it
    next.catch(() => {});
    coming.push(next);
  };
  for (let k = 0; k < READ_AHEAD; k++) ask();
  for (let k = from; k < to; k++) {
    onProgress(DECODE, (k - from) / (to - from));
    const frame = await coming.shift()!;
    ask();
    yield frame;
  }
}

/** null: the frame is of another size, or its samples are no numbers */
function developed(
  kernels: Kernels,
  started: Started,
  frame: Frame,
  room: MapRoom,
): Omit<DevelopedFrame, 'phase' | 'amplitude'> | null {
  try {
    const { facts, uncertainty } = developNext(kernels, started, frame, room);
    return { facts, uncertainty };
  } catch (cause) {
    if (cause instanceof Problem) return null;
    throw cause;
  }
}
