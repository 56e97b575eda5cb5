import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Storage } from '../../../services/archive/storage.ts';
import { deleteAccountData, type DeletionReceipt } from '../../../services/deletion/delete-account-data.ts';
import { bearer, callerOf, requireKey } from '../../auth/require-key.ts';
import { problemResponses } from '../../problems/problem-responses.ts';

const receiptSchema = z
  .object({
    deleted: z.int().describe('result packages removed'),
    held: z.int().describe('packages kept because a legal or regulatory hold applies'),
    remote_copies_pending: z
      .int()
      .describe('deleted packages whose copy on a separate storage host awaits removal by the operator'),
    raw_uploads_deleted: z.int().describe('files'),
    feedback_deleted: z.int().describe('comments'),
    usage_events_deleted: z.int().describe('events of GET /users/me/usage'),
    receipt_id: z.string(),
    account_id: z.string(),
    requested_at: z.iso.datetime(),
    log_head: z.string().describe('entry_hash of the archive log’s last entry when this was done'),
  } satisfies Record<keyof DeletionReceipt, z.ZodType>)
  .meta({ id: 'DeletionReceipt' });

const schema = {
  operationId: 'deleteData',
  summary: 'Delete all stored data of the account',
  description:
    'Every package, kept raw upload, feedback and usage event goes in one step that happens whole or not at all. ' +
    'Packages under a hold stay; where all are, nothing is deleted and the answer is 409. The account, its keys and ' +
    'its calibration profiles stay. A reconstruction that is still running is not stopped by this.',
  tags: ['archive'],
  security: bearer,
  response: { 200: receiptSchema, ...problemResponses([401, 'DATA_UNDER_LEGAL_HOLD', 503]) },
};

/** DELETE /users/me/data */
export function deleteData(app: FastifyInstance, storage: Storage): void {
  app.route({
    ...{ method: 'DELETE', url: '/users/me/data', schema, onRequest: requireKey(storage) },
    handler: async (request, reply) => {
      reply.header('cache-control', 'no-store');
      return deleteAccountData(storage, callerOf(request).account_id);
    },
  });
}
