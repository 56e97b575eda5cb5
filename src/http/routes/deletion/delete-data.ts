import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { deleteAccountData, type DeletionServices } from '../../../services/deletion/delete-account-data.ts';
import { keyFor, callerOf, requireKey } from '../../auth/require-key.ts';
import type { CountRecord } from '../../limits/limit-records.ts';
import { documentedOnly, readBody } from '../../exchange/read-body.ts';
import { problemResponses } from '../../problems/problem-responses.ts';
import { receiptSchema } from './receipt-schema.ts';

const query = z.strictObject({
  cancel_runs: z
    .enum(['true', 'false'], 'is neither true nor false')
    .default('false')
    .describe('true: runs that have not ended are ended first, so that none leaves a result afterwards'),
});

const schema = {
  operationId: 'deleteData',
  summary: 'Delete all stored data of the account',
  description:
    'Every package, kept raw upload, feedback and usage event goes in one step that happens whole or not at all. ' +
    'Packages under a hold stay; where all are, nothing is deleted and the answer is 409. The account, its keys and ' +
    'its calibration profiles stay. Runs that have not ended go on, and the receipt counts them, unless `cancel_runs` is ' +
    'true. The receipt can be had again with `GET /users/me/receipts/{receipt_id}`.',
  tags: ['archive'],
  security: keyFor('delete'),
  querystring: query,
  response: { 200: receiptSchema, ...problemResponses([401, 'DATA_UNDER_LEGAL_HOLD', 422, 429, 503]) },
};

/** DELETE /users/me/data */
export function deleteData(app: FastifyInstance, storage: DeletionServices, count: CountRecord): void {
  app.route({
    ...{ method: 'DELETE', url: '/users/me/data', schema, onRequest: requireKey(storage) },
    validatorCompiler: documentedOnly,
    handler: async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const { cancel_runs } = readBody(query, request.query ?? {});
      const { account_id } = callerOf(request);
      await count(reply, account_id);
      return deleteAccountData(storage, account_id, { cancelRuns: cancel_runs === 'true' });
    },
  });
}
