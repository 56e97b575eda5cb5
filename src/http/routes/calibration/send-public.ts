import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { hasAlready, sendNotModified } from '../../exchange/not-modified.ts';

const HOUR = 'public, max-age=3600';

/** Text that is the same for everybody until the service is changed. */
export interface PublicText {
  readonly type: string;
  readonly text: string;
  readonly etag: string;
}

export function publicText(type: string, text: string): PublicText {
  return { type, text, etag: `"${createHash('sha256').update(text).digest('hex')}"` };
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
  if (hasAlready(request, etag)) return sendNotModified(request, reply, Buffer.byteLength(text));
  return reply
    .type(type)
    .serializer((content) => content as string)
    .send(text);
}
