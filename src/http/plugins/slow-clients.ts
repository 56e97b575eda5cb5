import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { answerLate } from './client-error.ts';
import type { WithAll } from './with-all-requests.ts';

/** Far below what any line carries, far above what keeps a connection busy on purpose. */
const LEAST_BYTES_PER_S = 1024;
const LOOKS = 4;
const SMALL_BYTES = 16 * 1024;
/** Nothing may happen between two comments. */
const EVENTS_PATIENCE_MS = 60_000;

export interface SlowClientOptions {
  /** how long a client may send next to nothing of its request, or take nothing of its answer */
  readonly patienceMs: number;
  /** for a whole request: who has sent much has to go on as fast as would bring as much in this time */
  readonly requestMs: number;
  /** share of the memory for requests that nobody holds: the less, the less time a body may take */
  readonly freeShare: () => number;
  readonly baseUrl: string;
}

/**
 * Clients that hold a connection by hardly moving are cut off: those whose body trickles, and those that don't read
 * what they asked for. Headers that trickle, and the whole time of a request, are Node's own business.
 */
export function slowClients(app: FastifyInstance, options: SlowClientOptions): WithAll {
  const { patienceMs, baseUrl } = options;
  const uploads = new Map<FastifyRequest['raw'], Upload>();
  const timer = setInterval(() => {
    for (const [raw, upload] of uploads) {
      const late = isLate(upload, options);
      if (late && upload.answered) raw.destroy();
      else if (late) answerLate(raw.socket, upload.request.id, baseUrl);
      if (late || raw.destroyed || (raw.complete && upload.answered)) uploads.delete(raw);
    }
  }, patienceMs / LOOKS);
  timer.unref();
  app.addHook('onClose', async () => clearInterval(timer));
  // by then a body that came together with its headers is complete
  const isSound: WithAll['isSound'] = (request, reply) => {
    const { raw } = request;
    if (raw.complete) return;
    const { bytesRead: first } = raw.socket;
    const upload: Upload = { request, seen: [first], first, answered: false };
    uploads.set(raw, upload);
    reply.raw.once('finish', () => {
      // what was refused while it came in has to go on coming, or it would hold its connection for as long as a request may last
      if (raw.complete) uploads.delete(raw);
      else upload.answered = true;
    });
  };
  const isSent: WithAll['isSent'] = (_request, reply, payload) => {
    if (!isSmall(payload)) watchDownload(reply, patienceMs);
  };
  return { isSound, isSent };
}

interface Upload {
  readonly request: FastifyRequest;
  /** bytes at the last looks, oldest first */
  readonly seen: number[];
  /** before any of its body */
  readonly first: number;
  answered: boolean;
}

/**
 * Whether too little has come in for as long as a client may take: next to nothing, or so little that what it holds in
 * memory would never have come in within the time of a request. The whole of that time is there where all memory is free, and
 * nothing but a client's patience where none is, so that many slow ones together can't hold it. Called LOOKS times in that
 * patience.
 */
function isLate(
  { request: { raw }, seen, first }: Upload,
  { patienceMs, requestMs, freeShare }: SlowClientOptions,
): boolean {
  if (raw.complete || raw.destroyed || raw.socket.destroyed) return false;
  // what has come in and waits to be read is no fault of the client
  if (raw.readableLength >= raw.readableHighWaterMark) seen.length = 0;
  seen.push(raw.socket.bytesRead);
  if (seen.length <= LOOKS) return false;
  const held = seen.at(-1)! - first;
  const least = Math.max(
    (LEAST_BYTES_PER_S * patienceMs) / 1000,
    (held * patienceMs) / Math.max(patienceMs, freeShare() * requestMs),
  );
  return seen.at(-1)! - seen.shift()! < least;
}

/** The system takes such an answer whole, whether the client reads it or not. */
function isSmall(payload: unknown): boolean {
  if (typeof payload === 'string' || Buffer.isBuffer(payload)) return payload.length <= SMALL_BYTES;
  return payload === null || payload === undefined;
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
