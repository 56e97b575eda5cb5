import { setTimeout as sleep } from 'node:timers/promises';
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, TraceFlags, type Context } from '@opentelemetry/api';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import type { AnsweredRequest, Telemetry } from '../../services/ports/telemetry.ts';
import { samplerOf } from './sampler.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];
const EXPORT_MS = 60_000;
const CLOSING_MS = 3000;

/**
 * Sends spans and metrics by OTLP over HTTP to where the standard variables of OpenTelemetry say; the exporters read
 * their addresses, headers and time limits there themselves.
 */
export function telemetryOtlp(environment: Environment, version: string): Telemetry {
  const named = resourceFromAttributes({ 'service.name': 'leith', 'service.version': version });
  const resource = named.merge(detectResources({ detectors: [envDetector] }));
  const processor =
    wants(environment, 'TRACES') && new BatchSpanProcessor({ exporter: new OTLPTraceExporter() });
  const traces = new TracerProvider({
    ...{ resource, sampler: samplerOf(environment), spanProcessors: processor ? [processor] : [] },
  });
  const exportIntervalMillis = Number(environment['OTEL_METRIC_EXPORT_INTERVAL']) || EXPORT_MS;
  const reader =
    wants(environment, 'METRICS') &&
    new PeriodicExportingMetricReader({
      exporter: new OTLPMetricExporter(),
      exportIntervalMillis,
      exportTimeoutMillis: Math.min(exportIntervalMillis, EXPORT_MS / 2),
    });
  const metrics = new MeterProvider({ resource, readers: reader ? [reader] : [] });
  return new TelemetryOtlp(traces, metrics);
}

function wants(environment: Environment, signal: 'TRACES' | 'METRICS'): boolean {
  const exporter = environment[`OTEL_${signal}_EXPORTER`] ?? 'otlp';
  const address =
    environment[`OTEL_EXPORTER_OTLP_${signal}_ENDPOINT`] ?? environment['OTEL_EXPORTER_OTLP_ENDPOINT'];
  return exporter !== 'none' && Boolean(address);
}

class TelemetryOtlp implements Telemetry {
  readonly #traces: TracerProvider;
  readonly #metrics: MeterProvider;
  readonly #tracer;
  readonly #requests;
  readonly #stages;

  constructor(traces: TracerProvider, metrics: MeterProvider) {
    this.#traces = traces;
    this.#metrics = metrics;
    this.#tracer = traces.getTracer('leith');
    const meter = metrics.getMeter('leith');
    const buckets = { unit: 's', advice: { explicitBucketBoundaries: SECONDS } };
    this.#requests = meter.createHistogram('http.server.request.duration', {
      ...{ ...buckets, description: 'Duration of HTTP server requests.' },
    });
    this.#stages = meter.createHistogram('leith.stage.duration', {
      ...{ ...buckets, description: 'Stages of the reconstructions that succeeded.' },
    });
  }

  request({ method, route, status, ms, stages, parent }: AnsweredRequest): void {
    const attributes = {
      'http.request.method': method,
      'http.route': route,
      'http.response.status_code': status,
    };
    this.#requests.record(ms / 1000, attributes);
    const context = parent ? contextOf(parent) : ROOT_CONTEXT;
    const startTime = Date.now() - ms;
    const options = { kind: SpanKind.SERVER, startTime, attributes };
    const span = this.#tracer.startSpan(`${method} ${route}`, options, context);
    if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
    this.#addStages(stages, startTime, trace.setSpan(context, span));
    span.end(startTime + ms);
  }

  run(stages: AnsweredRequest['stages']): void {
    const ms = Object.values(stages).reduce((sum, each) => sum + each, 0);
    const startTime = Date.now() - ms;
    const span = this.#tracer.startSpan('run', { kind: SpanKind.CONSUMER, startTime }, ROOT_CONTEXT);
    this.#addStages(stages, startTime, trace.setSpan(ROOT_CONTEXT, span));
    span.end(startTime + ms);
  }

  /** One after the other, as they came. */
  #addStages(stages: AnsweredRequest['stages'], began: number, context: Context): void {
    let startTime = began;
    for (const [stage, ms] of Object.entries(stages)) {
      this.#stages.record(ms / 1000, { stage });
      this.#tracer.startSpan(stage, { startTime }, context).end(startTime + ms);
      startTime += ms;
    }
  }

  async close(): Promise<void> {
    const sent = Promise.allSettled([this.#traces.shutdown(), this.#metrics.shutdown()]);
    // a collector that is away does not keep the process from ending
    await Promise.race([sent, sleep(CLOSING_MS, undefined, { ref: false })]);
  }
}

function contextOf({ traceId, spanId, isSampled }: NonNullable<AnsweredRequest['parent']>): Context {
  const traceFlags = isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
}
