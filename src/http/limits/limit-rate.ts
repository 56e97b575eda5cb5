import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RateCounter, RatePolicy } from '../../services/ports/rate-counter.ts';
import { HttpProblem } from '../problems/http-problem.ts';
import { clientOf } from './client-address.ts';

const seconds = (ms: number) => Math.max(1, Math.ceil(ms / 1000));

/** Who is counted, in words. */
const NETWORK_ADDRESS = 'network address';

/**
 * Refuses a client's requests beyond the quota before their body is read, and says where it stands in the RateLimit
 * fields (draft-ietf-httpapi-ratelimit-headers).
 */
export function limitRate(counter: RateCounter, policy: RatePolicy, now: () => Date) {
  return (request: FastifyRequest, reply: FastifyReply): Promise<void> =>
    countRequest(reply, { counter, policy, now, client: clientOf(request.ip), whose: NETWORK_ADDRESS });
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
 * Counts one request; a request may fall under several policies.
 * @throws HttpProblem RATE_LIMITED
 */
export async function countRequest(
  reply: FastifyReply,
  { counter, policy, now, client, whose }: CountedRequest,
): Promise<void> {
  const { name, quota, windowMs } = policy;
  const state = await counter.take(policy, client, now().getTime());
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
