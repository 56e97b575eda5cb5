import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import type { Metrics } from './service/metrics.ts';

/** What a worker process answers to those who run it: GET /healthz and /metrics, nothing else. */
export function buildWorkerApp(metrics: Metrics, loggerInstance: FastifyBaseLogger): FastifyInstance {
  const app: FastifyInstance = Fastify({ loggerInstance, requestTimeout: 10_000 });
  app.get('/healthz', { logLevel: 'warn' }, async () => ({ status: 'ok' }));
  app.get('/metrics', { logLevel: 'warn' }, async (_request, reply) =>
    reply.header('content-type', metrics.contentType).send(await metrics.text()),
  );
  return app;
}
