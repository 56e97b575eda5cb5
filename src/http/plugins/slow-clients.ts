import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { answerLate } from '../client-error.ts';

/** Far below what any line carries, far above what keeps a connection busy on purpose. */
const LEAST_BYTES_PER_S = 1024;
const LOOKS = 4;
/** Nothing may happen between two comments. */
const EVENTS_PATIENCE_MS = 60_000;

export interface SlowClientOptions {
  /** how long a client may send next to nothing of its request, or take nothing of its answer */
  readonly patienceMs: number;
  readonly baseUrl: string;
}

/**
 * Clients that hold a connection by hardly moving are cut off: those whose body trickles, and those that don't read
 * what they asked for. Headers that trickle, and the whole time of a request, are Node's own business.
 */
export function slowClients(app: FastifyInstance, { patienceMs, baseUrl }: SlowClientOptions): void {
  app.addHook('onRequest', async (request) => {
    const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
    if (encoding !== undefined || Number(length ?? 0) > 0) watchUpload(request, patienceMs, baseUrl);
  });
  app.addHook('onSend', async (_request, reply) => watchDownload(reply, patienceMs));
}

/** Looks at the bytes that have come in, as long as the service waits for more of them. */
function watchUpload({ raw, id }: FastifyRequest, patienceMs: number, baseUrl: string): void {
  const { socket } = raw;
  const interval = patienceMs / LOOKS;
  const least = (LEAST_BYTES_PER_S * patienceMs) / 1000;
  /** bytes at the last looks, oldest first */
  let seen = [socket.bytesRead];
  const timer = setInterval(() => {
    if (raw.complete || socket.destroyed) return clearInterval(timer);
    // what has come in and waits to be read is no fault of the client
    if (raw.readableLength >= raw.readableHighWaterMark) {
      seen = [socket.bytesRead];
      return;
    }
    seen.push(socket.bytesRead);
    if (seen.length <= LOOKS) return;
    if (seen.at(-1)! - seen.shift()! >= least) return;
    clearInterval(timer);
    answerLate(socket, id, baseUrl);
  }, interval);
  timer.unref();
  raw.once('close', () => clearInterval(timer));
}

/** Node counts bytes that the other side has taken as a sign of life, and closes a connection without one. */
function watchDownload(reply: FastifyReply, patienceMs: number): void {
  const { raw } = reply;
  const { socket } = raw;
  if (!socket) return;
  const isEvents = String(reply.getHeader('content-type')).startsWith('text/event-stream');
  const timeout = isEvents ? Math.max(patienceMs, EVENTS_PATIENCE_MS) : patienceMs;
  raw.setTimeout(timeout);
  // Node has set the time for an idle connection by now, unless the next request waits in it
  raw.once('finish', () => {
    if (socket.timeout === timeout) socket.setTimeout(0);
  });
}
