import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { mintId } from '../services/mint-id.ts';
import { API_VERSION } from './plugins/identification.ts';
import { problemDocument } from './problems/problem-document.ts';

/** Answers what is not even HTTP, before there is a request to speak of. */
export function answerClientError(error: NodeJS.ErrnoException, socket: Socket, baseUrl: string): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy();
    return;
  }
  const id = mintId('req', new Date());
  const detail =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? 'The headers are too long.'
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? 'The request took too long to arrive.'
        : 'This is not a valid HTTP request.';
  const document = problemDocument({ code: 'MALFORMED_REQUEST', detail, errors: [] }, id, baseUrl);
  const body = JSON.stringify(document);
  socket.end(
    `HTTP/1.1 400 ${STATUS_CODES[400]}\r\nContent-Type: application/problem+json\r\nX-Request-Id: ${id}\r\n` +
      `API-Version: ${API_VERSION}\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}
