import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { mintId } from '../../services/mint-id.ts';
import { API_VERSION, constantHeaders } from './identification.ts';
import { STATUS_CODES } from '../exchange/node-http.ts';
import { problemCodes, type HttpProblemCode } from '../problems/codes.ts';
import { problemDocument } from '../problems/problem-document.ts';

/** What has gone wrong, and how it is put. */
interface Refusal {
  readonly code: HttpProblemCode;
  readonly detail: string;
}

const MALFORMED: Refusal = { code: 'MALFORMED_REQUEST', detail: 'This is not a valid HTTP request.' };
const LATE: Refusal = { code: 'REQUEST_TIMEOUT', detail: 'The request took too long to arrive.' };

const refusals: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: {
    code: 'HEADERS_TOO_LARGE',
    detail: 'The request line and the headers have more than 16 KiB.',
  },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: {
    code: 'MALFORMED_REQUEST',
    detail: 'The extensions of a chunk of the body are too long.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: LATE,
};

/** What was refused before it came to be a request. */
export interface RefusedUnread {
  readonly code: HttpProblemCode;
  readonly id: string;
}

/**
 * Answers what is not even HTTP, before there is a request to speak of.
 * @returns with which code and under which identifier; null: there is nobody to answer
 */
export function answerClientError(
  error: NodeJS.ErrnoException & { readonly rawPacket?: unknown },
  socket: Socket,
  baseUrl: string,
): RefusedUnread | null {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable || hasBegunAnswer(socket)) {
    socket.destroy();
    return null;
  }
  const refusal = refusals[error.code ?? ''] ?? MALFORMED;
  const id = mintId('req', new Date());
  hangUp(socket, refusal, id, baseUrl, asksForHead(error));
  return { code: refusal.code, id };
}

/** Whether what arrived last begins a HEAD request, whose answer has no body. */
function asksForHead({ rawPacket }: { readonly rawPacket?: unknown }): boolean {
  return rawPacket instanceof Uint8Array && Buffer.from(rawPacket.subarray(0, 5)).toString() === 'HEAD ';
}

/** Cuts a request off that comes in too slowly; where an answer is on its way already, its end is lost. */
export function answerLate(socket: Socket, requestId: string, baseUrl: string): void {
  if (hasBegunAnswer(socket)) socket.destroy();
  else hangUp(socket, LATE, requestId, baseUrl);
}

const CRUMBLED: Refusal = {
  code: 'MALFORMED_REQUEST',
  detail: 'The body comes in chunks of a few bytes each: send larger ones.',
};

/** The same for a body in crumbs. No more of it is read, so that the answer may get lost. */
export function answerCrumbled(socket: Socket, requestId: string, baseUrl: string): void {
  if (!hasBegunAnswer(socket)) hangUp(socket, CRUMBLED, requestId, baseUrl);
  socket.destroy();
}

const TUNNEL: Refusal = {
  code: 'MALFORMED_REQUEST',
  detail: 'This service is no proxy: CONNECT leads nowhere.',
};

/** What Node answers, or hangs up on, by itself has no document. */
export function answerInNodesStead(
  server: Server,
  baseUrl: string,
  told: (refused: RefusedUnread) => void,
): void {
  server.on('connect', (_request, stream) => {
    const id = mintId('req', new Date());
    hangUp(stream as Socket, TUNNEL, id, baseUrl);
    told({ code: TUNNEL.code, id });
  });
  server.on('checkExpectation', (request, response) => {
    const id = mintId('req', new Date());
    const detail = `Expect is ${request.headers.expect}: only 100-continue can be met.`;
    const [head, body] = answer({ code: 'EXPECTATION_FAILED', detail }, id, baseUrl);
    response.writeHead(417, { ...constantHeaders, ...head }).end(body);
    told({ code: 'EXPECTATION_FAILED', id });
  });
}

function hangUp(socket: Socket, refusal: Refusal, id: string, baseUrl: string, isHead = false): void {
  const { status } = problemCodes[refusal.code];
  const [head, body] = answer(refusal, id, baseUrl);
  const whole = { ...head, 'X-Content-Type-Options': 'nosniff', 'API-Version': API_VERSION };
  const lines = Object.entries(whole).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${isHead ? '' : body}`);
  // a client that neither reads nor closes is not waited for
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  timer.unref();
  socket.once('close', () => clearTimeout(timer));
}

const LINGER_MS = 2000;

function answer({ code, detail }: Refusal, id: string, baseUrl: string): [Record<string, string>, string] {
  const body = JSON.stringify(problemDocument({ code, detail, errors: [] }, id, baseUrl));
  const head = {
    'Content-Type': 'application/problem+json',
    'Cache-Control': 'no-store',
    'X-Request-Id': id,
    'Content-Length': String(Buffer.byteLength(body)),
    Connection: 'close',
  };
  return [head, body];
}

/** Whether the first bytes of an answer to the request under way are out: a second answer would garble it. */
function hasBegunAnswer(socket: Socket): boolean {
  const { _httpMessage: message } = socket as Socket & { _httpMessage?: { headersSent: boolean } | null };
  return message?.headersSent ?? false;
}
