import type { FastifyRequest } from 'fastify';
import { authenticate, type AuthenticationServices, type Caller } from '../../services/key/authenticate.ts';

const callers = new WeakMap<FastifyRequest, Caller>();

/** What a route that needs a key says in its schema. */
export const bearer = [{ bearer: [] }];

/** An onRequest hook: refuses a request without a valid API key before its body is read. */
export function requireKey(services: AuthenticationServices) {
  return async (request: FastifyRequest): Promise<void> => {
    callers.set(request, await authenticate(services, request.headers.authorization));
  };
}

/** Whose request it is. The route has `requireKey` as its hook. */
export function callerOf(request: FastifyRequest): Caller {
  const caller = callers.get(request);
  if (!caller) throw new Error('the route asks who calls and does not require a key');
  return caller;
}

/** null: the request carries no key, or none that is looked at. */
export function callerIfKnown(request: FastifyRequest): Caller | null {
  return callers.get(request) ?? null;
}
