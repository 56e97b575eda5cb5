import closeWithGrace from 'close-with-grace';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { serviceLog } from '../http/logging/service-log.ts';
import { createMetrics, type Metrics } from '../http/service/metrics.ts';
import { buildWorkerApp } from '../http/worker-app.ts';
import { measureStorage } from '../services/measure/measure-storage.ts';
import { StorageUnavailable } from '../services/ports/storage-unavailable.ts';
import type { Config } from './config.ts';
import { configOrExplain, onceThere, openOrExplain } from './or-explain.ts';
import { openReconstruction, type Reconstructor } from './reconstruction.ts';
import { openStorage } from './storage.ts';
import { openTelemetry } from './telemetry.ts';

/** Longer than runs are given to end. */
const GRACE_MS = 30_000;

/**
 * Does accepted runs until a signal ends it. A database that does not answer is waited for.
 * @returns 2 when the environment is not valid, names no database that processes can share or a port that is taken,
 *   the database is of another version or no thread can be started; otherwise it does not return
 */
export async function workRuns(): Promise<number> {
  const config = configOrExplain();
  if (config === 2) return config;
  if (!config.DATABASE_URL) {
    process.stderr.write(
      'DATABASE_URL is not set: a service on SQLite does its runs itself, in leith serve. Workers need PostgreSQL.\n',
    );
    return 2;
  }
  const log = serviceLog(config.LOG_LEVEL);
  const worker = await openOrExplain(() => onceThere(() => openWorker(config, log)));
  if (typeof worker === 'number') return worker;
  // a process that ends by itself has its exit code
  closeWithGrace({ delay: GRACE_MS, logger: log, skip: ['beforeExit'] }, async ({ err, signal }) => {
    if (err) log.error({ err }, 'closing after an error');
    else log.info({ signal }, 'closing');
    await worker.close();
  });
  if (config.WORKER_PORT !== undefined) {
    try {
      const address = await worker.app.listen({ port: config.WORKER_PORT, host: config.HOST });
      process.stderr.write(`The worker is at ${address}\n`);
    } catch (error) {
      process.stderr.write(
        `Can’t listen on ${config.HOST}:${config.WORKER_PORT}: ${(error as Error).message}\n`,
      );
      await worker.close();
      return 2;
    }
  }
  const begun = await openOrExplain(() => worker.work());
  if (typeof begun === 'number') {
    await worker.close();
    return begun;
  }
  process.stderr.write(`Leith does runs, ${config.WORKERS} at a time\n`);
  return new Promise<never>(() => {});
}

interface Worker extends Pick<Reconstructor, 'work' | 'close'> {
  readonly app: FastifyInstance;
}

async function openWorker(config: Config, log: FastifyBaseLogger): Promise<Worker> {
  const storage = await openStorage(config);
  let metrics: Metrics | null = null;
  const report = (err: unknown, message: string, details?: object): void => {
    if (err instanceof StorageUnavailable) metrics?.countStorageError();
    log.error({ err, ...details }, message);
  };
  try {
    const { work, rest, close, services } = await openReconstruction(storage, config, report);
    metrics = createMetrics({
      load: () => services.compute.load,
      workers: config.WORKERS,
      measureStorage: () => measureStorage(storage),
    });
    const telemetry = await openTelemetry();
    const app = buildWorkerApp(services.compute, metrics, log);
    services.running.listen((stages) => {
      log.info({ stages }, 'a run has succeeded');
      metrics?.observeStages(stages);
      telemetry?.run(stages);
    });
    return {
      app,
      async work() {
        await services.compute.begin();
        await work();
      },
      async close() {
        await rest();
        await app.close();
        await close();
        await storage.close();
        await telemetry?.close();
      },
    };
  } catch (error) {
    await storage.close();
    throw error;
  }
}
