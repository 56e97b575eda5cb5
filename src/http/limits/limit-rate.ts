import type { FastifyReply, onRequestAsyncHookHandler } from 'fastify';
import type { RateCounter, RatePolicy } from '../../services/ports/rate-counter.ts';
import { HttpProblem } from '../problems/http-problem.ts';
import { clientOf } from './client-address.ts';

const seconds = (ms: number) => Math.max(1, Math.ceil(ms / 1000));

/** Refuses a client's requests beyond the quota before their body is read; see `countRequest`. */
export function limitRate(
  counter: RateCounter,
  policy: RatePolicy,
  now: () => Date,
): onRequestAsyncHookHandler {
  return async (request, reply) => {
    const client = clientOf(request.ip);
    await countRequest(reply, { counter, policy, now, client, whose: 'network address' });
  };
}

export interface CountedRequest {
  readonly counter: RateCounter;
  readonly policy: RatePolicy;
  readonly now: () => Date;
  readonly client: string;
  /** by what requests are counted, for people */
  readonly whose: string;
}

/**
 * Counts one request, and says where its client stands in the RateLimit fields
 * (draft-ietf-httpapi-ratelimit-headers); a request may fall under several policies.
 * @throws HttpProblem RATE_LIMITED
 */
export async function countRequest(
  reply: FastifyReply,
  { counter, policy, client, now, whose }: CountedRequest,
): Promise<void> {
  const state = await counter.take(policy, client, now().getTime());
  const { name, quota, windowMs } = policy;
  addToList(reply, 'ratelimit-policy', `"${name}";q=${quota};w=${seconds(windowMs)}`);
  addToList(reply, 'ratelimit', `"${name}";r=${state.remaining};t=${seconds(state.resetMs)}`);
  if (state.allowed) return;
  throw new HttpProblem(
    'RATE_LIMITED',
    `Up to ${quota} such requests are answered per ${inWords(windowMs)} and ${whose}. The next one is in ${seconds(state.resetMs)} s.`,
    { 'retry-after': String(seconds(state.resetMs)) },
  );
}

function addToList(reply: FastifyReply, field: string, item: string): void {
  const before = reply.getHeader(field);
  reply.header(field, before === undefined ? item : `${String(before)}, ${item}`);
}

function inWords(windowMs: number): string {
  const units = [
    ['hour', 3_600_000],
    ['minute', 60_000],
  ] as const;
  const exact = units.find(([, ms]) => windowMs === ms);
  return exact ? exact[0] : `${windowMs / 1000} s`;
}
