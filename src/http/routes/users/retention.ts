import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { readRetention, setRetention } from '../../../services/account/retention.ts';
import { keyFor, ownersKey, callerOf, requireKey } from '../../auth/require-key.ts';
import { problemResponses } from '../../problems/problem-responses.ts';
import { documentedOnly, readBody } from '../../exchange/read-body.ts';
import { BODY_LIMIT_BYTES, type UsersServices } from '../../service/users-dependencies.ts';

const retentionSchema = z
  .strictObject({
    retain_raw_inputs: z
      .boolean({
        error: ({ input }) => (input === undefined ? 'is missing: true or false' : 'is not true or false'),
      })
      .describe('whether raw uploads are kept from now on; false unless the account chose otherwise'),
  })
  .meta({ examples: [{ retain_raw_inputs: true }] });

const readSchema = {
  operationId: 'getRetention',
  summary: 'Are raw uploads kept?',
  tags: ['accounts'],
  security: keyFor('read'),
  response: { 200: retentionSchema.describe('the setting'), ...problemResponses([401, 503]) },
};

const setSchema = {
  operationId: 'setRetention',
  summary: 'Keep raw uploads, or stop keeping them',
  description:
    'Holds for uploads that come after it. Switching it off does not delete what is kept already; ' +
    '`DELETE /users/me/data` does.',
  tags: ['accounts'],
  security: ownersKey,
  body: retentionSchema,
  response: {
    200: retentionSchema.describe('the setting as it is now'),
    ...problemResponses([400, 401, 413, 415, 422, 503]),
  },
};

/** GET and PUT /users/me/retention */
export function retentionRoutes(app: FastifyInstance, services: UsersServices): void {
  const url = '/users/me/retention';
  const onRequest = requireKey(services);
  app.route({
    method: 'GET',
    url,
    schema: readSchema,
    onRequest,
    handler: async (request, reply) => {
      reply.header('cache-control', 'no-store');
      return readRetention(services, callerOf(request).account_id);
    },
  });
  app.route({
    method: 'PUT',
    url,
    schema: setSchema,
    bodyLimit: BODY_LIMIT_BYTES,
    onRequest,
    validatorCompiler: documentedOnly,
    handler: async (request) =>
      setRetention(services, callerOf(request).account_id, readBody(retentionSchema, request.body)),
  });
}
