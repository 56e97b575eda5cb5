import { performance } from 'node:perf_hooks';
import { setImmediate } from 'node:timers/promises';
import { parentPort, type MessagePort } from 'node:worker_threads';
import { move, transferableSymbol, valueSymbol } from 'piscina';
import type { Kernels } from '../../core/kernel/kernels.ts';
import { Problem } from '../../core/problem/problem.ts';
import { sequenceMaps } from '../../formats/sequence/stored-shard.ts';
import type { Signer } from '../../formats/package/dsse.ts';
import { calibrateFrame } from '../../services/calibration/calibrate-frame.ts';
import type { CalibrationResult } from '../../services/ports/compute.ts';
import {
  performReconstruction,
  type PackageOptions,
} from '../../services/reconstruction/perform-reconstruction.ts';
import type { OnProgress } from '../../core/reconstruction/reconstruction.ts';
import type { SequenceResults } from '../../services/ports/sequence-work.ts';
import { SequenceWorker } from '../../services/sequence/sequence-worker.ts';
import { filesOver, Unread } from './files-over-port.ts';
import {
  POOL,
  POOL_BYTES,
  takesMost,
  type EarlyPart,
  type FirstPicture,
  type Job,
  type JobAnswer,
  type JobResult,
  type Progress,
  type ThreadReady,
  type ThreadSpent,
  type Work,
} from './messages.ts';
import { sweep } from './sweep.ts';
import { threadSpent } from './thread-spent.ts';

class Cancelled extends Error {}

/** Some stages report thousands of times a second: fast enough to be cancelled at once, and too often to be told. */
const TELL_EVERY_MS = 100;
/**
 * The memory of kernels grows and never shrinks: to 132 MB for an off-axis frame, which the next one needs as well, and to
 * several times as much for an in-line frame, which is more than a thread may keep while it does nothing.
 */
const KEPT_BYTES = 192 * 1024 * 1024;
/** With how much begins what takes the most by far. */
const KEPT_FOR_MOST_BYTES = 64 * 1024 * 1024;
/**
 * A thread that has had nothing to do for so long keeps none of it: others may need it. What sweeps throws away the code that
 * V8 has made as well, so that the next frame takes half as long again.
 */
const IDLE_MS = { scarce: 1000, roomy: 30_000 };
/** Full collections of garbage after which what is still referred to is left to later ones. */
const MOST_SWEEPS = 6;
/** What kernels come with: nothing was computed with them yet. */
const FRESH_BYTES = 4 * 1024 * 1024;

export interface ThreadOptions {
  /** who vouches for what is computed; null: nobody */
  readonly signer?: Signer | null;
  /** whether what it keeps between jobs is in nobody's way */
  readonly roomy?: boolean;
  /** how much processor time other threads have used for this one, ms */
  readonly besideMs?: () => number;
}

/** What a worker does with a job. One instance of the kernels serves many jobs of a worker, one after the other. */
export async function createJobHandler(
  loadKernels: () => Promise<Kernels>,
  { signer = null, roomy: keeps = false, besideMs = () => 0 }: ThreadOptions = {},
): Promise<(job: Job) => Promise<unknown>> {
  let pool = new Int32Array(new SharedArrayBuffer(POOL_BYTES));
  const mayStartThread = () => Atomics.load(pool, POOL.roomy) !== 0;
  // one sweep finds that nothing uses the other memory, and the next one gives it back
  const onLeft = (): void => [sweep, sweep].forEach((once) => once());
  const load = async (): Promise<Kernels> =>
    Object.assign(await loadKernels(), { keptBytes: KEPT_BYTES, onLeft, mayStartThread });
  let kernels = await load();
  const sequences = new SequenceWorker(load, signer, sweep);
  let idle: NodeJS.Timeout | undefined;
  const giveBack = async (above: number): Promise<void> => {
    if (kernels.wasm.memory.buffer.byteLength <= above) return;
    const old = new WeakRef(kernels.wasm.memory);
    kernels.renew();
    // what kernels have computed refers to them until it was looked through: mostly two sweeps give back what one left
    for (let swept = 0; swept < MOST_SWEEPS; swept++) {
      sweep();
      // who asks a weak reference holds what it refers to until the next turn of the event loop
      await setImmediate();
      if (swept > 0 && !old.deref()) return;
      await setImmediate();
    }
  };
  // a package takes a hundred megabytes beside them
  const onComputed = (): Promise<void> => giveBack(KEPT_BYTES);
  parentPort?.postMessage({ started: true } satisfies ThreadReady);
  return async ({ id, work, cancelled, ...job }) => {
    clearTimeout(idle);
    pool = new Int32Array(job.pool);
    const flag = new Int32Array(cancelled);
    let told = { stage: '', at: -Infinity };
    const onProgress = (stage: string, fraction: number): void => {
      if (Atomics.load(flag, 0) !== 0) throw new Cancelled();
      const now = performance.now();
      if (stage === told.stage && now < told.at + TELL_EVERY_MS) return;
      told = { stage, at: now };
      parentPort!.postMessage({ job: id, stage, fraction, by: threadSpent(besideMs()) } satisfies Progress);
    };
    const handOver = (done: Done): unknown => moved(done, threadSpent(besideMs()));
    try {
      if (work.kind === 'sequence') return handOver(await performStep(sequences, work, onProgress));
      if (takesMost(work)) await giveBack(KEPT_FOR_MOST_BYTES);
      const options = { signer, onPicture: pictureOf(id), onComputed, sums: () => hasOthers(pool) };
      return handOver(await perform(kernels, work, onProgress, options));
    } catch (error) {
      const known = answerFor(error);
      if (known) return handOver(known);
      // A kernel that trapped may have left its memory in disorder: the next job gets fresh ones.
      kernels = await load();
      throw error;
    } finally {
      await giveBack(KEPT_BYTES);
      idle = setTimeout(() => void giveBack(FRESH_BYTES), keeps ? IDLE_MS.roomy : IDLE_MS.scarce).unref();
    }
  };
}

