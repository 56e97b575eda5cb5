import type { FastifyInstance } from 'fastify';

/** While the service closes, a connection whose last answer is out is not kept open for a next request. */
export function promptClosing(app: FastifyInstance): void {
  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
  });
  app.addHook('onResponse', async () => {
    if (closing) setImmediate(() => app.server.closeIdleConnections());
  });
}
