import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { callerIfKnown } from '../auth/require-key.ts';
import type { RefusedUnread } from '../client-error.ts';
import type { Metrics } from '../metrics.ts';
import { problemCodes } from '../problems/codes.ts';
import { refusalOf } from '../problems/send-problem.ts';

/**
 * One line and one measurement for each request. The line names the route and not the address, which may hold what is
 * nobody else's business; it has no headers and no body.
 */
export function requestLog(app: FastifyInstance, metrics: Metrics): void {
  app.addHook('onResponse', (request, reply, done) => {
    logRequest(metrics, request, reply);
    done();
  });
}

/** For what is answered without the hooks. */
export function logRequest(metrics: Metrics, request: FastifyRequest, reply: FastifyReply): void {
  const route = request.routeOptions.url ?? 'unknown';
  const { method } = request;
  const status = reply.statusCode;
  metrics.observeRequest({ method, route, status }, reply.elapsedTime / 1000);
  const account_id = callerIfKnown(request)?.account_id;
  const code = refusalOf(request);
  if (code === 'STORAGE_UNAVAILABLE') metrics.countStorageError();
  const line = {
    ...{ method, route, status, ms: Math.round(reply.elapsedTime * 10) / 10 },
    ...(account_id === undefined ? {} : { account_id }),
    ...(code === undefined ? {} : { code }),
  };
  request.log.info(line, 'request');
}

/** What was refused before it was a request. */
export function logUnread(app: FastifyInstance, metrics: Metrics, { code, id }: RefusedUnread): void {
  const { status } = problemCodes[code];
  metrics.observeRequest({ method: 'unknown', route: 'unknown', status }, 0);
  app.log.info({ reqId: id, route: 'unknown', status, code }, 'request');
}
