import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { changePassword } from '../../../services/account/change-password.ts';
import { callerOf, ownersKey, requireKey } from '../../auth/require-key.ts';
import { documentedOnly, readBody } from '../../exchange/read-body.ts';
import { slowGuesses } from '../../limits/slow-guesses.ts';
import { problemResponses } from '../../problems/problem-responses.ts';
import {
  BODY_LIMIT_BYTES,
  HOUR_MS,
  type UsersLimits,
  type UsersServices,
} from '../../service/users-dependencies.ts';
import { knownPassword, newPassword } from './credentials.ts';

const inputSchema = z
  .strictObject({
    current_password: knownPassword,
    new_password: newPassword,
    revoke_other_keys: z
      .boolean({ error: 'is not true or false' })
      .default(false)
      .describe('whether every API key but the one that is sent stops being valid'),
  })
  .meta({
    examples: [{ current_password: 'correct horse battery', new_password: 'staple correct horse' }],
  });

const schema = {
  operationId: 'changePassword',
  summary: 'Change the password',
  description:
    'The current password has to be sent along with a key that has every scope. Keys stay valid unless you say ' +
    'otherwise. A password that was forgotten is reset by the operator.',
  tags: ['accounts'],
  security: ownersKey,
  body: inputSchema,
  response: {
    200: z.object({ revoked_keys: z.int().describe('that were valid until now') }).describe('it is changed'),
    ...problemResponses([400, 401, 'INVALID_CREDENTIALS', 413, 415, 422, 503, 'OVERLOADED']),
  },
};

/** PUT /users/me/password */
export function passwordRoute(app: FastifyInstance, services: UsersServices, limits: UsersLimits): void {
  const policy = { name: 'password', quota: limits.loginPerEmailPerHour, windowMs: HOUR_MS };
  app.route({
    method: 'PUT',
    url: '/users/me/password',
    schema,
    bodyLimit: BODY_LIMIT_BYTES,
    onRequest: requireKey(services),
    validatorCompiler: documentedOnly,
    handler: async (request, reply) => {
      const caller = callerOf(request);
      const change = readBody(inputSchema, request.body);
      const guesser = { counter: services.rates, now: services.now, policy, client: caller.account_id };
      reply.header('cache-control', 'no-store');
      return slowGuesses(guesser, () => changePassword(services, caller, change));
    },
  });
}
