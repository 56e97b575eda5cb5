import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { BlobsOnDisk } from '../adapters/blobs-on-disk/blobs-on-disk.ts';
import type { S3Credentials } from '../adapters/blobs-s3/blobs-s3.ts';
import type { S3Location } from '../adapters/blobs-s3/s3-location.ts';
import { lockDataFolder } from '../adapters/database/server-lock.ts';
import { SqliteStore } from '../adapters/database/sqlite.ts';
import { makeFolder } from '../adapters/make-folder.ts';
import { FormerArchiveOnDisk } from '../adapters/former-archive/former-archive.ts';
import { importFormerArchive } from '../services/archive/import-former-archive.ts';
import { takeBack } from '../services/archive/publish-blobs.ts';
import { sweepBlobs } from '../services/archive/sweep-blobs.ts';
import type { Storage } from '../services/archive/storage.ts';
import type { Blobs } from '../services/ports/blobs.ts';
import type { Store } from '../services/ports/database.ts';
import { expireSequences, forgetSequences } from '../services/deletion/expire-sequences.ts';
import { expirePublicResults } from '../services/deletion/expire-public-results.ts';
import { forgetAnswers } from '../services/idempotency/claim-key.ts';
import { forgetCompute } from '../services/quota/compute-use.ts';
import { carryLogOver } from '../services/log/grow-tree.ts';
import { forgetRuns } from '../services/run/forget-runs.ts';
import type { Config } from './config.ts';

type StorageConfig = Pick<Config, 'DATA_DIR' | 'DATABASE_URL' | 'DATABASE_TIMEOUT_S' | 'ARCHIVE_URL'>;
type SweepConfig = Pick<
  Config,
  'RUNS_KEPT_DAYS' | 'SEQUENCES_KEPT_DAYS' | 'PUBLIC_RESULTS_DAYS' | 'PUBLIC_RESULTS_BYTES'
>;

export interface OpenStorage extends Storage {
  close(): Promise<void>;
}

/** The least that is logged of housekeeping; a Fastify logger will do. */
export interface Log {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
}

const SWEEP_EVERY_MS = 600_000;
/** In a minute strangers can leave half a gigabyte. */
const TIDY_EVERY_MS = 60_000;

/**
 * Opens the database and the blobs that the configuration names, as any program of this service may that runs beside
 * the server: commands, workers.
 * @param wholeFile whether all of a SQLite file is read first, so that a damaged one is noticed
 * @throws StorageRefused, StorageUnavailable
 */
export async function openStorage(
  { DATA_DIR, DATABASE_URL, DATABASE_TIMEOUT_S, ARCHIVE_URL }: StorageConfig,
  { wholeFile = false } = {},
): Promise<OpenStorage> {
  makeFolder(resolve(DATA_DIR));
  const store = DATABASE_URL
    ? await openPostgres(DATABASE_URL, DATABASE_TIMEOUT_S)
    : await SqliteStore.open(join(DATA_DIR, 'leith.db'), { wholeFile });
  const blobs = ARCHIVE_URL ? await openS3(ARCHIVE_URL) : new BlobsOnDisk(DATA_DIR);
  return {
    ...{ store, blobs, now: () => new Date() },
    owner: `${hostname()}/${process.pid}/${randomUUID()}`,
    async close() {
      await store.close();
      blobs.close();
    },
  };
}

/** Their clients are large, and most services need neither: they are loaded where they are wanted. */
async function openPostgres(url: string, timeoutS: number): Promise<Store> {
  const { PostgresStore } = await import('../adapters/database/postgres.ts');
  return PostgresStore.open(url, { limits: { queryMs: timeoutS * 1000 } });
}

/** @param credentials null: those of the environment, as for every program of Amazon's */
export async function openS3(location: S3Location, credentials: S3Credentials | null = null): Promise<Blobs> {
  const { BlobsS3 } = await import('../adapters/blobs-s3/blobs-s3.ts');
  return new BlobsS3(location, {}, credentials);
}

