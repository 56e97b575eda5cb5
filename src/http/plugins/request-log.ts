import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { callerIfKnown } from '../auth/require-key.ts';
import type { RefusedUnread } from './client-error.ts';
import type { Metrics } from '../service/metrics.ts';
import { problemCodes } from '../problems/codes.ts';
import { refusalOf } from '../problems/send-problem.ts';
import { readServerTiming } from '../exchange/server-timing.ts';
import type { AnsweredRequest, Telemetry } from '../../services/ports/telemetry.ts';

/**
 * One line and one measurement for each request. The line names the route and not the address, which may hold what is
 * nobody else's business; it has no headers and no body.
 */
export class RequestLog {
  readonly #log: Logger;
  readonly #metrics: Metrics;
  readonly #telemetry: Telemetry | null;

  constructor(log: Logger, metrics: Metrics, telemetry: Telemetry | null) {
    this.#log = log;
    this.#metrics = metrics;
    this.#telemetry = telemetry;
  }

  request(request: FastifyRequest, reply: FastifyReply): void {
    const { statusCode: status, elapsedTime: ms } = reply;
    const { method } = request;
    const route = request.routeOptions.url ?? 'unknown';
    this.#metrics.observeRequest(method, route, status, ms / 1000);
    this.#telemetry?.request({
      ...{ method, route, status, ms },
      stages: readServerTiming(reply.getHeader('server-timing')),
      parent: parentOf(request),
    });
    const refused = refusalOf(request);
    if (refused?.isStorageFault) this.#metrics.countStorageError();
    // who runs the service asks these every few seconds, and their routes say that nobody wants to read of it
    if (request.routeOptions.logLevel === 'warn') return;
    // putting a line together that nobody reads takes longer than measuring the request
    if (!this.#log.isLevelEnabled('info')) return;
    const account_id = callerIfKnown(request)?.account_id;
    const line = {
      reqId: request.id,
      method,
      route,
      status,
      ms: Math.round(ms * 10) / 10,
      account_id,
      code: refused?.code,
    };
    this.#log.info({ ...line, ...clientsNames(request) }, 'request');
  }

  /** What was refused before it was a request. */
  unread({ code, id }: RefusedUnread): void {
    const { status } = problemCodes[code];
    this.#metrics.observeRequest('unknown', 'unknown', status, 0);
    this.#log.info({ reqId: id, route: 'unknown', status, code }, 'request');
  }
}

/** As programs write identifiers: nothing that could be an address, a sentence or another line of the log. */
const IDENTIFIER = /^[\w.:-]{1,128}$/;
/** https://www.w3.org/TR/trace-context/#traceparent-header; zeros alone name nothing */
const TRACEPARENT = /^[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})(?:-.*)?$/;

/** The client's own trace, which this request is a part of. */
function parentOf({ headers }: FastifyRequest): AnsweredRequest['parent'] {
  const [, traceId, spanId, flags = ''] = TRACEPARENT.exec(String(headers['traceparent'] ?? '')) ?? [];
  if (!traceId || !spanId) return null;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

const NAMELESS = {};

/** How the client names its request, so that its log and this one can be brought together. */
function clientsNames({ headers }: FastifyRequest): Record<string, string> {
  const { 'x-request-id': own, traceparent } = headers;
  if (own === undefined && traceparent === undefined) return NAMELESS;
  const [, trace_id, parent_id] = TRACEPARENT.exec(String(traceparent ?? '')) ?? [];
  return {
    ...(typeof own === 'string' && IDENTIFIER.test(own) ? { client_request_id: own } : {}),
    ...(trace_id && parent_id ? { trace_id, parent_id } : {}),
  };
}
