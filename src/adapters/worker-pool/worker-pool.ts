import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { Problem } from '../../core/problem/problem.ts';
import type { OnProgress } from '../../core/reconstruction/reconstruction.ts';
import { sequenceMaps } from '../../formats/sequence/stored-shard.ts';
import type { CalibrationResult, CalibrationJob } from '../../services/ports/compute.ts';
import type { Compute, ComputeOptions } from '../../services/ports/compute.ts';
import { Overloaded, type NoThreads } from '../../services/ports/overloaded.ts';
import type { ReconstructionJob, ReconstructionResult } from '../../services/ports/compute.ts';
import type { ReadFile, SequenceResults, SequenceSteps } from '../../services/ports/sequence-work.ts';
import { serveFiles } from './files-over-port.ts';
import { Gate } from './gate.ts';
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
  type Work,
} from './messages.ts';
import { noThreads, openThreads, type Threads, type ThreadsOptions } from './open-threads.ts';
import { Stop, type TimeLimits } from './stop.ts';
import { processorTime } from './thread-spent.ts';
import { QUEUE_OPTIONS, type ForClient } from './turn-queue.ts';

export interface WorkerPoolOptions extends ThreadsOptions {
  /** how many of them may hold an in-line frame or a calibration, which take the most memory; as many as there are, if not said */
  readonly inlineAtOnce?: number;
  /** how many of them such a frame counts for: the others do nothing meanwhile; 1, if not said */
  readonly inlineThreads?: number;
  /** how many jobs may wait for a worker */
  readonly queueLimit: number;
  /** what jobs are given, each stopped with its worker when that is over */
  readonly limits: TimeLimits;
  /** told how much processor time was used for somebody, whatever came of it */
  readonly onComputed?: (requester: string, ms: number) => void;
  /** told why a package has no timestamp, where it should have one */
  readonly onNoTimestamp?: (why: string) => void;
}

type Result = Extract<JobResult, { outcome: 'done' }>['result'];

interface UnderWay {
  readonly client: string;
  readonly onProgress: OnProgress;
  readonly onPicture: ComputeOptions['onPicture'];
  readonly stop: Stop;
}

/** A fixed number of worker threads, each with its own kernels, and a short queue in front of them. */
export class WorkerPool implements Compute {
  readonly #options: WorkerPoolOptions;
  readonly #inline: Gate;
  /** null: nobody counts for more threads than one, and the pool has as many places by itself */
  readonly #threads: Gate | null;
  #pool: Promise<Threads> | null = null;
  #opened: Threads | null = null;
  #fault: NoThreads | null = null;
  readonly #underWay = new Map<number, UnderWay>();
  /** jobs that nothing but a thread is wanting for any more */
  #entered = 0;
  readonly #seen = new SharedArrayBuffer(POOL_BYTES);
  #lastJob = 0;
  #meanJobMs = 1000;

  constructor(options: WorkerPoolOptions) {
    this.#options = options;
    this.#inline = new Gate(options.inlineAtOnce ?? options.workers);
    this.#threads = (options.inlineThreads ?? 1) > 1 ? new Gate(options.workers) : null;
  }

  get fault(): NoThreads | null {
    return this.#fault;
  }

