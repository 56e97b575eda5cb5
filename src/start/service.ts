import type { FastifyInstance } from 'fastify';
import { PasswordsArgon2 } from '../adapters/passwords-argon2/passwords-argon2.ts';
import { RateCounterInDatabase } from '../adapters/rate-counter-in-database/rate-counter-in-database.ts';
import { RateCounterInMemory } from '../adapters/rate-counter-in-memory/rate-counter-in-memory.ts';
import { buildApp } from '../http/app.ts';
import { createMetrics } from '../http/service/metrics.ts';
import type { HttpOptions } from '../http/service/services.ts';
import { Stopping } from '../http/service/stopping.ts';
import { measureStorage } from '../services/measure/measure-storage.ts';
import type { IdentityProvider } from '../services/ports/identity-provider.ts';
import type { RateCounter } from '../services/ports/rate-counter.ts';
import { StorageUnavailable } from '../services/ports/storage-unavailable.ts';
import { connectionsWithFiles } from './connections-with-files.ts';
import type { Config } from './config.ts';
import { memoryBytes, memoryRoom } from './memory-room.ts';
import { openReconstruction, type Reconstructor, type Report } from './reconstruction.ts';
import { openTelemetry } from './telemetry.ts';
import { keepReplicated } from './remote-archive.ts';
import { keepSwept, openServerStorage, prepareStorage, type OpenStorage } from './storage.ts';

export interface Service {
  readonly app: FastifyInstance;
  /** Starts what the first reconstruction or login would wait for otherwise. */
  begin(): Promise<void>;
  /** Ends it in good order: requests and runs that have begun come to their end, as far as there is time. */
  stop(): Promise<void>;
}

/**
 * The service with its adapters, ready to listen.
 * @throws StorageRefused, StorageUnavailable
 */
export async function createService(config: Config): Promise<Service> {
  const storage = await openServerStorage(config);
  let report: Report = (error, message) => console.error(message, error);
  let reconstruction: Reconstructor | null = null;
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
  reconstruction: Reconstructor,
  config: Config,
  setReport: (report: Report) => void,
): Promise<Service> {
  const { services } = reconstruction;
  const stopping = new Stopping();
  const telemetry = await openTelemetry();
  const httpServices = {
    ...services,
    ...{ rates: rateCounter(storage, config), readRates: new RateCounterInMemory() },
    ...{ passwords: new PasswordsArgon2(), stopping, telemetry, provider: await providerOf(config) },
    metrics: createMetrics({
      load: () => services.compute.load,
      workers: config.WORKERS,
      measureStorage: () => measureStorage(storage),
    }),
  };
  const app = await buildApp(httpServices, httpOptions(config));
  setReport((err, message, details) => {
    if (err instanceof StorageUnavailable) httpServices.metrics.countStorageError();
    app.log.error({ err, ...details }, message);
  });
  await prepareStorage(storage, config, app.log);
  const stopSweeping = keepSwept(storage, config, app.log);
  const stopCopying = await keepReplicated(storage, config, app.log);
  let resting = Promise.resolve();
  if (config.RUN_WORKERS_IN_SERVER || !config.DATABASE_URL) {
    await reconstruction.work();
    // while the last requests are answered
    stopping.signal.addEventListener('abort', () => void (resting = reconstruction.rest()));
  }
  app.addHook('onClose', async () => {
    await resting;
    await reconstruction.close();
    await stopSweeping();
    await stopCopying();
    await storage.close();
    await telemetry?.close();
  });
  return {
    app,
    async begin() {
      await services.compute.begin();
      await httpServices.passwords.dummy;
    },
    async stop() {
      stopping.begin();
      const isIdle = await stopping.idle(config.SHUTDOWN_GRACE_S * 1000);
      if (!isIdle) app.server.closeAllConnections();
      await app.close();
    },
  };
}

function httpOptions(config: Config): HttpOptions {
  return {
    baseUrl: config.BASE_URL ?? '',
    trustProxy: trusted(config.TRUST_PROXY),
    corsOrigins: config.CORS_ORIGINS,
    workflowFitPerHour: config.WORKFLOW_FIT_PER_HOUR,
    publicReconstructPerHour: config.PUBLIC_RECONSTRUCT_PER_HOUR,
    publicReadsPerMinute: config.PUBLIC_READS_PER_MINUTE,
    accountRequestsPerMinute: config.ACCOUNT_REQUESTS_PER_MINUTE,
    recordsPerHour: config.RECORDS_PER_HOUR,
    users: {
      signupPerHour: config.SIGNUP_PER_HOUR,
      loginPerHour: config.LOGIN_PER_HOUR,
      loginPerEmailPerHour: config.LOGIN_PER_EMAIL_PER_HOUR,
      apiKeysPerHour: config.API_KEYS_PER_HOUR,
    },
    requestTimeoutMs: config.REQUEST_TIMEOUT_S * 1000,
    clientTimeoutMs: config.CLIENT_TIMEOUT_S * 1000,
    supportEmail: config.SUPPORT_EMAIL ?? null,
    accountsDiskPercent: config.ACCOUNTS_DISK_PERCENT,
    sequencesKeptDays: config.SEQUENCES_KEPT_DAYS,
    publicResultsDays: config.PUBLIC_RESULTS_DAYS ?? null,
    maxFileBytes: config.MAX_UPLOAD_BYTES,
    memoryBudgetBytes: memoryRoom(config, memoryBytes()).budgetBytes,
    maxConnections: Math.min(config.MAX_CONNECTIONS, connectionsWithFiles()),
    logLevel: config.LOG_LEVEL,
  };
}

/** Few services have one: its library is loaded where it is wanted. */
async function providerOf(config: Config): Promise<IdentityProvider | null> {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET, OIDC_NAME: name } = config;
  if (issuer === undefined || clientId === undefined) return null;
  const redirectUri = `${config.BASE_URL}/openid`;
  const { OpenIdConnect } = await import('../adapters/openid-connect/openid-connect.ts');
  return new OpenIdConnect({ name, issuer, clientId, clientSecret: OIDC_CLIENT_SECRET ?? null, redirectUri });
}

/** One server counts by itself; several that share a database count together. */
function rateCounter({ store }: OpenStorage, { DATABASE_URL }: Config): RateCounter {
  return DATABASE_URL === undefined ? new RateCounterInMemory() : new RateCounterInDatabase(store);
}

/** Fastify's words for TRUST_PROXY. */
function trusted(proxies: string): boolean | string {
  return proxies === 'true' || proxies === 'false' ? proxies === 'true' : proxies;
}
