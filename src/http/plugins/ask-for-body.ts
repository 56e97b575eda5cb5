import type { Server } from 'node:http';

/**
 * A client that expects 100 Continue sends its body when it is asked for it. That is when something reads the body: whoever
 * is refused before is spared it. Where it was not asked for nobody knows whether it comes nevertheless, so that the
 * connection ends (RFC 9110 section 10.1.1).
 */
export function askForBody(server: Server): void {
  server.on('checkContinue', (request, response) => {
    const { _read: read } = request;
    const { shouldKeepAlive } = response;
    response.shouldKeepAlive = false;
    request._read = (size) => {
      request._read = read;
      if (!response.headersSent) {
        response.shouldKeepAlive = shouldKeepAlive;
        response.writeContinue();
      }
      read.call(request, size);
    };
    server.emit('request', request, response);
  });
}