  /** Starts the workers; the first job does it otherwise. @throws NoThreads */
  async begin(): Promise<void> {
    await (this.#pool ??= this.#open());
  }

  async #open(): Promise<Threads> {
    const threads = await openThreads(this.#options, this.#tell, this.#lose);
    this.#opened = threads;
    this.#fault = null;
    return threads;
  }

  readonly #tell = (told: Progress | FirstPicture): void => {
    const known = this.#underWay.get(told.job);
    if (!known) return;
    if ('picture' in told) return known.onPicture?.(told.picture);
    known.stop.reached(
      told.stage,
      processorTime(told.by, () => this.#opened?.threads ?? []),
    );
    known.onProgress(told.stage, told.fraction);
  };

  /** Nobody would ever come to do what waits. The next job tries to have threads again. */
  readonly #lose = (fault: NoThreads): void => {
    this.#fault = fault;
    this.#pool = null;
    for (const { stop } of this.#underWay.values()) stop.giveUp(fault);
  };

  /** jobs that are computed or wait for a worker */
  get load(): number {
    return this.#underWay.size;
  }

  checkRoom(waiting = 0): void {
    const { workers, queueLimit } = this.#options;
    const load = this.load + waiting;
    if (load < workers + queueLimit) return;
    const seconds = Math.ceil((load * this.#meanJobMs) / workers / 1000);
    throw new Overloaded(
      `${load} reconstructions are running or waiting, which is all this service takes on.`,
      Math.max(1, seconds),
    );
  }

  checkShare(client: string, waiting = 0): void {
    const { workers, queueLimit } = this.#options;
    const own = [...this.#underWay.values()].filter((job) => job.client === client).length - workers;
    if (own <= 0 || this.load + waiting + own < workers + queueLimit) return;
    throw new Overloaded(
      `${own} of your requests wait for a thread, which is your part: the rest is for others.`,
      Math.max(1, Math.ceil((own * this.#meanJobMs) / workers / 1000)),
    );
  }

  async reconstruct(request: ReconstructionJob, options: ComputeOptions): Promise<ReconstructionResult> {
    using taken = options.onChunks ? takeParts(options.onChunks) : null;
    const work = { kind: 'reconstruct', request, parts: taken?.port ?? null } as const;
    const result = (await this.#do(work, options)) as ReconstructionResult;
    await taken?.all;
    if (result.timestampFault !== null) this.#options.onNoTimestamp?.(result.timestampFault);
    return result;
  }

  calibrate(request: CalibrationJob, options: ComputeOptions): Promise<CalibrationResult> {
    return this.#do({ kind: 'calibrate', request }, options) as Promise<CalibrationResult>;
  }

  async sequence<Step extends keyof SequenceSteps>(
    request: SequenceSteps[Step],
    read: ReadFile,
    options: ComputeOptions,
  ): Promise<SequenceResults[Step]> {
    using served = serveFiles(read);
    const work = { kind: 'sequence', request, files: served.port } as const;
    return (await this.#do(work, options, served.failure)) as SequenceResults[Step];
  }

  async #do(work: Work, options: ComputeOptions, unread: () => unknown = () => null): Promise<Result> {
    const { signal, onProgress, onPicture, accepted, requester, client = requester ?? '' } = options;
    signal.throwIfAborted();
    if (!accepted) this.checkRoom();
    const said = { [QUEUE_OPTIONS]: { client } satisfies ForClient };
    const job: Job = {
      ...said,
      id: ++this.#lastJob,
      work,
      cancelled: new SharedArrayBuffer(4),
      pool: this.#seen,
    };
    const times = accepted ? framesOf(work) : 1;
    const stop = new Stop(job, { ...this.#options.limits, untilProgress: work.kind === 'sequence', times });
    this.#underWay.set(job.id, { client, onProgress, onPicture, stop });
    signal.addEventListener('abort', stop.ask);
    const began = performance.now();
    const leaving = new DisposableStack();
    try {
      await this.#enter(work, client, stop.signal, leaving);
      const transferList = transferred(work);
      const answer = await this.#run(job, { transferList, signal: stop.signal });
      stop.answered(answer.by);
      signal.throwIfAborted();
      return this.#resultOf(answer, performance.now() - began, unread);
    } catch (error) {
      signal.throwIfAborted();
      throw stop.reason ?? error;
    } finally {
      leaving.dispose();
      signal.removeEventListener('abort', stop.ask);
      stop.end();
      if (requester !== undefined) this.#options.onComputed?.(requester, stop.computedMs);
      options.onComputed?.(stop.computedMs);
      this.#underWay.delete(job.id);
    }
  }

  async #run(job: Job, options: Parameters<Threads['run']>[1]): Promise<JobAnswer> {
    const pool = await (this.#pool ??= this.#open());
    try {
      return await pool.run(job, options);
    } catch (error) {
      // the last one died with it
      if (pool.threads.length === 0) this.#lose(noThreads(error as Error));
      throw error;
    }
  }

  /** Waits for room. @param leaving where what gives it back is left */
  async #enter(work: Work, client: string, signal: AbortSignal, leaving: DisposableStack): Promise<void> {
    const inline = takesMost(work);
    if (inline) {
      await this.#inline.enter(client, signal);
      leaving.defer(() => this.#inline.leave());
    }
    if (this.#threads) {
      const threads = this.#threads;
      const places = inline ? this.#options.inlineThreads! : 1;
      await threads.enter(client, signal, places);
      leaving.defer(() => threads.leave(places));
    }
    this.#count(1);
    leaving.defer(() => this.#count(-1));
  }

  /**
   * Each job may have the core of a thread that has none, as long as there is one for every job: and none where memory has
   * no room for a job beside a large one, as another thread takes 40 MB.
   */
  #count(entered: number): void {
    this.#entered += entered;
    const idle = this.#options.workers - this.#entered;
    const seen = new Int32Array(this.#seen);
    Atomics.store(seen, POOL.roomy, Number(!this.#threads && idle >= this.#entered));
    Atomics.store(seen, POOL.jobs, Math.min(this.#entered, this.#options.workers));
  }

  #resultOf(answer: JobResult, ms: number, unread: () => unknown): Result {
    switch (answer.outcome) {
      case 'done':
        this.#meanJobMs = 0.8 * this.#meanJobMs + 0.2 * ms;
        return answer.result;
      case 'refused':
        throw new Problem(answer.code, answer.detail, answer.errors, answer.picture);
      case 'unread':
        throw unread() ?? new Error('a worker could not read a file, for no reason');
      case 'cancelled':
        throw new Error('a job was cancelled that nobody asked to cancel');
    }
  }

  /** Lets the jobs that have begun or wait come to their end. */
  async close(): Promise<void> {
    await (await this.#pool?.catch(() => null))?.close();
  }
}

function transferred(work: Work): (MessagePort | ArrayBuffer)[] {
  if (work.kind === 'sequence') {
    const room = work.request.step === 'frames' && work.request.room;
    return [work.files, ...(room ? sequenceMaps.map((map) => room[map].buffer) : [])];
  }
  const parts = work.kind === 'reconstruct' && work.parts ? [work.parts] : [];
  return [...parts, ...buffersOf(work.request)];
}

/** Takes what a worker sends through a port, in order. */
function takeParts(onChunks: NonNullable<ComputeOptions['onChunks']>) {
  const { port1, port2 } = new MessageChannel();
  const { promise: all, resolve } = Promise.withResolvers<void>();
  port1.on('message', (part: EarlyPart | null) => (part ? onChunks(part.chunks, part.isSummed) : resolve()));
  return {
    /** the worker's end */
    port: port2,
    /** settles once the worker has said that there are no more */
    all,
    [Symbol.dispose]: () => port1.close(),
  };
}

function buffersOf(request: ReconstructionJob | CalibrationJob): ArrayBuffer[] {
  const further = 'further' in request ? request.further : [];
  return [request.hologram, ...further, request.background].flatMap(
    (file) => file?.blocks.map(({ buffer }) => buffer) ?? [],
  );
}

/** Frames that calibrate together are fitted one after the other; nobody holds a connection open for a run that was accepted. */
function framesOf(work: Work): number {
  return work.kind === 'calibrate' ? 1 + work.request.further.length : 1;
}
