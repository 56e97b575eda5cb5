import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { ArchiveOnDisk } from '../adapters/archive-on-disk/archive-on-disk.ts';
import { WorkerPool } from '../adapters/worker-pool/worker-pool.ts';
import { buildApp } from '../http/app.ts';
import type { Config } from './config.ts';
import { describeSoftware } from './software.ts';

/** The service with its adapters, ready to listen. Closing it lets the runs that have begun come to their end. */
export async function createService(config: Config): Promise<FastifyInstance> {
  const archive = await ArchiveOnDisk.open(join(config.DATA_DIR, 'archive'));
  let report: (error: Error) => void = (error) => console.error(error);
  const compute = new WorkerPool({
    worker: new URL('./worker.ts', import.meta.url),
    workers: config.WORKERS,
    queueLimit: config.QUEUE_LIMIT,
    runTimeoutMs: config.RUN_TIMEOUT_S * 1000,
    onError: (error) => report(error),
  });
  const services = {
    ...{ compute, archive },
    software: describeSoftware(),
    now: () => new Date(),
    load: () => compute.load,
  };
  const app = await buildApp(services, {
    baseUrl: config.BASE_URL ?? '',
    trustProxy: config.TRUST_PROXY === 'true',
    maxFileBytes: config.MAX_UPLOAD_BYTES,
    memoryBudgetBytes: config.MEMORY_BUDGET_BYTES,
    logLevel: config.LOG_LEVEL,
  });
  report = (error) => app.log.error({ err: error }, 'a worker failed');
  app.addHook('onClose', () => compute.close());
  return app;
}
