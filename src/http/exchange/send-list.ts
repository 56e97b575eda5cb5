import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Page } from '../../services/page.ts';
import { addVary } from '../headers/vary.ts';
import { hasAlready, sendNotModified } from './not-modified.ts';
import { answerPage, pageSchema } from './paging.ts';

const headers = {
  ETag: { type: 'string', description: 'what to send as If-None-Match next time' },
};

/** Documents what sendList answers. */
export function listResponses(item: z.ZodType, description = 'a page of the list') {
  return {
    200: { description, headers, content: { 'application/json': { schema: pageSchema(item) } } },
    304: z.undefined().describe('it is what If-None-Match names'),
  };
}

/**
 * A page of what belongs to one account, or 304 where the client has it already. It may be kept by that client alone, who
 * asks each time whether it is still so. Items are made field by field where they come from, and not looked through again.
 */
export function sendList(request: FastifyRequest, reply: FastifyReply, page: Page<unknown>): FastifyReply {
  const text = JSON.stringify(answerPage(page));
  // weak: it is the same for the text and for what it is compressed to
  const etag = `W/"${createHash('sha256').update(text).digest('base64url')}"`;
  reply.headers({ etag, 'cache-control': 'private, no-cache' });
  addVary(reply, 'accept-encoding');
  if (hasAlready(request, etag)) return sendNotModified(request, reply);
  return reply.type('application/json; charset=utf-8').send(text);
}
