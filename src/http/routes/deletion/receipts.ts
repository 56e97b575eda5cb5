import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Signer } from '../../../formats/package/dsse.ts';
import type { Storage } from '../../../services/archive/storage.ts';
import { findReceipt, listReceipts, type SignedReceipt } from '../../../services/deletion/receipts.ts';
import { proveReceipt } from '../../../services/log/prove.ts';
import { keyFor, callerOf, requireKey } from '../../auth/require-key.ts';
import { pageQuerySchema, readPage } from '../../exchange/paging.ts';
import { listResponses, sendList } from '../../exchange/send-list.ts';
import { documentedOnly } from '../../exchange/read-body.ts';
import { HttpProblem } from '../../problems/http-problem.ts';
import { problemResponses } from '../../problems/problem-responses.ts';
import { logText, sendLogText } from '../log/log-text.ts';
import { receiptSchema, signedReceiptSchema } from './receipt-schema.ts';

const common = { tags: ['archive'], security: keyFor('read') };
const params = z.object({ receipt_id: z.string() });

const listSchema = {
  ...common,
  operationId: 'listReceipts',
  summary: 'The receipts of the account’s deletions',
  description: 'Newest first. They stay when everything else is deleted.',
  querystring: pageQuerySchema,
  response: { ...listResponses(receiptSchema), ...problemResponses([401, 422, 503]) },
};

const findSchema = {
  ...common,
  operationId: 'getReceipt',
  summary: 'A receipt of a deletion, signed',
  description:
    'As `DELETE /users/me/data` answered it, and the same in an envelope that the service has signed.',
  params,
  response: { 200: signedReceiptSchema, ...problemResponses([401, 404, 503]) },
};

const proofSchema = {
  ...common,
  operationId: 'getReceiptProof',
  summary: 'The proof that the log has a receipt',
  description: 'As that of a result: C2SP tlog-proof, checked by `leith verify receipt.json --proof`.',
  params,
  response: { ...logText('the proof'), ...problemResponses([401, 404, 503]) },
};

interface OfReceipt {
  Params: z.infer<typeof params>;
}

/** GET /users/me/receipts, /users/me/receipts/{receipt_id} and its /proof */
export function receipts(app: FastifyInstance, services: Storage & { readonly signer: Signer }): void {
  const onRequest = requireKey(services);
  const found = async (request: FastifyRequest<OfReceipt>): Promise<SignedReceipt> => {
    const receipt = await findReceipt(services, callerOf(request).account_id, request.params.receipt_id);
    if (!receipt) throw new HttpProblem('NOT_FOUND', 'You have no receipt with this identifier.');
    return receipt;
  };
  app.route({
    ...{ method: 'GET', url: '/users/me/receipts', schema: listSchema, onRequest },
    validatorCompiler: documentedOnly,
    handler: async (request, reply) => {
      return sendList(
        request,
        reply,
        await listReceipts(services, callerOf(request).account_id, readPage(request.query)),
      );
    },
  });
  app.route<OfReceipt>({
    ...{ method: 'GET', url: '/users/me/receipts/:receipt_id', schema: findSchema, onRequest },
    handler: async (request, reply) => {
      reply.header('cache-control', 'no-store');
      return found(request);
    },
  });
  app.route<OfReceipt>({
    ...{ method: 'GET', url: '/users/me/receipts/:receipt_id/proof', schema: proofSchema, onRequest },
    handler: async (request, reply) => {
      const proof = await proveReceipt(services, (await found(request)).receipt.receipt_id);
      if (proof === null) throw new HttpProblem('NOT_FOUND', 'The log has no such receipt.');
      return sendLogText(reply, proof);
    },
  });
}
