import { hash } from 'node:crypto';
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
  return ownResponses(pageSchema(item), description);
}

/** Documents what sendOwn answers. */
export function ownResponses(schema: z.ZodType, description: string) {
  return {
    200: { description, headers, content: { 'application/json': { schema } } },
    304: z.undefined().describe('it is what If-None-Match names'),
  };
}

/** A page of a list that belongs to one account. */
export function sendList(request: FastifyRequest, reply: FastifyReply, page: Page<unknown>): FastifyReply {
  return sendOwn(request, reply, answerPage(page));
}

/** The same of items whose JSON is at hand. */
export function sendWritten(request: FastifyRequest, reply: FastifyReply, page: Page<string>): FastifyReply {
  const { next_cursor } = answerPage(page);
  const text = `{"items":[${page.items.join(',')}],"next_cursor":${JSON.stringify(next_cursor)}}`;
  return sendText(request, reply, text);
}

/**
 * What belongs to one account, or 304 where the client has it already. It may be kept by that client alone, who asks each
 * time whether it is still so. It is made field by field where it comes from, and not looked through again.
 */
export function sendOwn(request: FastifyRequest, reply: FastifyReply, answer: unknown): FastifyReply {
  return sendText(request, reply, JSON.stringify(answer));
}

function sendText(request: FastifyRequest, reply: FastifyReply, text: string): FastifyReply {
  // weak: it is the same for the text and for what it is compressed to
  const etag = `W/"${hash('sha256', text, 'base64url')}"`;
  reply.headers({ etag, 'cache-control': 'private, no-cache' });
  addVary(reply, 'accept-encoding');
  if (hasAlready(request, etag)) return sendNotModified(request, reply);
  return reply.type('application/json; charset=utf-8').send(text);
}
