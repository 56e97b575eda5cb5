import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import { callerIfKnown } from '../auth/require-key.ts';
import type { RefusedUnread } from '../client-error.ts';
import type { Metrics } from '../metrics.ts';
import { problemCodes, type HttpProblemCode } from '../problems/codes.ts';
import { refusalOf } from '../problems/send-problem.ts';

/** Routes that are logged from one of these on have no line for each request. */
const QUIET: ReadonlySet<string | undefined> = new Set(['warn', 'error', 'fatal', 'silent']);

interface Line {
  readonly reqId: string;
  readonly method: string;
  readonly route: string;
  readonly status: number;
  readonly ms: number;
  account_id?: string;
  code?: HttpProblemCode;
}

/**
 * One line and one measurement for each request. The line names the route and not the address, which may hold what is
 * nobody else's business; it has no headers and no body.
 */
export class RequestLog {
  readonly #log: FastifyBaseLogger;
  readonly #metrics: Metrics;

  constructor(log: FastifyBaseLogger, metrics: Metrics) {
    // looking for headers in lines that can have none takes longer than writing them
    this.#log = log.child({}, { redact: [] });
    this.#metrics = metrics;
  }

  request(request: FastifyRequest, reply: FastifyReply): void {
    const { url, logLevel } = request.routeOptions;
    const [{ id: reqId, method }, { statusCode: status, elapsedTime: ms }] = [request, reply];
    const route = url ?? 'unknown';
    this.#metrics.observeRequest(method, route, status, ms / 1000);
    const code = refusalOf(request);
    if (code === 'STORAGE_UNAVAILABLE') this.#metrics.countStorageError();
    if (QUIET.has(logLevel)) return;
    const line: Line = { reqId, method, route, status, ms: Math.round(ms * 10) / 10 };
    const caller = callerIfKnown(request);
    if (caller) line.account_id = caller.account_id;
    if (code !== undefined) line.code = code;
    this.#log.info(line, 'request');
  }

  /** What was refused before it was a request. */
  unread({ code, id }: RefusedUnread): void {
    const { status } = problemCodes[code];
    this.#metrics.observeRequest('unknown', 'unknown', status, 0);
    this.#log.info({ reqId: id, route: 'unknown', status, code }, 'request');
  }
}
