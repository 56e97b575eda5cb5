import type { FastifyReply } from 'fastify';

/** Says that the answer depends on a field of the request, beside what is said of others already. */
export function addVary(reply: FastifyReply, field: string): void {
  const before = reply.getHeader('vary');
  const named = before === undefined ? [] : String(before).split(', ');
  if (!named.includes(field)) reply.header('vary', [...named, field].join(', '));
}
