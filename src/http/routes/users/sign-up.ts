import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { signUp } from '../../../services/account/sign-up.ts';
import { limitRate } from '../../limits/limit-rate.ts';
import { idempotencyHeaders, publicScope, sendAnswer, withIdempotency } from '../../plugins/idempotency.ts';
import { problemResponses } from '../../problems/problem-responses.ts';
import { documentedOnly, readBody } from '../../exchange/read-body.ts';
import { credentialsDigest, signUpSchema } from './credentials.ts';
import {
  BODY_LIMIT_BYTES,
  HOUR_MS,
  type UsersLimits,
  type UsersServices,
} from '../../service/users-dependencies.ts';

const schema = {
  operationId: 'signUp',
  summary: 'Make an account',
  description:
    'Answers with the account’s first API key, which is shown this once: the service keeps only its digest. Every ' +
    'other request of an account carries a key as `Authorization: Bearer <API_KEY>`.',
  tags: ['accounts'],
  headers: idempotencyHeaders,
  body: signUpSchema,
  response: {
    201: {
      description: 'the account and its first key',
      content: {
        'application/json': {
          schema: z.object({
            account_id: z.string(),
            api_key: z.string().describe('shown this once'),
            plan: z.string(),
            created_at: z.iso.datetime(),
          }),
        },
      },
    },
    ...problemResponses([
      ...([400, 'EMAIL_ALREADY_REGISTERED', 409, 413, 415, 422, 'IDEMPOTENCY_KEY_REUSED', 429, 503] as const),
    ]),
  },
};

/** POST /users/signup */
export function signUpRoute(app: FastifyInstance, services: UsersServices, limits: UsersLimits): void {
  const policy = { name: 'signup', quota: limits.signupPerHour, windowMs: HOUR_MS };
  app.route({
    method: 'POST',
    url: '/users/signup',
    schema,
    bodyLimit: BODY_LIMIT_BYTES,
    onRequest: limitRate(services.rates, policy, services.now),
    validatorCompiler: documentedOnly,
    handler: async (request, reply) => {
      const credentials = readBody(signUpSchema, request.body);
      const digest = await credentialsDigest(services.passwords, request, credentials);
      const scope = publicScope(request);
      const answer = await withIdempotency(services, request, scope, digest, async (settle) => {
        const answerWith = (body: unknown) => ({ status: 201, body });
        return answerWith(
          await signUp(services, credentials, (trx, account) => settle(trx, answerWith(account))),
        );
      });
      return sendAnswer(reply, answer);
    },
  });
}
