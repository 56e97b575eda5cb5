import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export interface Metrics {
  readonly contentType: string;
  text(): Promise<string>;
  observeRequest(labels: { method: string; route: string; status: number }, seconds: number): void;
  /** @param stages ms */
  observeRun(stages: Readonly<Record<string, number>>): void;
}

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/** What Prometheus is told, in a registry of its own so that several services fit into one process. */
export function createMetrics(load: () => number, requestBytes: () => number): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'leith_http_request_duration_seconds',
    help: 'From the request’s headers to the end of the answer',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers,
  });
  const stages = new Histogram({
    name: 'leith_stage_duration_seconds',
    help: 'Stages of the reconstructions that succeeded',
    labelNames: ['stage'],
    buckets: SECONDS,
    registers,
  });
  gauge('leith_runs_in_progress', 'Reconstructions that are computed or wait for a worker', load);
  gauge(
    'leith_request_bytes_in_memory',
    'Uploads until their run ends, results until they are sent',
    requestBytes,
  );

  function gauge(name: string, help: string, read: () => number): void {
    new Gauge({
      ...{ name, help, registers },
      collect() {
        this.set(read());
      },
    });
  }

  return {
    contentType: registry.contentType,
    text: () => registry.metrics(),
    observeRequest: ({ status, ...labels }, seconds) => requests.observe({ ...labels, status }, seconds),
    observeRun: (durations) => {
      for (const [stage, ms] of Object.entries(durations)) stages.observe({ stage }, ms / 1000);
    },
  };
}
