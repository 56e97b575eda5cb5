import type { FastifyReply } from 'fastify';
import { z } from 'zod';

const TYPE = 'text/plain; charset=utf-8';

/** Documents a text about the log's tree. */
export const logText = (description: string) => ({
  200: { description, content: { 'text/plain': { schema: z.string() } } },
});

/** It changes with every package. */
export function sendLogText(reply: FastifyReply, text: string): FastifyReply {
  return reply
    .header('cache-control', 'no-store')
    .type(TYPE)
    .serializer((content) => content as string)
    .send(text);
}
