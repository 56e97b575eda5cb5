import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { listUsage } from '../../../services/usage/list-usage.ts';
import { keyFor, callerOf, requireKey } from '../../auth/require-key.ts';
import { pageQuerySchema, readPage } from '../../exchange/paging.ts';
import { listResponses, sendList } from '../../exchange/send-list.ts';
import { problemResponses } from '../../problems/problem-responses.ts';
import { documentedOnly } from '../../exchange/read-body.ts';
import type { UsersServices } from '../../service/users-dependencies.ts';

const schema = {
  operationId: 'listUsage',
  summary: 'What the account did',
  description:
    'One event for each operation with a key that does work, newest first. `DELETE /users/me/data` deletes them.',
  tags: ['accounts'],
  security: keyFor('read'),
  querystring: pageQuerySchema,
  response: {
    ...listResponses(
      z.object({
        usage_event_id: z.string(),
        kind: z.string().describe('what was done'),
        time: z.iso.datetime(),
        run_id: z.string().nullable(),
        profile_id: z.string().nullable(),
        input_bytes: z.int().nullable().describe('of all files that came in'),
        compute_ms: z.int().nullable().describe('processor time that it took, milliseconds'),
      }),
      'a page of events',
    ),
    ...problemResponses([401, 422, 503]),
  },
};

/** GET /users/me/usage */
export function usageRoute(app: FastifyInstance, services: UsersServices): void {
  app.route({
    method: 'GET',
    url: '/users/me/usage',
    schema,
    onRequest: requireKey(services),
    validatorCompiler: documentedOnly,
    handler: async (request, reply) => {
      return sendList(
        request,
        reply,
        await listUsage(services, callerOf(request).account_id, readPage(request.query)),
      );
    },
  });
}
