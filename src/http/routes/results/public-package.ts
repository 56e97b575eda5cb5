import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { findPublicPackage } from '../../../services/archive/find-package.ts';
import type { Storage } from '../../../services/archive/storage.ts';
import { HttpProblem } from '../../problems/http-problem.ts';
import { problemResponses } from '../../problems/problem-responses.ts';
import { storedFileHeaders } from '../../exchange/send-stored.ts';
import { packageResponses, sendPackage } from './send-package.ts';

const schema = {
  summary: 'The package of an account-free result',
  description: 'The identifier is the key: it can’t be guessed. Ranges and conditional requests work.',
  tags: ['results'],
  params: z.object({ evidence_report_id: z.string() }),
  headers: storedFileHeaders,
  response: {
    ...packageResponses,
    ...problemResponses([404, 'RESULT_NOT_FOUND', 412, 416, 429, 503]),
  },
};

/** GET /public/results/{evidence_report_id}/package */
export function publicPackage(app: FastifyInstance, storage: Pick<Storage, 'store' | 'blobs'>): void {
  app.route<{ Params: { evidence_report_id: string } }>({
    method: 'GET',
    url: '/public/results/:evidence_report_id/package',
    schema,
    handler: async (request, reply) => {
      const entry = await findPublicPackage(storage.store, request.params.evidence_report_id);
      if (!entry) throw noSuchResult();
      return sendPackage(request, reply, storage, entry, noSuchResult);
    },
  });
}

function noSuchResult(): HttpProblem {
  return new HttpProblem('RESULT_NOT_FOUND', 'No account-free result has this identifier.');
}
