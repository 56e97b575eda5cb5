import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { HttpProblem } from '../problems/http-problem.ts';
import type { Stopping } from '../service/stopping.ts';
import type { WithAll } from './with-all-requests.ts';

/** Asked by those who run the service, also while it stops. */
const ALWAYS: ReadonlySet<string | undefined> = new Set(['/healthz', '/readyz', '/metrics']);
const RETRY_AFTER_S = 5;
const CLOSE_AGAIN_MS = 200;

/**
 * While the service stops, requests that have begun are answered, new ones are turned away, and no connection is kept
 * open for a next one.
 */
export function gracefulStop(app: FastifyInstance, stopping: Stopping): WithAll {
  const leave = (): void => {
    stopping.leave();
    if (stopping.signal.aborted) setImmediate(() => app.server.closeIdleConnections());
  };
  const comesIn: WithAll['comesIn'] = (request, reply) => {
    stopping.enter();
    // Node says it once for each response
    reply.raw.on('close', leave);
    if (!stopping.signal.aborted || ALWAYS.has(request.routeOptions.url)) return;
    throw new HttpProblem(
      'SHUTTING_DOWN',
      'The service is being stopped: nothing of this request was done.',
      {
        'retry-after': String(RETRY_AFTER_S),
      },
    );
  };
  const sockets = new Set<Socket>();
  app.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  let closing: NodeJS.Timeout | undefined;
  app.addHook('preClose', async () => {
    stopping.begin();
    const closeUnused = (): void => {
      app.server.closeIdleConnections();
      // Node does not count a connection that never carried anything as idle, and would wait for it
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
    };
    closeUnused();
    // one that was taken on while the others were closed
    closing = setInterval(closeUnused, CLOSE_AGAIN_MS);
  });
  app.addHook('onClose', async () => clearInterval(closing));
  const isSent: WithAll['isSent'] = (_request, reply) => {
    if (stopping.signal.aborted) reply.header('connection', 'close');
  };
  return { comesIn, isSent };
}
