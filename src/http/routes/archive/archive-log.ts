import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Storage } from '../../../services/archive/storage.ts';
import { listLog, type LogEntry } from '../../../services/log/list-log.ts';
import { keyFor, callerOf, requireKey } from '../../auth/require-key.ts';
import { pageQuerySchema, readPage } from '../../exchange/paging.ts';
import { listResponses, sendList } from '../../exchange/send-list.ts';
import { problemResponses } from '../../problems/problem-responses.ts';
import { documentedOnly } from '../../exchange/read-body.ts';

const entrySchema = z
  .object({
    seq: z.int().describe('counts the entries of the whole log'),
    kind: z.enum(['archived', 'deleted', 'held', 'released', 'replicated', 'remote_copy_purged']),
    archive_id: z.string(),
    checksum: z.string().describe('SHA-256 of the package'),
    time: z.iso.datetime(),
    requester: z.string().describe('whose package it is: an account, or public'),
    actor: z.string().describe('who did it: an account, public, operator:<name> or service'),
    previous_hash: z.string().describe('entry_hash of the entry before, which may be about another account'),
    entry_hash: z
      .string()
      .describe('SHA-256 over the other fields as JSON with sorted names and no spaces (RFC 8785)'),
  } satisfies Record<keyof LogEntry, z.ZodType>)
  .meta({ id: 'LogEntry' });

const schema = {
  operationId: 'listLog',
  summary: 'The archive’s log about the account’s packages',
  description:
    'Newest first. The log is append-only and each entry’s hash covers the entry before it, so a changed or missing ' +
    'entry shows. Entries stay when a package is deleted.',
  tags: ['archive'],
  security: keyFor('read'),
  querystring: pageQuerySchema,
  response: { ...listResponses(entrySchema), ...problemResponses([401, 422, 503]) },
};

/** GET /archive/log */
export function archiveLog(app: FastifyInstance, storage: Pick<Storage, 'store' | 'now'>): void {
  app.route({
    ...{ method: 'GET', url: '/archive/log', schema, onRequest: requireKey(storage) },
    validatorCompiler: documentedOnly,
    handler: async (request, reply) => {
      return sendList(
        request,
        reply,
        await listLog(storage, callerOf(request).account_id, readPage(request.query)),
      );
    },
  });
}
