import type { FastifyInstance } from 'fastify';

/** The date of the last change to the API that a client could notice. */
export const API_VERSION = '2026-11-21';

/** X-Request-Id and API-Version on every answer, refusals included. */
export function identification(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id).header('api-version', API_VERSION);
    done();
  });
}
