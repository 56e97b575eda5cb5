import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Requests of a connection that may wait for the answer before theirs: more than clients send ahead that do so at all. */
export const SENT_AHEAD = 16;

type Waiting = [request: IncomingMessage, response: ServerResponse];

/**
 * A connection is answered one request at a time. Node hands out all that a client sends ahead at once, and keeps their
 * answers in memory until the first has gone out: a thousand lines in one connection would be a thousand open files.
 * What comes after `SENT_AHEAD` that wait ends the connection; a client then asks again for what it has no answer to
 * (RFC 9112 section 9.3.2).
 */
export function oneAtATime(handle: RequestListener): RequestListener {
  const lines = new WeakMap<Socket, Waiting[]>();
  const begin = (socket: Socket, [request, response]: Waiting): void => {
    response.once('close', () => {
      const line = lines.get(socket)!;
      const next = line.shift();
      // who has left, or was told that the connection ends, hears no more answers
      if (next && socket.writable) begin(socket, next);
      else lines.delete(socket);
    });
    handle(request, response);
  };
  return (request, response) => {
    const { socket } = request;
    const line = lines.get(socket);
    if (!line) {
      lines.set(socket, []);
      begin(socket, [request, response]);
    } else if (line.length < SENT_AHEAD) line.push([request, response]);
    else socket.destroy();
  };
}
