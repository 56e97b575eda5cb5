import type { FastifyReply, onRequestHookHandler } from 'fastify';
import type { RateCounter, RatePolicy, RateState } from '../../services/ports/rate-counter.ts';
import { HttpProblem } from '../problems/http-problem.ts';
import { Clients } from './client-address.ts';

const seconds = (ms: number) => Math.max(1, Math.ceil(ms / 1000));

/** Who is counted, in words. */
const NETWORK_ADDRESS = 'network address';

/** Refuses a client's requests beyond the quota before their body is read; see `countRequest`. */
export function limitRate(counter: RateCounter, policy: RatePolicy, now: () => Date): onRequestHookHandler {
  const clients = new Clients();
  return (request, reply, done) => {
    const client = clients.of(request);
    const counted = countRequest(reply, { counter, policy, now, client, whose: NETWORK_ADDRESS });
    // a promise for every request costs more than counting it in memory
    if (counted) return counted;
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
}

/**
 * Counts one request, and says where its client stands in the RateLimit fields
 * (draft-ietf-httpapi-ratelimit-headers); a request may fall under several policies.
 * @returns nothing where the counter answers at once
 * @throws HttpProblem RATE_LIMITED
 */
export function countRequest(reply: FastifyReply, counted: CountedRequest): Promise<void> | undefined {
  const { counter, policy, client, now } = counted;
  const state = counter.take(policy, client, now().getTime());
  if (state instanceof Promise) return state.then((known) => tell(reply, counted, known));
  tell(reply, counted, state);
  return undefined;
}

/** @throws HttpProblem RATE_LIMITED */
function tell(reply: FastifyReply, { policy, whose }: CountedRequest, state: RateState): void {
  const { name, quota, windowMs } = policy;
  addToList(reply, 'ratelimit-policy', inField(policy));
  addToList(reply, 'ratelimit', `"${name}";r=${state.remaining};t=${seconds(state.resetMs)}`);
  if (state.allowed) return;
  throw new HttpProblem(
    'RATE_LIMITED',
    `Up to ${quota} such requests are answered per ${inWords(windowMs)} and ${whose}. The next one is in ${seconds(state.resetMs)} s.`,
    { 'retry-after': String(seconds(state.resetMs)) },
  );
}

const fields = new WeakMap<RatePolicy, string>();

/** A policy as an item of RateLimit-Policy. */
function inField(policy: RatePolicy): string {
  const known = fields.get(policy);
  if (known !== undefined) return known;
  const field = `"${policy.name}";q=${policy.quota};w=${seconds(policy.windowMs)}`;
  fields.set(policy, field);
  return field;
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
