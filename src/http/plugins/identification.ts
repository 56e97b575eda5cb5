import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { pageHeaders, securityHeaders } from './security-headers.ts';
import type { WithAll } from './with-all-requests.ts';

/** The date of the last change to the API that a client could notice. */
export const API_VERSION = '2026-11-21';

/** On every answer, whatever it is. */
export const constantHeaders = { 'api-version': API_VERSION, ...securityHeaders };

/** What may hold code. */
const PAGES = ['text/html', 'image/svg+xml'];

/** X-Request-Id, API-Version and the security headers on every answer, refusals included. */
export function identification(app: FastifyInstance): WithAll {
  app.addHook('onRequest', (request, reply, done) => {
    identify(request, reply);
    done();
  });
  const isSent: WithAll['isSent'] = (_request, reply) => {
    const type = String(reply.getHeader('content-type'));
    if (PAGES.some((page) => type.startsWith(page))) reply.headers(pageHeaders);
  };
  return { isSent };
}

/** For answers that are given before any hook is run. */
export function identify(request: FastifyRequest, reply: FastifyReply): void {
  reply.headers(constantHeaders).header('x-request-id', request.id);
}
