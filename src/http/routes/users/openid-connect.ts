import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { hasIdentity, linkIdentity, unlinkIdentities } from '../../../services/account/link-identity.ts';
import { signInWithIdentity } from '../../../services/account/sign-in-with-identity.ts';
import {
  NotIdentified,
  type Identity,
  type IdentityProvider,
  type SignInBegun,
} from '../../../services/ports/identity-provider.ts';
import { Refusal } from '../../../services/refusal.ts';
import { callerOf, ownersKey, requireKey } from '../../auth/require-key.ts';
import { limitRate } from '../../limits/limit-rate.ts';
import { readBody } from '../../exchange/read-body.ts';
import {
  BODY_LIMIT_BYTES,
  HOUR_MS,
  type UsersLimits,
  type UsersServices,
} from '../../service/users-dependencies.ts';

/** How long somebody may take at the provider. */
const COOKIE_S = 600;
/** A whole institution may come from one address: beyond the quota nobody is locked out. */
const TRICKLE = { everyMs: 2000 };
const SECRET_BYTES = 32;
const SECRET = /^[\w-]{43}$/;
const LONGEST = 2048;
/** What a provider adds to the address that it sends browsers back to. */
const ANSWERED = ['code', 'state', 'iss', 'error'];

const text = z
  .string({ error: 'is not a text' })
  .min(1, 'is empty')
  .max(LONGEST, `is longer than ${LONGEST} characters`);
const finishSchema = z.strictObject({ code: text, state: text, iss: text.nullable().default(null) });

const hidden = { hide: true } as object;

/**
 * Signing in by OpenID Connect, for the page: POST /users/openid/start, GET /openid, where the provider sends the browser
 * back to, and POST /users/openid/finish; and GET, POST and DELETE /users/me/openid, by which somebody who is signed in has
 * it open their account. What ties the end to the beginning is a cookie of that browser: nobody is signed in
 * by an answer that somebody else has fetched.
 */
export function openIdConnectRoutes(
  app: FastifyInstance,
  services: UsersServices & { readonly provider: IdentityProvider },
  limits: UsersLimits,
  baseUrl: string,
): void {
  const policy = { name: 'openid', quota: limits.loginPerHour, windowMs: HOUR_MS };
  const onRequest = limitRate(services.rates, policy, services.now, TRICKLE);
  const common = { method: 'POST', schema: hidden, bodyLimit: BODY_LIMIT_BYTES, onRequest } as const;
  app.route({
    ...{ ...common, url: '/users/openid/start' },
    handler: async (_request, reply) => {
      const begun = { state: secret(), nonce: secret(), verifier: secret() };
      const authorization_url = await services.provider.authorizationUrl(begun);
      reply.headers({ 'cache-control': 'no-store', 'set-cookie': cookieOf(begun, baseUrl) });
      return { authorization_url };
    },
  });
  app.get('/openid', { schema: hidden, exposeHeadRoute: false }, async (request, reply) => {
    const query = request.query as Record<string, unknown>;
    const answered = ANSWERED.flatMap((name) => {
      const value = query[name];
      return typeof value === 'string' ? [[name, value]] : [];
    });
    // behind the #, so that no server is told it again
    const address = `${baseUrl}/#/openid?${new URLSearchParams(answered)}`;
    return reply.header('cache-control', 'no-store').redirect(address, 303);
  });
  const identified = identifier(services.provider, baseUrl);
  app.route({
    ...{ ...common, url: '/users/openid/finish' },
    handler: async (request, reply) => signInWithIdentity(services, await identified(request, reply)),
  });
  const own = { url: '/users/me/openid', schema: { ...hidden, security: ownersKey } } as const;
  const owner = requireKey(services);
  app.route({
    ...{ ...own, method: 'POST', bodyLimit: BODY_LIMIT_BYTES, onRequest: [onRequest, owner] },
    handler: async (request, reply) => {
      await linkIdentity(services, callerOf(request), await identified(request, reply));
      return { linked: true };
    },
  });
  app.route({
    ...{ ...own, method: 'GET', onRequest: owner },
    handler: async (request, reply) => {
      reply.header('cache-control', 'no-store');
      return { linked: await hasIdentity(services, callerOf(request)) };
    },
  });
  app.route({
    ...{ ...own, method: 'DELETE', onRequest: owner },
    handler: async (request, reply) => {
      await unlinkIdentities(services, callerOf(request));
      return reply.code(204).send();
    },
  });
}

/** Who the provider says that the browser's person is, at the end of a sign-in that was begun in it. */
function identifier(provider: IdentityProvider, baseUrl: string) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<Identity> => {
    const { code, state, iss } = readBody(finishSchema, request.body);
    const begun = begunIn(request, baseUrl);
    if (!begun || begun.state !== state) throw notBegunHere();
    // whatever comes of it, it is used up
    reply.headers({ 'cache-control': 'no-store', 'set-cookie': cookieOf(null, baseUrl) });
    const { nonce, verifier } = begun;
    return provider.identify({ code, iss, nonce, verifier }).catch((error: unknown) => {
      if (!(error instanceof NotIdentified)) throw error;
      request.log.info({ err: error }, 'somebody was not identified');
      throw new Refusal('NOT_IDENTIFIED', `${error.message} Nobody is signed in: try it again.`);
    });
  };
}

function secret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url');
}

/** With TLS no other host, and no page without TLS, can set a cookie of this name. */
function cookieName(baseUrl: string): string {
  return baseUrl.startsWith('https:') ? '__Host-leith-openid' : 'leith-openid';
}

/** @param begun null: the cookie goes */
function cookieOf(begun: SignInBegun | null, baseUrl: string): string {
  const value = begun ? [begun.state, begun.nonce, begun.verifier].join('.') : '';
  const secure = baseUrl.startsWith('https:') ? '; Secure' : '';
  const age = begun ? COOKIE_S : 0;
  return `${cookieName(baseUrl)}=${value}; Path=/; Max-Age=${age}; HttpOnly; SameSite=Strict${secure}`;
}

function begunIn({ headers }: FastifyRequest, baseUrl: string): SignInBegun | null {
  const name = `${cookieName(baseUrl)}=`;
  const found = (headers.cookie ?? '').split('; ').find((one) => one.startsWith(name));
  const [state, nonce, verifier, ...rest] = (found ?? '').slice(name.length).split('.');
  const all = [state, nonce, verifier];
  if (rest.length > 0 || !all.every((one) => SECRET.test(one ?? ''))) return null;
  return { state: state!, nonce: nonce!, verifier: verifier! };
}

function notBegunHere(): Refusal {
  return new Refusal(
    'NOT_IDENTIFIED',
    'This sign-in was not begun in this browser, or more than ten minutes ago: begin it again.',
  );
}
