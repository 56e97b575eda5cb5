import type { FastifyRequest, FastifySchema } from 'fastify';
import { authenticate, type AuthenticationServices, type Caller } from '../../services/key/authenticate.ts';
import { scopes, type KeyScope } from '../../services/key/scopes.ts';

/** What a route’s schema says of the keys that it takes: all scopes of one of the lists (OpenAPI, Security Requirement). */
export type Security = readonly { readonly bearer?: readonly KeyScope[] }[];

const callers = new WeakMap<FastifyRequest, Caller>();

/** In the schema of a route that any key will do for. */
export const anyKey: Security = [{ bearer: [] }];

/** In the schema of a route that takes keys with one of these scopes. */
export function keyFor(...one: readonly KeyScope[]): Security {
  return one.map((scope) => ({ bearer: [scope] }));
}

/** In the schema of a route that changes the account itself. */
export const ownersKey: Security = [{ bearer: scopes }];

/** What the schema of a route says of keys. @returns undefined where it takes none */
export function keysFor({ schema }: { readonly schema?: FastifySchema | undefined }): Security | undefined {
  return (schema as { readonly security?: Security } | undefined)?.security;
}

/**
 * An onRequest hook: refuses a request without a valid API key before its body is read. Whether the key is for this is
 * then seen by `keyLimits`, which reads it in the route’s schema.
 */
export function requireKey(services: AuthenticationServices) {
  return async (request: FastifyRequest): Promise<void> => {
    if (!keysFor(request.routeOptions))
      throw new Error('the schema of a route that takes keys does not say so');
    callers.set(request, await authenticate(services, request.headers.authorization));
  };
}

/** The same where a request may come without a key. */
export function knowKey(services: AuthenticationServices) {
  const require = requireKey(services);
  return async (request: FastifyRequest): Promise<void> => {
    if (request.headers.authorization !== undefined) await require(request);
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
