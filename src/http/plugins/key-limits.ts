import type { FastifyInstance, FastifyReply, FastifyRequest, preParsingHookHandler } from 'fastify';
import type { Caller } from '../../services/key/authenticate.ts';
import { checkScopes } from '../../services/key/scopes.ts';
import type { RateCounter } from '../../services/ports/rate-counter.ts';
import { callerIfKnown, keysFor } from '../auth/require-key.ts';
import { countRequest } from '../limits/limit-rate.ts';

const MINUTE_MS = 60_000;

export interface KeyLimits {
  /** of requests that each server counts for itself */
  readonly counter: RateCounter;
  readonly now: () => Date;
  /** of one account, to all addresses together */
  readonly requestsPerMinute: number;
}

/**
 * What holds for every request with a key, before its body is read: an account sends so many a minute, and its key is for
 * what the address does. Which scopes that takes is said in the schema of the route and nowhere else.
 */
export function keyLimits(app: FastifyInstance, { counter, now, requestsPerMinute }: KeyLimits): void {
  const policy = { name: 'account', quota: requestsPerMinute, windowMs: MINUTE_MS };
  const count = async (caller: Caller, request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    await countRequest(reply, { counter, policy, now, client: caller.account_id, whose: 'account' });
    checkScopes(
      caller.scopes,
      (keysFor(request.routeOptions) ?? []).flatMap(({ bearer }) => (bearer ? [bearer] : [])),
    );
  };
  const limit: preParsingHookHandler = (request, reply, payload, done) => {
    const caller = callerIfKnown(request);
    // most requests of strangers would wait for a promise that does nothing
    if (!caller) return done(null, payload);
    count(caller, request, reply).then(() => done(null, payload), done);
  };
  // of those that take keys, which `requireKey` makes sure of: a hook costs the others something
  app.addHook('onRoute', (route) => {
    if (keysFor(route)) route.preParsing = [limit, ...[route.preParsing ?? []].flat()];
  });
}
