import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { logIn } from '../../../services/account/log-in.ts';
import { LOGIN_EMAIL_POLICY, loginClient } from '../../../services/account/login-bucket.ts';
import { clientOf } from '../../limits/client-address.ts';
import { limitRate } from '../../limits/limit-rate.ts';
import { slowGuesses } from '../../limits/slow-guesses.ts';
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
    'revoked. An unknown address and a wrong password get the same answer. Many wrong passwords for one account from ' +
    'one network address are looked at one every two seconds, and many logins from one address one every five: nobody ' +
    'can lock somebody else out. A right one clears the count.',
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
    ...problemResponses([
      400,
      'INVALID_CREDENTIALS',
      'ACCOUNT_DISABLED',
      409,
      413,
      415,
      422,
      'IDEMPOTENCY_KEY_REUSED',
      429,
      503,
    ]),
  },
};

/** Beyond the quota of an address, so that whoever tries passwords there stops nobody else. */
const TRICKLE = { everyMs: 5000 };

/** POST /users/login */
export function logInRoute(app: FastifyInstance, services: UsersServices, limits: UsersLimits): void {
  const policy = { name: 'login', quota: limits.loginPerHour, windowMs: HOUR_MS };
  const wrong = { name: LOGIN_EMAIL_POLICY, quota: limits.loginPerEmailPerHour, windowMs: HOUR_MS };
  app.route({
    method: 'POST',
    url: '/users/login',
    schema,
    bodyLimit: BODY_LIMIT_BYTES,
    onRequest: limitRate(services.rates, policy, services.now, TRICKLE),
    validatorCompiler: documentedOnly,
    handler: async (request, reply) => {
      const credentials = readBody(logInSchema, request.body);
      const client = loginClient(credentials.email, clientOf(request.ip));
      const guesser = { counter: services.rates, now: services.now, policy: wrong, client };
      const scope = publicScope(request);
      const answer = await slowGuesses(guesser, async () => {
        const digest = await credentialsDigest(services.passwords, request, credentials);
        return withIdempotency(services, request, scope, digest, async (settle) => {
          const answerWith = (body: unknown) => ({ status: 200, body });
          return answerWith(await logIn(services, credentials, (trx, key) => settle(trx, answerWith(key))));
        });
      });
      return sendAnswer(reply, answer);
    },
  });
}
