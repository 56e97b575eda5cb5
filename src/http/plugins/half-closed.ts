import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** The system notices with the first write that nobody is there, and tells of it with the next. */
const AGAIN_MS = 100;
/** Where the answer to the first write takes longer to come back. */
const EVERY_MS = 5000;

/**
 * A client may say that it sends no more, and wait for its answer: Node hangs up on it, unless it is told not to. Whoever
 * has left altogether looks the same at first. So something is sent that means nothing: who is there waits on, and from
 * where nobody is any more comes an error, with which what was computed for them ends.
 */
export function answerHalfClosed(server: Server): void {
  Object.assign(server, { httpAllowHalfOpen: true });
  server.on('connection', (socket: Socket & { _httpMessage?: ServerResponse | null }) => {
    socket.once('end', () => {
      const sayAll = (): void => {
        const { _httpMessage: response, writable } = socket;
        if (response && writable) sayNothing(response);
      };
      sayAll();
      const again = setTimeout(sayAll, AGAIN_MS);
      const every = setInterval(sayAll, EVERY_MS);
      socket.once('close', () => [again, every].forEach((timer) => clearInterval(timer)));
    });
  });
}

function sayNothing(response: ServerResponse): void {
  if (response.headersSent) {
    // a download says enough by itself
    if (String(response.getHeader('content-type')).startsWith('text/event-stream')) response.write(':\n\n');
    return;
  }
  // RFC 9110 section 15.2: any client but one of HTTP/1.0 has to be able to read such an answer before the final one
  if (response.req.httpVersion === '1.1') response.writeProcessing();
}
