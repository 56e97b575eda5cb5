import type { FastifyRequest } from 'fastify';
import { HttpProblem } from '../problems/http-problem.ts';
import type { WithAll } from './with-all-requests.ts';

/** Characters; more than any address that the service gives out. */
export const LONGEST_ADDRESS = 4096;

/** Refuses what is HTTP but makes no sense to any route, before one looks at it. */
export const soundRequests: WithAll = {
  comesIn(request) {
    checkAddress(request);
    checkHost(request);
    checkEncoding(request);
    checkTransfer(request);
  },
};

/** @throws HttpProblem URI_TOO_LONG */
function checkAddress({ raw }: FastifyRequest): void {
  const length = raw.url?.length ?? 0;
  if (length <= LONGEST_ADDRESS) return;
  throw new HttpProblem(
    'URI_TOO_LONG',
    `The address has ${length} characters, and may have ${LONGEST_ADDRESS}.`,
  );
}

/** RFC 9112 section 3.2. @throws HttpProblem MALFORMED_REQUEST */
function checkHost({ raw: { httpVersion, rawHeaders } }: FastifyRequest): void {
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  if (hosts === 1 || (hosts === 0 && httpVersion === '1.0')) return;
  throw new HttpProblem('MALFORMED_REQUEST', `The request has ${hosts} Host headers, and needs one.`);
}

/** RFC 9110 section 8.4. @throws HttpProblem UNSUPPORTED_MEDIA_TYPE */
function checkEncoding({ headers }: FastifyRequest): void {
  const encoding = headers['content-encoding'];
  if (encoding === undefined || encoding.trim().toLowerCase() === 'identity') return;
  throw new HttpProblem(
    'UNSUPPORTED_MEDIA_TYPE',
    `Content-Encoding is ${encoding}: send the body as it is, not compressed.`,
    { 'accept-encoding': 'identity' },
  );
}

/**
 * RFC 9112 section 6.1: Node undoes chunks and nothing else, so that a body that is compressed as well would be taken for
 * what it is not, and a proxy that knows better would see another request. Where such a body ends nobody knows for sure: the
 * connection ends with it. @throws HttpProblem MALFORMED_REQUEST
 */
function checkTransfer({ headers }: FastifyRequest): void {
  const coding = headers['transfer-encoding'];
  if (coding === undefined || coding.trim().toLowerCase() === 'chunked') return;
  throw new HttpProblem('MALFORMED_REQUEST', `Transfer-Encoding is ${coding}: only chunked is understood.`, {
    connection: 'close',
  });
}
