import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Requests of a connection that may wait for the answer before theirs: more than clients send ahead that do so at all. */
export const SENT_AHEAD = 16;

interface Line {
  busy: boolean;
  readonly waiting: [request: IncomingMessage, response: ServerResponse][];
}

/**
 * A connection is answered one request at a time. Node hands out all that a client sends ahead at once, and keeps their
 * answers in memory until the first has gone out: a thousand lines in one connection would be a thousand open files.
 * What comes after `SENT_AHEAD` that wait ends the connection; a client then asks again for what it has no answer to
 * (RFC 9112 section 9.3.2).
 */
export function oneAtATime(handle: RequestListener): RequestListener {
  const lines = new WeakMap<Socket, Line>();
  const lineOf = (socket: Socket): Line => {
    const known = lines.get(socket);
    if (known) return known;
    const line = { busy: false, waiting: [] };
    lines.set(socket, line);
    return line;
  };
  const begin: RequestListener = (request, response) => {
    // Node says it once for each response
    response.on('close', answered);
    handle(request, response);
  };
  function answered(this: ServerResponse): void {
    const { socket } = this.req;
    const line = lineOf(socket);
    const next = line.waiting.shift();
    // who has left, or was told that the connection ends, hears no more answers
    if (next && socket.writable) begin(...next);
    else line.busy = false;
  }
  return (request, response) => {
    const { socket } = request;
    const line = lineOf(socket);
    if (!line.busy) {
      line.busy = true;
      begin(request, response);
    } else if (line.waiting.length < SENT_AHEAD) line.waiting.push([request, response]);
    else socket.destroy();
  };
}