function pictureOf(job: number) {
  return (picture: Uint8Array): void => parentPort!.postMessage({ job, picture } satisfies FirstPicture);
}

/** Alone a thread leaves hashing to the one that stores packages, which is idle then: of that there is one for all jobs. */
function hasOthers(pool: Int32Array): boolean {
  return Atomics.load(pool, POOL.jobs) > 1;
}

/** What a job comes to that fails as jobs may; null: nobody knows why. */
function answerFor(error: unknown): Done | null {
  if (error instanceof Unread) return { answer: { outcome: 'unread' }, buffers: [] };
  if (error instanceof Cancelled) return { answer: { outcome: 'cancelled' }, buffers: [] };
  if (!(error instanceof Problem)) return null;
  const { code, message: detail, errors, picture } = error;
  return { answer: { outcome: 'refused', code, detail, errors, picture }, buffers: [] };
}

async function perform(
  kernels: Kernels,
  work: Exclude<Work, { kind: 'sequence' }>,
  onProgress: OnProgress,
  options: PackageOptions,
): Promise<Done> {
  if (work.kind === 'reconstruct') {
    const { request, parts } = work;
    const onChunks = parts
      ? (chunks: Uint8Array[], isSummed: boolean) => sendChunks(parts, chunks, isSummed)
      : undefined;
    const result = await performReconstruction(kernels, request, onProgress, { ...options, onChunks });
    parts?.postMessage(null);
    const chunks = joinSmall(result.chunks);
    return { answer: { outcome: 'done', result: { ...result, chunks } }, buffers: buffersOf(chunks) };
  }
  const result: CalibrationResult = await calibrateFrame(kernels, work.request, onProgress);
  return { answer: { outcome: 'done', result }, buffers: [] };
}

async function performStep(
  sequences: SequenceWorker,
  { request, files }: Extract<Work, { kind: 'sequence' }>,
  onProgress: OnProgress,
): Promise<Done> {
  const { read, close } = filesOver(files);
  try {
    const result: SequenceResults[keyof SequenceResults] = await sequences.perform(request, read, onProgress);
    return { answer: { outcome: 'done', result }, buffers: mapBuffers(result) };
  } finally {
    close();
  }
}

/** What is large in the result of a step. */
function mapBuffers(result: SequenceResults[keyof SequenceResults]): ArrayBufferLike[] {
  if ('maps' in result)
    return [...new Set(sequenceMaps.flatMap((map) => result.maps[map].map(({ buffer }) => buffer)))];
  if ('stored' in result) return Object.values(result.bytes).map(({ buffer }) => buffer);
  return [];
}

/** Below this a chunk is copied: headers between the maps are not worth a buffer each. */
const COPIED_BYTES = 64 * 1024;

function sendChunks(port: MessagePort, chunks: readonly Uint8Array[], isSummed: boolean): void {
  const joined = joinSmall(chunks);
  port.postMessage({ chunks: joined, isSummed } satisfies EarlyPart, buffersOf(joined));
}

function buffersOf(chunks: readonly Uint8Array[]): ArrayBuffer[] {
  return [...new Set(chunks.map(({ buffer }) => buffer as ArrayBuffer))];
}

/** What a job has come to, and the memory of it that is moved to the other thread instead of copied. */
interface Done {
  readonly answer: JobResult;
  readonly buffers: readonly ArrayBufferLike[];
}

function moved({ answer, buffers }: Done, by: ThreadSpent): unknown {
  const value: JobAnswer = { ...answer, by };
  return move({
    get [transferableSymbol]() {
      return buffers;
    },
    get [valueSymbol]() {
      return value;
    },
  });
}

/** The same bytes in fewer chunks: small ones in a row become one, large ones stay what they are. */
function joinSmall(chunks: readonly Uint8Array[]): Uint8Array[] {
  const joined: Uint8Array[] = [];
  let small: Uint8Array[] = [];
  const flush = (): void => {
    if (small.length > 0) joined.push(concatenate(small));
    small = [];
  };
  for (const chunk of chunks) {
    if (chunk.byteLength < COPIED_BYTES) small.push(chunk);
    else {
      flush();
      joined.push(chunk);
    }
  }
  flush();
  return joined;
}

function concatenate(pieces: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(pieces.reduce((sum, { byteLength }) => sum + byteLength, 0));
  let offset = 0;
  for (const piece of pieces) {
    whole.set(piece, offset);
    offset += piece.byteLength;
  }
  return whole;
}
