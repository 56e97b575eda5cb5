import { getPriority } from 'node:os';
import type { Piscina } from 'piscina';
import { NoThreads } from '../../services/ports/overloaded.ts';
import type { FirstPicture, Job, JobAnswer, Progress, ThreadReady } from './messages.ts';
import { TurnQueue } from './turn-queue.ts';

export type Threads = Piscina<Job, JobAnswer>;

export interface ThreadsOptions {
  /** the module whose default export is a job handler */
  readonly worker: URL;
  /** what the module finds as Piscina's `workerData` */
  readonly workerData?: unknown;
  readonly workers: number;
  /** by how much workers give way to the thread that they belong to, as it answers requests; 5, if not said */
  readonly niceness?: number;
  /** whether what each keeps between jobs is in nobody's way; not, if not said */
  readonly roomy?: boolean;
  /** told of workers that die between jobs */
  readonly onError: (error: Error) => void;
}

const NICENESS = 5;
/**
 * Where typed arrays take half as much, V8 sweeps at once, and throws away all code that it has made for closures: some
 * hundred functions of the next frame are slow again, and are compiled again. With more it sweeps as its heap has grown.
 */
const HEAP_MB = { scarce: 512, roomy: 1024 };
/** What lives there is gone after a job: more room would only be filled before it is swept. */
const YOUNG_HEAP_MB = 24;
const RETRY_S = 30;

/**
 * Settles as soon as one of them can take jobs.
 * @param onLost told, after that, when none is left and none could be started in place of the last one
 * @throws NoThreads
 */
export async function openThreads(
  { worker, workerData, workers, niceness = NICENESS, roomy = false, onError }: ThreadsOptions,
  onTold: (told: Progress | FirstPicture) => void,
  onLost: (fault: NoThreads) => void,
): Promise<Threads> {
  const { Piscina } = await import('piscina');
  const threads: Threads = new Piscina<Job, JobAnswer>({
    filename: worker.href,
    workerData,
    minThreads: workers,
    maxThreads: workers,
    // Piscina names its own symbol, which is this one
    taskQueue: new TurnQueue() as never,
    idleTimeout: Infinity,
    niceIncrement: increment(getPriority(), niceness),
    resourceLimits: {
      maxOldGenerationSizeMb: roomy ? HEAP_MB.roomy : HEAP_MB.scarce,
      maxYoungGenerationSizeMb: YOUNG_HEAP_MB,
    },
    // a worker that waits for atomics can't receive anything else, and saves microseconds on jobs of 100 ms
    atomics: 'disabled',
  });
  const first = Promise.withResolvers<void>();
  threads.on('message', (told: ThreadReady | Progress | FirstPicture) =>
    'started' in told ? first.resolve() : onTold(told),
  );
  threads.on('error', (error: Error) => {
    onError(error);
    // each that fails is replaced, and its replacement not: then none is left
    if (threads.threads.length > 0) return;
    const fault = noThreads(error);
    first.reject(fault);
    onLost(fault);
  });
  await first.promise;
  return threads;
}

/** What is said where the last one died with the job that it had. */
export function noThreads(cause: Error): NoThreads {
  return new NoThreads(`No thread that computes could be started: ${cause.message}.`, RETRY_S);
}

/**
 * By how much a thread is made nicer. The system's call that does it returns the niceness that comes out, and -1 where it
 * failed: so -1 is told as an error, and must not come out.
 * @param own of this process
 */
export function increment(own: number, wanted: number): number {
  return own + wanted === -1 ? wanted + 1 : wanted;
}
