import type { FastifyInstance } from 'fastify';

/** The date of the last change to the API that a client could notice. */
export const API_VERSION = '2026-11-21';

/** X-Request-Id on every answer, refusals included; API-Version is written by `Response`. */
export function identification(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
  });
}
