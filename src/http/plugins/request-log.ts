import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import { callerIfKnown } from '../auth/require-key.ts';
import type { RefusedUnread } from './client-error.ts';
import type { Metrics } from '../service/metrics.ts';
import { problemCodes } from '../problems/codes.ts';
import { refusalOf } from '../problems/send-problem.ts';

/**
 * One line and one measurement for each request. The line names the route and not the address, which may hold what is
 * nobody else's business; it has no headers and no body.
 */
export class RequestLog {
  readonly #log: FastifyBaseLogger;
  readonly #metrics: Metrics;

  /** @param log for what never came to be a request; requests have their own */
  constructor(log: FastifyBaseLogger, metrics: Metrics) {
    this.#log = log;
    this.#metrics = metrics;
  }

  request(request: FastifyRequest, reply: FastifyReply): void {
    const { statusCode: status, elapsedTime: ms } = reply;
    const { method } = request;
    const route = request.routeOptions.url ?? 'unknown';
    this.#metrics.observeRequest(method, route, status, ms / 1000);
    const code = refusalOf(request);
    if (code === 'STORAGE_UNAVAILABLE') this.#metrics.countStorageError();
    const account_id = callerIfKnown(request)?.account_id;
    request.log.info({ method, route, status, ms: Math.round(ms * 10) / 10, account_id, code }, 'request');
  }

  /** What was refused before it was a request. */
  unread({ code, id }: RefusedUnread): void {
    const { status } = problemCodes[code];
    this.#metrics.observeRequest('unknown', 'unknown', status, 0);
    this.#log.info({ reqId: id, route: 'unknown', status, code }, 'request');
  }
}
