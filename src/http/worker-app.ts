import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import type { Compute } from '../services/ports/compute.ts';
import type { Metrics } from './service/metrics.ts';

/** What a worker process answers to those who run it: GET /healthz and /metrics, nothing else. */
export function buildWorkerApp(
  compute: Pick<Compute, 'fault'>,
  metrics: Metrics,
  loggerInstance: FastifyBaseLogger,
): FastifyInstance {
  const app: FastifyInstance = Fastify({ loggerInstance, requestTimeout: 10_000 });
  app.get('/healthz', { logLevel: 'warn' }, async (_request, reply) =>
    compute.fault === null ? { status: 'ok' } : reply.code(503).send({ status: 'unavailable' }),
  );
  app.get('/metrics', { logLevel: 'warn' }, async (_request, reply) =>
    reply.header('content-type', metrics.contentType).send(await metrics.text()),
  );
  return app;
}
