import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Whether If-None-Match holds this entity tag; weak ones count as well (RFC 9110 section 13.1.2). */
export function hasAlready({ headers }: FastifyRequest, etag: string): boolean {
  const tags = entityTags(headers['if-none-match'] ?? '').map(withoutWeakness);
  return tags.some((tag) => tag === withoutWeakness(etag) || tag === '*');
}

const withoutWeakness = (tag: string): string => tag.replace(/^W\//, '');

/** @param header a list of them, as in If-Match */
export function entityTags(header: string): string[] {
  return header.split(',').map((tag) => tag.trim());
}

/**
 * @param bytes of the body that 200 would have: the only length that may be stated with 304 (RFC 9110 section 8.6); absent:
 * it may be compressed or not
 */
export function sendNotModified(request: FastifyRequest, reply: FastifyReply, bytes?: number): FastifyReply {
  reply.code(304);
  if (request.method !== 'HEAD') return reply.send();
  // a stream of nothing: of no body at all the framework says that its length is 0
  if (bytes !== undefined) reply.header('content-length', bytes);
  return reply.send(Readable.from([]));
}
