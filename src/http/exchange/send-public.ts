import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { hasAlready, sendNotModified } from './not-modified.ts';
import { addVary } from '../headers/vary.ts';

const HOUR = 'public, max-age=3600';

/** Text that is the same for everybody until the service is changed. */
export interface PublicText {
  readonly type: string;
  readonly text: string;
  readonly etag: string;
}

export function publicText(type: string, text: string): PublicText {
  // weak: it is the same for the text and for what it is compressed to
  return { type, text, etag: `W/"${createHash('sha256').update(text).digest('hex')}"` };
}

/** Documents what sendPublic sends with the text. */
export const publicHeaders = {
  ETag: { type: 'string', description: 'what to send as If-None-Match next time' },
};

/** The text, or 304 where the client has it already (RFC 9110 section 13). */
export function sendPublic(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, text, etag }: PublicText,
): FastifyReply {
  reply.headers({ etag, 'cache-control': HOUR });
  addVary(reply, 'accept-encoding');
  if (hasAlready(request, etag)) return sendNotModified(request, reply);
  return reply
    .type(type)
    .serializer((content) => content as string)
    .send(text);
}
