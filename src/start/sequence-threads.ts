import { availableParallelism } from 'node:os';
import type { SequenceThreads } from '../cli/commands/make-package.ts';
import type { WorkerData } from './worker.ts';

/** What a person waits for has no limit of time; 24 days are about the most that a timer takes. */
const PATIENCE_MS = 24 * 24 * 3_600_000;

/** Threads for sequences on this machine. @param threads null: one for each core @param signingKey PEM; null: none */
export function openSequenceThreads(
  threads: number | null,
  signingKey: string | null = null,
): SequenceThreads {
  const atOnce = threads ?? availableParallelism();
  const open = import('../adapters/worker-pool/worker-pool.ts').then(({ WorkerPool }) => {
    const pool = new WorkerPool({
      worker: new URL('./worker.ts', import.meta.url),
      workerData: { signingKey } satisfies WorkerData,
      workers: atOnce,
      queueLimit: atOnce,
      // a package is there when its frames are done: where cores are few, nothing comes before them
      niceness: 0,
      limits: { jobMs: PATIENCE_MS, decodeMs: PATIENCE_MS },
      onError: (error) => process.stderr.write(`leith: ${error.message}\n`),
    });
    // while frames are looked for; what goes wrong is told to the first job
    pool.begin().catch(() => {});
    return pool;
  });
  const { signal } = new AbortController();
  return {
    atOnce,
    sequence: async (job, read, onProgress) => (await open).sequence(job, read, { signal, onProgress }),
    close: async () => (await open).close(),
  };
}
