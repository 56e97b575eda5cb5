import type { FastifyInstance } from 'fastify';
import { HttpProblem } from '../problems/http-problem.ts';
import type { Stopping } from '../stopping.ts';

/** Asked by those who run the service, also while it stops. */
const ALWAYS: ReadonlySet<string | undefined> = new Set(['/healthz', '/readyz', '/metrics']);
const RETRY_AFTER_S = 5;

/**
 * While the service stops, requests that have begun are answered, new ones are turned away, and no connection is kept
 * open for a next one.
 */
export function gracefulStop(app: FastifyInstance, stopping: Stopping): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.raw.once('close', stopping.enter());
    if (!stopping.signal.aborted || ALWAYS.has(request.routeOptions.url)) return;
    throw new HttpProblem(
      'SHUTTING_DOWN',
      'The service is being stopped: nothing of this request was done.',
      {
        'retry-after': String(RETRY_AFTER_S),
      },
    );
  });
  app.addHook('onSend', async (_request, reply) => {
    if (stopping.signal.aborted) reply.header('connection', 'close');
  });
  app.addHook('onResponse', async () => {
    if (stopping.signal.aborted) setImmediate(() => app.server.closeIdleConnections());
  });
  app.addHook('preClose', async () => stopping.begin());
}
