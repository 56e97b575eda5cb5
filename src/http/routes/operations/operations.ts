import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Storage } from '../../../services/archive/storage.ts';
import type { Compute } from '../../../services/ports/compute.ts';
import type { Metrics } from '../../service/metrics.ts';
import type { Stopping } from '../../service/stopping.ts';

const state = <Status extends string>(status: Status) => z.object({ status: z.literal(status) });
const tags = ['operation'];
const healthSchema = {
  operationId: 'getHealth',
  summary: 'The process is alive, and can start what computes',
  tags,
  response: {
    200: { description: 'it is', content: { 'application/json': { schema: state('ok') } } },
    503: {
      description: 'no thread that computes could be started: the log says why',
      content: { 'application/json': { schema: state('unavailable') } },
    },
  },
};
const readinessSchema = {
  operationId: 'getReadiness',
  summary:
    'Requests can be served: the database and the archive can be written, and the service is not stopping',
  tags,
  response: {
    200: { description: 'they can', content: { 'application/json': { schema: state('ok') } } },
    503: {
      description:
        'they can’t be at the moment: what looks here is a program that wants a status and no words',
      headers: { 'Retry-After': { type: 'integer', minimum: 1, description: 'seconds' } },
      content: { 'application/json': { schema: state('unavailable') } },
    },
  },
};

interface OperationsServices extends Pick<Storage, 'store' | 'blobs'> {
  readonly compute: Pick<Compute, 'fault'>;
  readonly metrics: Metrics;
  readonly stopping: Stopping;
}

/** GET /healthz, /readyz and /metrics: for those who run the service. */
export function operations(
  app: FastifyInstance,
  { store, blobs, compute, metrics, stopping }: OperationsServices,
): void {
  const typed = app.withTypeProvider<ZodTypeProvider>();
  typed.route({
    method: 'GET',
    url: '/healthz',
    schema: healthSchema,
    logLevel: 'warn',
    handler: async (_request, reply) =>
      compute.fault === null
        ? { status: 'ok' as const }
        : reply.code(503).send({ status: 'unavailable' as const }),
  });
  typed.route({
    method: 'GET',
    url: '/readyz',
    schema: readinessSchema,
    logLevel: 'warn',
    handler: async (request, reply) => {
      try {
        stopping.signal.throwIfAborted();
        await Promise.all([store.check(), blobs.check()]);
        return { status: 'ok' as const };
      } catch (error) {
        if (!stopping.signal.aborted) {
          metrics.countStorageError();
          request.log.error({ err: error }, 'the storage can’t be used');
        }
        return reply
          .code(503)
          .header('retry-after', '5')
          .send({ status: 'unavailable' as const });
      }
    },
  });
  typed.route({
    method: 'GET',
    url: '/metrics',
    schema: {
      operationId: 'getMetrics',
      summary: 'Measurements for Prometheus',
      tags,
      response: { 200: { description: 'text format', content: { 'text/plain': { schema: z.string() } } } },
    },
    logLevel: 'warn',
    handler: async (_request, reply) => {
      reply.serializer((text) => text as string);
      return reply.header('content-type', metrics.contentType).send(await metrics.text());
    },
  });
}
