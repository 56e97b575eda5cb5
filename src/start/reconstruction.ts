import { readFile } from 'node:fs/promises';
import { RunQueueEmbedded } from '../adapters/run-queue-embedded/run-queue-embedded.ts';
import type { PgBossQueueOptions } from '../adapters/run-queue-pg-boss/run-queue-pg-boss.ts';
import { openSigningKey } from '../adapters/signing-key/signing-key.ts';
import { StorageRefused } from '../adapters/storage-refused.ts';
import { WorkerPool } from '../adapters/worker-pool/worker-pool.ts';
import type { Signer } from '../formats/package/dsse.ts';
import type { RunQueue } from '../services/ports/run-queue.ts';
import { performRun } from '../services/run/perform-run.ts';
import type { PerformServices } from '../services/run/perform-services.ts';
import { releaseAllRuns } from '../services/run/release-run.ts';
import { ComputeSums } from '../services/quota/compute-sums.ts';
import { memoryBytes, memoryRoom } from './memory-room.ts';
import { RunningRuns } from '../services/run/running-runs.ts';
import { signerOf } from '../services/signing/ed25519.ts';
import { faultOfSigningKey } from '../services/signing/publish-key-list.ts';
import { publishKey } from '../services/signing/publish-key.ts';
import { signingKeyFile, type Config } from './config.ts';
import { describeSoftware } from './software.ts';
import type { OpenStorage } from './storage.ts';
import type { Timestamps, WorkerData } from './worker.ts';

/** Runs that have begun may take so long when the process is asked to end; then they are given back to the queue. */
const RUN_GRACE_MS = 20_000;

export interface Reconstructor {
  readonly services: PerformServices & {
    readonly compute: WorkerPool;
    readonly queue: RunQueue;
    readonly signer: Signer;
  };
  /** Begins to do accepted runs. */
  work(): Promise<void>;
  /** Ends that. */
  rest(): Promise<void>;
  close(): Promise<void>;
}

/** Tells of what goes wrong where nobody asked. */
export type Report = (error: unknown, message: string, details?: object) => void;

/**
 * How often the progress of a run is written. Where one process does everything it knows without reading, and each write waits
 * for the disk; PostgreSQL is where other processes look.
 */
const PROGRESS_MS = { own: 1000, shared: 250 };

/** What reconstructs, the same in the server and in a worker process: threads, and the queue of accepted runs. */
export async function openReconstruction(
  { store, blobs, owner, now }: OpenStorage,
  config: Config,
  report: Report,
): Promise<Reconstructor> {
  const signingKey = await openSigningKey(signingKeyFile(config));
  await publishKey({ store, now }, signingKey);
  const fault = await faultOfSigningKey({ store, now }, signerOf(signingKey).keyId);
  if (fault?.isRevoked)
    throw new StorageRefused(`${fault.detail}. Put another key there, and have it endorsed.`);
  if (fault) report(new Error(fault.detail), 'what is signed now will not be believed');
  const url = config.DATABASE_URL;
  const onQueueError = (error: unknown): void => report(error, 'the queue of runs can’t be used');
  const queueOptions = { store, now, onError: onQueueError };
  const queue = url ? await openPgBoss({ ...queueOptions, url }) : new RunQueueEmbedded(queueOptions);
  const computed = new ComputeSums({ store, now }, (error) =>
    report(error, 'computing could not be counted'),
  );
  const { inlineAtOnce, inlineThreads, kernelBytes, roomy } = memoryRoom(config, memoryBytes());
  const compute = new WorkerPool({
    worker: new URL('./worker.ts', import.meta.url),
    workerData: {
      ...{ signingKey, timestamps: await timestampsOf(config), kernelBytes, roomy },
    } satisfies WorkerData,
    workers: config.WORKERS,
    ...{ inlineAtOnce, inlineThreads, roomy },
    queueLimit: config.QUEUE_LIMIT,
    limits: { jobMs: config.RUN_TIMEOUT_S * 1000, decodeMs: config.DECODE_TIMEOUT_S * 1000 },
    onComputed: (requester, ms) => computed.add(requester, ms),
    onNoTimestamp: (why) => report(new Error(why), 'a package went out without its timestamp'),
    onError: (error) => report(error, 'a worker failed'),
  });
  const services = {
    ...{ store, blobs, owner, now, compute, queue, running: new RunningRuns() },
    progressMs: url ? PROGRESS_MS.shared : PROGRESS_MS.own,
    software: describeSoftware(),
    signer: signerOf(signingKey),
    maxAttempts: config.RUN_ATTEMPTS,
    onError: (error: unknown, run_id: string) => report(error, 'a run could not be done for now', { run_id }),
  };
  return {
    services,
    async work() {
      if (!url) await releaseAllRuns({ store });
      queue.work(performRun.bind(null, services), config.WORKERS);
    },
    rest: () => queue.rest(RUN_GRACE_MS),
    async close() {
      await queue.close();
      await compute.close();
      await computed.write();
    },
  };
}

/** @throws StorageRefused where the certificates can't be used */
async function timestampsOf(config: Config): Promise<Timestamps | null> {
  const { TIMESTAMP_URL: url, TIMESTAMP_CERTIFICATE_FILE: file } = config;
  if (url === undefined || file === undefined) return null;
  const { readAuthorities } = await import('../formats/timestamp/timestamp-token.ts');
  try {
    const certificates = await readFile(file, 'utf8');
    readAuthorities(certificates);
    return { url, certificates };
  } catch (cause) {
    const why = (cause as Error).message;
    throw new StorageRefused(`TIMESTAMP_CERTIFICATE_FILE ${file} can’t be used: ${why}.`, { cause });
  }
}

/** Loaded where it is wanted, as the database's client is. */
async function openPgBoss(options: PgBossQueueOptions): Promise<RunQueue> {
  const { RunQueuePgBoss } = await import('../adapters/run-queue-pg-boss/run-queue-pg-boss.ts');
  return RunQueuePgBoss.open(options);
}
