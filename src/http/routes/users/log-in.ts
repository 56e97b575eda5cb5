import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { logIn } from '../../../services/account/log-in.ts';
import { LOGIN_EMAIL_POLICY, loginClient } from '../../../services/account/login-bucket.ts';
import { clientOf } from '../../limits/client-address.ts';
import { countRequest, limitRate } from '../../limits/limit-rate.ts';
import { idempotencyHeaders, publicScope, sendAnswer, withIdempotency } from '../../plugins/idempotency.ts';
import { problemResponses } from '../../problems/problem-responses.ts';
import { documentedOnly, readBody } from '../../exchange/read-body.ts';
import { credentialsDigest, logInSchema } from './credentials.ts';
import {
  BODY_LIMIT_BYTES,
  HOUR_MS,
  type UsersLimits,
  type UsersServices,
} from '../../service/users-dependencies.ts';

const schema = {
  operationId: 'logIn',
  summary: 'Get a new API key',
  description:
    'For an account whose key was lost: keys are replaced, not recovered. The older ones stay valid until they are ' +
    'revoked. An unknown address and a wrong password get the same answer. Attempts are limited per network address, ' +
    'and there per email address: nobody can lock somebody else out.',
  tags: ['accounts'],
  headers: idempotencyHeaders,
  body: logInSchema,
  response: {
    200: {
      description: 'a new key',
      content: {
        'application/json': {
          schema: z.object({ api_key: z.string().describe('shown this once'), key_id: z.string() }),
        },
      },
    },
    ...problemResponses([400, 'INVALID_CREDENTIALS', 409, 413, 415, 422, 'IDEMPOTENCY_KEY_REUSED', 429, 503]),
  },
};

/** POST /users/login */
export function logInRoute(app: FastifyInstance, services: UsersServices, limits: UsersLimits): void {
  const policy = { name: 'login', quota: limits.loginPerHour, windowMs: HOUR_MS };
  app.route({
    method: 'POST',
    url: '/users/login',
    schema,
    bodyLimit: BODY_LIMIT_BYTES,
    onRequest: limitRate(services.rates, policy, services.now),
    validatorCompiler: documentedOnly,
    handler: async (request, reply) => {
      const credentials = readBody(logInSchema, request.body);
      await limitEmail(services, limits, reply, loginClient(credentials.email, clientOf(request.ip)));
      const digest = await credentialsDigest(services.passwords, request, credentials);
      const scope = publicScope(request);
      const answer = await withIdempotency(services, request, scope, digest, async (settle) => {
        const answerWith = (body: unknown) => ({ status: 200, body });
        return answerWith(await logIn(services, credentials, (trx, key) => settle(trx, answerWith(key))));
      });
      return sendAnswer(reply, answer);
    },
  });
}

/** Whoever guesses at one account's password is stopped, and nobody else. */
async function limitEmail(
  { rates, now }: UsersServices,
  { loginPerEmailPerHour }: UsersLimits,
  reply: FastifyReply,
  client: string,
): Promise<void> {
  const policy = { name: LOGIN_EMAIL_POLICY, quota: loginPerEmailPerHour, windowMs: HOUR_MS };
  await countRequest(reply, { counter: rates, policy, now, client, whose: 'network and email address' });
}