/** Opens the storage for a server. With SQLite there is one server per folder, and a second one is refused. */
export async function openServerStorage(config: StorageConfig): Promise<OpenStorage> {
  const lock = config.DATABASE_URL ? null : lockDataFolder(config.DATA_DIR);
  try {
    const storage = await openStorage(config, { wholeFile: true });
    return {
      ...storage,
      async close() {
        await storage.close();
        lock?.close();
      },
    };
  } catch (error) {
    lock?.close();
    throw error;
  }
}

/** What a server does before it takes requests: clears up after a crash, and takes over what an older version kept. */
export async function prepareStorage(
  storage: Storage,
  config: StorageConfig & SweepConfig & Pick<Config, 'BASE_URL'>,
  log: Log,
): Promise<void> {
  await sweep(storage, config, log, { nobodyElse: config.DATABASE_URL === undefined });
  const former = new FormerArchiveOnDisk(join(config.DATA_DIR, 'archive'));
  const { imported, problems } = await importFormerArchive(storage, former);
  if (imported > 0) log.info({ imported }, 'packages of the former archive were taken over');
  await carryLogOver(storage.store, config.BASE_URL);
  for (const problem of problems)
    log.warn({ problem }, 'a package of the former archive was left where it is');
}

/** Sweeps from time to time, until the returned function is called; that waits for a sweep that has begun. */
export function keepSwept(storage: Storage, config: SweepConfig, log: Log): () => Promise<void> {
  let sweeping = Promise.resolve();
  const sweepLater = () => (sweeping = sweeping.then(() => sweep(storage, config, log)));
  const tidyLater = () => (sweeping = sweeping.then(() => tidy(storage, config, log)));
  const timers = [setInterval(sweepLater, SWEEP_EVERY_MS), setInterval(tidyLater, TIDY_EVERY_MS)];
  for (const timer of timers) timer.unref();
  return async () => {
    for (const timer of timers) clearInterval(timer);
    await sweeping;
  };
}

/** What an outage of the database left, and results without an account that are too old or too many. */
async function tidy(
  storage: Storage,
  { PUBLIC_RESULTS_DAYS, PUBLIC_RESULTS_BYTES }: SweepConfig,
  log: Log,
): Promise<void> {
  try {
    const takenBack = await takeBack(storage);
    if (takenBack > 0) log.info({ takenBack }, 'blobs that an outage of the database had left were removed');
    const kept = { days: PUBLIC_RESULTS_DAYS ?? null, bytes: PUBLIC_RESULTS_BYTES ?? null };
    const expired = await expirePublicResults(storage, kept);
    if (expired > 0) log.info({ expired }, 'results without an account were deleted: too old, or too many');
  } catch (error) {
    log.warn({ err: error }, 'the storage could not be tidied');
  }
}

/** A sweep that fails is no reason to stop: there will be another. */
async function sweep(
  storage: Storage,
  config: SweepConfig,
  log: Log,
  options?: { readonly nobodyElse: boolean },
): Promise<void> {
  await tidy(storage, config, log);
  try {
    await forgetAnswers(storage, options);
    await forgetCompute(storage);
    const forgotten = await forgetRuns(storage, config.RUNS_KEPT_DAYS);
    if (forgotten > 0) log.info({ forgotten }, 'runs that ended long ago were forgotten');
    const abandoned = await expireSequences(storage, config.SEQUENCES_KEPT_DAYS);
    if (abandoned > 0) log.info({ abandoned }, 'frames of sequences that nobody started were deleted');
    await forgetSequences(storage, config.RUNS_KEPT_DAYS);
    const removed = await sweepBlobs(storage, options);
    if (removed > 0) log.info({ removed }, 'blobs that nobody needs were removed');
  } catch (error) {
    log.warn({ err: error }, 'the storage could not be swept');
  }
}
