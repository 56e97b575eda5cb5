import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Storage } from '../../../services/archive/storage.ts';
import type { Metrics } from '../../service/metrics.ts';
import type { Stopping } from '../../service/stopping.ts';

const state = z.object({ status: z.enum(['ok', 'unavailable']) });
const tags = ['operation'];

interface OperationsServices extends Pick<Storage, 'store' | 'blobs'> {
  readonly metrics: Metrics;
  readonly stopping: Stopping;
}

/** GET /healthz, /readyz and /metrics: for those who run the service. */
export function operations(
  app: FastifyInstance,
  { store, blobs, metrics, stopping }: OperationsServices,
): void {
  const typed = app.withTypeProvider<ZodTypeProvider>();
  typed.route({
    method: 'GET',
    url: '/healthz',
    schema: { summary: 'The process is alive', tags, response: { 200: state } },
    logLevel: 'warn',
    handler: async () => ({ status: 'ok' as const }),
  });
  typed.route({
    method: 'GET',
    url: '/readyz',
    schema: {
      summary:
        'Requests can be served: the database and the archive can be written, and the service is not stopping',
      tags,
      response: { 200: state, 503: state },
    },
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
