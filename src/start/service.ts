import type { FastifyInstance } from 'fastify';
import { PasswordsArgon2 } from '../adapters/passwords-argon2/passwords-argon2.ts';
import { RateCounterInDatabase } from '../adapters/rate-counter-in-database/rate-counter-in-database.ts';
import { RateCounterInMemory } from '../adapters/rate-counter-in-memory/rate-counter-in-memory.ts';
import { buildApp } from '../http/app.ts';
import type { RateCounter } from '../services/ports/rate-counter.ts';
import type { Config } from './config.ts';
import { openReconstruction, type Reconstruction, type Report } from './reconstruction.ts';
import { keepReplicated } from './remote-archive.ts';
import { keepSwept, openServerStorage, prepareStorage, type OpenStorage } from './storage.ts';

/**
 * The service with its adapters, ready to listen. Closing it lets the runs that have begun come to their end.
 * @throws StorageRefused, StorageUnavailable
 */
export async function createService(config: Config): Promise<FastifyInstance> {
  const storage = await openServerStorage(config);
  let report: Report = (error, message) => console.error(message, error);
  let reconstruction: Reconstruction | null = null;
  try {
    reconstruction = await openReconstruction(storage, config, (...told) => report(...told));
    return await serviceOn(storage, reconstruction, config, (told) => (report = told));
  } catch (error) {
    await reconstruction?.close();
    await storage.close();
    throw error;
  }
}

async function serviceOn(
  storage: OpenStorage,
  reconstruction: Reconstruction,
  config: Config,
  setReport: (report: Report) => void,
): Promise<FastifyInstance> {
  const { services } = reconstruction;
  const httpServices = {
    ...services,
    ...{ rates: rateCounter(storage, config), passwords: await PasswordsArgon2.open() },
    load: () => services.compute.load,
  };
  const app = await buildApp(httpServices, {
    baseUrl: config.BASE_URL ?? '',
    trustProxy: trusted(config.TRUST_PROXY),
    workflowFitPerHour: config.WORKFLOW_FIT_PER_HOUR,
    users: {
      signupPerHour: config.SIGNUP_PER_HOUR,
      loginPerHour: config.LOGIN_PER_HOUR,
      loginPerEmailPerHour: config.LOGIN_PER_EMAIL_PER_HOUR,
    },
    maxFileBytes: config.MAX_UPLOAD_BYTES,
    memoryBudgetBytes: config.MEMORY_BUDGET_BYTES,
    logLevel: config.LOG_LEVEL,
  });
  setReport((err, message, details) => app.log.error({ err, ...details }, message));
  await prepareStorage(storage, config, app.log);
  const stopSweeping = keepSwept(storage, app.log);
  const stopCopying = keepReplicated(storage, config, app.log);
  let resting = Promise.resolve();
  if (config.RUN_WORKERS_IN_SERVER || !config.DATABASE_URL) {
    await reconstruction.work();
    // while the last requests are answered
    app.addHook('preClose', async () => void (resting = reconstruction.rest()));
  }
  app.addHook('onClose', async () => {
    await resting;
    await reconstruction.close();
    await stopSweeping();
    await stopCopying();
    await storage.close();
  });
  return app;
}

/** One server counts by itself; several that share a database count together. */
function rateCounter({ store }: OpenStorage, { DATABASE_URL }: Config): RateCounter {
  return DATABASE_URL === undefined ? new RateCounterInMemory() : new RateCounterInDatabase(store);
}

/** Fastify's words for TRUST_PROXY. */
function trusted(proxies: string): boolean | string {
  return proxies === 'true' || proxies === 'false' ? proxies === 'true' : proxies;
}
