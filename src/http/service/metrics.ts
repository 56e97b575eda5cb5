import { setTimeout as sleep } from 'node:timers/promises';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { StorageMeasures } from '../../services/measure/measure-storage.ts';

export interface Metrics {
  readonly contentType: string;
  text(): Promise<string>;
  observeRequest(method: string, route: string, status: number, seconds: number): void;
  /** @param stages ms */
  observeStages(stages: Readonly<Record<string, number>>): void;
  /** @param read what requests hold in memory, bytes; once */
  watchRequestBytes(read: () => number): void;
  /** A request, a run or housekeeping could not use the database or the archive. */
  countStorageError(): void;
}

/** Where the numbers come from. */
export interface MetricSources {
  /** runs that are computed or wait for a worker, here */
  readonly load: () => number;
  /** threads that compute, here */
  readonly workers: number;
  readonly measureStorage: () => Promise<StorageMeasures>;
}

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];
/** Requests are counted so many at a time: one by one each takes several times as long. */
const AT_ONCE = 64;
/** Whoever asks more often is told the same again: the archive is summed up for it. */
const STORAGE_FRESH_MS = 10_000;
/** Prometheus gives up after 10 s by default, and then has none of the numbers. */
const PATIENCE_MS = 3000;

/** Of the whole service, whichever process is asked. */
const ofStorage: Readonly<Record<keyof StorageMeasures, readonly [name: string, help: string]>> = {
  queuedRuns: ['leith_queued_runs', 'Accepted runs that nobody does yet'],
  runningRuns: ['leith_accepted_runs_in_progress', 'Accepted runs that some process does'],
  oldestQueuedSeconds: ['leith_oldest_queued_run_seconds', 'How long the oldest run in the queue has waited'],
  packages: ['leith_archive_packages', 'Packages in the archive'],
  archiveBytes: ['leith_archive_bytes', 'Bytes of all packages in the archive'],
  publicArchiveBytes: ['leith_public_archive_bytes', 'Bytes of packages without an account, among them'],
  diskFreeBytes: ['leith_disk_free_bytes', 'Room that is left on the disk that packages lie on'],
  diskSizeBytes: ['leith_disk_size_bytes', 'Size of that disk'],
  rawUploadBytes: ['leith_raw_upload_bytes', 'Bytes of all raw uploads that accounts keep'],
  remoteCopiesPending: ['leith_remote_copies_pending', 'Packages that are still to be copied'],
  remoteCopiesAwaitingPurge: [
    'leith_remote_copies_awaiting_purge',
    'Copies of deleted packages, which the operator has to purge',
  ],
  removalsPending: ['leith_blob_removals_pending', 'Deleted files whose bytes are still to be removed'],
};

/** What Prometheus is told, in a registry of its own so that several services fit into one process. */
export function createMetrics(sources: MetricSources): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'leith_http_request_duration_seconds',
    help: 'From the request’s headers to the end of the answer',
    ...{ buckets: SECONDS, labelNames: ['method', 'route', 'status'], registers },
  });
  const stages = new Histogram({
    name: 'leith_stage_duration_seconds',
    help: 'Stages of the reconstructions that succeeded',
    ...{ buckets: SECONDS, labelNames: ['stage'], registers },
  });
  const storageErrors = new Counter({
    name: 'leith_storage_errors_total',
    help: 'How often the database or the archive could not be used',
    registers,
  });
  const countStorageError = (): void => storageErrors.inc();
  const addGauge = (name: string, help: string, read: () => number): void => {
    new Gauge({
      ...{ name, help, registers },
      collect() {
        this.set(read());
      },
    });
  };
  addLoad(sources, addGauge);
  const readStorage = addStorage(registry, sources.measureStorage, countStorageError);
  const waiting: [string, string, number, number][] = [];
  const observeWaiting = (): void => {
    for (const [method, route, status, seconds] of waiting.splice(0))
      requests.observe({ method, route, status }, seconds);
  };
  return {
    contentType: registry.contentType,
    async text() {
      observeWaiting();
      await readStorage();
      return registry.metrics();
    },
    observeRequest(method, route, status, seconds) {
      if (waiting.push([method, route, status, seconds]) === AT_ONCE) observeWaiting();
    },
    observeStages(durations) {
      for (const [stage, ms] of Object.entries(durations)) stages.observe({ stage }, ms / 1000);
    },
    watchRequestBytes(read) {
      addGauge(
        'leith_request_bytes_in_memory',
        'Uploads until their run ends, results until they are sent',
        read,
      );
    },
    countStorageError,
  };
}

function addLoad(
  { load, workers }: MetricSources,
  addGauge: (name: string, help: string, read: () => number) => void,
): void {
  addGauge(
    'leith_runs_in_progress',
    'Reconstructions that this process computes or has waiting for a thread',
    load,
  );
  addGauge('leith_workers', 'Threads of this process that compute reconstructions', () => workers);
  addGauge('leith_workers_busy_ratio', 'Share of these threads that compute', () =>
    Math.min(1, load() / workers),
  );
}

/** @returns brings the numbers up to date; while the database is away there are none, rather than old ones */
function addStorage(
  registry: Registry,
  measure: () => Promise<StorageMeasures>,
  onError: () => void,
): () => Promise<void> {
  const registers = [registry];
  const gauges = Object.entries(ofStorage).map(([key, [name, help]]) => ({
    key: key as keyof StorageMeasures,
    gauge: new Gauge({ name, help, registers }),
  }));
  let read = -Infinity;
  return async () => {
    if (performance.now() - read < STORAGE_FRESH_MS) return;
    try {
      const measures = await Promise.race([measure(), sleep(PATIENCE_MS, null, { ref: false })]);
      if (!measures) throw new Error('the database takes too long');
      for (const { key, gauge } of gauges) {
        const value = measures[key];
        if (value === null) gauge.remove();
        else gauge.set(value);
      }
      read = performance.now();
    } catch {
      onError();
      for (const { gauge } of gauges) gauge.remove();
    }
  };
}
