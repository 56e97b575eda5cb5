import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { findPackage } from '../../../services/archive/find-package.ts';
import type { Storage } from '../../../services/archive/storage.ts';
import type { LogServices } from '../../../services/log/sign-checkpoint.ts';
import { deleteResult } from '../../../services/result/delete-result.ts';
import { findResult, resultNotFound } from '../../../services/result/find-result.ts';
import { listResults } from '../../../services/result/list-results.ts';
import type { Result } from '../../../services/result/result.ts';
import { keyFor, callerOf, requireKey } from '../../auth/require-key.ts';
import { pageQuerySchema, readFilteredPage } from '../../exchange/paging.ts';
import { listResponses, ownResponses, sendOwn, sendWritten } from '../../exchange/send-list.ts';
import { problemResponses } from '../../problems/problem-responses.ts';
import { documentedOnly } from '../../exchange/read-body.ts';
import { answerResult, resultSchema, resultWithSummarySchema } from './result-schema.ts';
import { labelRoute } from './label-route.ts';
import { packageRoutes, type OfResult } from './package-routes.ts';
import { isResultKey, resultFilters, wordsOf } from './result-filters.ts';

const params = z.object({ evidence_report_id: z.string() });
const common = { tags: ['results'], security: keyFor('read') };
const URL = '/results/:evidence_report_id';

const listSchema = {
  ...common,
  operationId: 'listResults',
  summary: 'The account’s results',
  description:
    'Newest first, unless another order is asked for. Search finds each word of `q` in the file name, the sample and the ' +
    'note, in large and small letters alike, and a whole identifier or the SHA-256 of the hologram. A cursor belongs to ' +
    'the order of its list; what is called otherwise meanwhile may come twice or not at all where names are the order.',
  querystring: pageQuerySchema.extend(resultFilters.shape),
  response: { ...listResponses(resultSchema), ...problemResponses([401, 422, 503]) },
};

const findSchema = {
  ...common,
  operationId: 'getResult',
  summary: 'What is known of a result',
  description: 'With its summary, and without the bytes of the package.',
  params,
  response: {
    ...ownResponses(resultWithSummarySchema, 'the result'),
    ...problemResponses([401, 404, 'RESULT_NOT_FOUND', 503]),
  },
};

const deleteSchema = {
  ...common,
  security: keyFor('delete'),
  operationId: 'deleteResult',
  summary: 'Delete a result',
  description:
    'Its package, summary, run and feedback are gone afterwards; the archive’s log keeps an entry of kind `deleted`. ' +
    'A raw upload that was kept is deleted on its own.',
  params,
  response: {
    204: z.undefined().describe('it is gone'),
    ...problemResponses([401, 404, 'RESULT_NOT_FOUND', 'DATA_UNDER_LEGAL_HOLD', 503]),
  },
};

/** GET /results; GET, PATCH and DELETE /results/{evidence_report_id}, and what its package is read with */
export function results(app: FastifyInstance, storage: Storage & LogServices, baseUrl: string): void {
  const onRequest = requireKey(storage);
  const texts = new WeakMap<Result, string>();
  const written = (result: Result) => {
    const known = texts.get(result);
    if (known !== undefined) return known;
    const text = JSON.stringify(answerResult(result, baseUrl));
    texts.set(result, text);
    return text;
  };
  app.route({
    ...{ method: 'GET', url: '/results', schema: listSchema, onRequest },
    validatorCompiler: documentedOnly,
    handler: async (request, reply) => {
      const { page: asked, filters } = readFilteredPage(request.query, resultFilters, isResultKey);
      const wanted = {
        sort: filters.sort,
        words: wordsOf(filters.q),
        holography_mode: filters.holography_mode ?? null,
      };
      const page = await listResults(storage, callerOf(request).account_id, asked, wanted);
      return sendWritten(request, reply, { ...page, items: page.items.map(written) });
    },
  });
  app.route<OfResult>({
    ...{ method: 'GET', url: URL, schema: findSchema, onRequest },
    handler: async (request, reply) => {
      const { evidence_report_id } = request.params;
      const result = await findResult(storage, callerOf(request).account_id, evidence_report_id);
      return sendOwn(request, reply, answerResult(result, baseUrl));
    },
  });
  labelRoute(app, storage, baseUrl);
  packageRoutes(app, storage, {
    ...{ base: '/results', onRequest, notFound: resultNotFound },
    find: (request) =>
      findPackage(storage.store, callerOf(request).account_id, request.params.evidence_report_id),
    documented: {
      of: 'a result',
      operations: {
        package: 'downloadPackage',
        evidence: 'getEvidence',
        file: 'downloadFile',
        proof: 'getProof',
      },
      ...{ security: keyFor('read'), problems: [401, 404, 'RESULT_NOT_FOUND', 503] },
    },
  });
  app.route<OfResult>({
    ...{ method: 'DELETE', url: URL, schema: deleteSchema, onRequest },
    handler: async (request, reply) => {
      await deleteResult(storage, callerOf(request).account_id, request.params.evidence_report_id);
      return reply.code(204).send();
    },
  });
}
