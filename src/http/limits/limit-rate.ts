import type { FastifyReply, onRequestHookHandler } from 'fastify';
import type { RateCounter, RatePolicy, RateState } from '../../services/ports/rate-counter.ts';
import { HttpProblem } from '../problems/http-problem.ts';
import { clientOf } from './client-address.ts';

const seconds = (ms: number) => Math.max(1, Math.ceil(ms / 1000));

/** One more in so long is answered when the quota is used up, so that nobody else at the same address is locked out. */
export interface Trickle {
  readonly everyMs: number;
}

/** Refuses a client's requests beyond the quota before their body is read; see `countRequest`. */
export function limitRate(
  counter: RateCounter,
  policy: RatePolicy,
  now: () => Date,
  trickle?: Trickle,
): onRequestHookHandler {
  const whose = 'network address';
  return (request, reply, done) => {
    const counted = { counter, policy, now, client: clientOf(request.ip), whose };
    const waits = countRequest(reply, trickle ? { ...counted, trickle } : counted);
    if (waits) return waits;
    done();
  };
}

export interface CountedRequest {
  readonly counter: RateCounter;
  readonly policy: RatePolicy;
  readonly now: () => Date;
  readonly client: string;
  /** by what requests are counted, for people */
  readonly whose: string;
  readonly trickle?: Trickle;
}

/**
 * Counts one request, and says where its client stands in the RateLimit fields
 * (draft-ietf-httpapi-ratelimit-headers); a request may fall under several policies.
 * @returns a promise only where the counter has to ask somebody else
 * @throws HttpProblem RATE_LIMITED
 */
export function countRequest(reply: FastifyReply, counted: CountedRequest): Promise<void> | undefined {
  const { counter, policy, client, now } = counted;
  const time = now().getTime();
  const state = counter.take(policy, client, time);
  if (state instanceof Promise || counted.trickle) return countSlowly(reply, counted, state, time);
  tellState(reply, policy, state);
  if (!state.allowed) throw tooManyRequests(counted, state.resetMs);
  return undefined;
}

async function countSlowly(
  reply: FastifyReply,
  counted: CountedRequest,
  asked: RateState | Promise<RateState>,
  time: number,
): Promise<void> {
  const { counter, policy, client, trickle } = counted;
  const state = await asked;
  tellState(reply, policy, state);
  // every one that is answered begins the wait for the next
  const next = trickle
    ? await counter.take(
        { name: `${policy.name}-trickle`, quota: 1, windowMs: trickle.everyMs },
        client,
        time,
      )
    : state;
  if (state.allowed || next.allowed) return;
  throw tooManyRequests(counted, Math.min(state.resetMs, next.resetMs));
}

/** Each is written once: policies last as long as the service. */
const written = new WeakMap<RatePolicy, string>();

function tellState(reply: FastifyReply, policy: RatePolicy, { remaining, resetMs }: RateState): void {
  const { name, quota, windowMs } = policy;
  let stated = written.get(policy);
  if (stated === undefined) written.set(policy, (stated = `"${name}";q=${quota};w=${seconds(windowMs)}`));
  const state = `"${name}";r=${remaining};t=${seconds(resetMs)}`;
  const before = reply.getHeader('ratelimit');
  // a request may fall under several policies
  if (before === undefined) reply.header('ratelimit-policy', stated).header('ratelimit', state);
  else {
    reply.header('ratelimit-policy', `${String(reply.getHeader('ratelimit-policy'))}, ${stated}`);
    reply.header('ratelimit', `${String(before)}, ${state}`);
  }
}

function tooManyRequests({ policy, whose }: CountedRequest, resetMs: number): HttpProblem {
  const { quota, windowMs } = policy;
  return tooMany(`Up to ${quota} such requests are answered per ${inWords(windowMs)} and ${whose}.`, resetMs);
}

/** @param most what is answered, in words */
export function tooMany(most: string, resetMs: number): HttpProblem {
  const headers = { 'retry-after': String(seconds(resetMs)) };
  return new HttpProblem('RATE_LIMITED', `${most} The next one is in ${seconds(resetMs)} s.`, headers);
}

function inWords(windowMs: number): string {
  const units = [
    ['hour', 3_600_000],
    ['minute', 60_000],
  ] as const;
  const exact = units.find(([, ms]) => windowMs === ms);
  return exact ? exact[0] : `${windowMs / 1000} s`;
}
