import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { NOT_STORABLE, STORABLE_TEXT } from '../../../core/limits/storable-text.ts';
import { LONGEST_NOTE, LONGEST_SAMPLE } from '../../../services/archive/labels.ts';
import type { Store } from '../../../services/ports/database.ts';
import type { AuthenticationServices } from '../../../services/key/authenticate.ts';
import { labelResult } from '../../../services/result/label-result.ts';
import { callerOf, keyFor, requireKey } from '../../auth/require-key.ts';
import { documentedOnly, readBody } from '../../exchange/read-body.ts';
import { problemResponses } from '../../problems/problem-responses.ts';
import { answerResult, resultWithSummarySchema } from './result-schema.ts';
import type { OfResult } from './package-routes.ts';

/** A note of such length in any script. */
const BODY_LIMIT_BYTES = 32 * 1024;

/** @param longest in characters */
const label = (longest: number) =>
  z
    .string({ error: 'is neither a text nor null' })
    .trim()
    .max(longest, `is longer than ${longest} characters`)
    .regex(STORABLE_TEXT, NOT_STORABLE)
    .nullable()
    .optional();

const bodySchema = z
  .strictObject({
    sample: label(LONGEST_SAMPLE).describe('what was looked at; null or empty: not said'),
    note: label(LONGEST_NOTE).describe('whatever is to be remembered; null or empty: nothing'),
  })
  .meta({ examples: [{ sample: 'slide 4, left edge', note: 'after the second rinse' }] });

const schema = {
  operationId: 'labelResult',
  summary: 'Say of which sample a result is, and make a note',
  description:
    'What is not given stays as it is. Both are for the account alone: they are no part of the package and of its ' +
    'evidence, nothing is taken out of them, and `DELETE /users/me/data` deletes them even where a hold keeps the package.',
  tags: ['results'],
  security: keyFor('reconstruct'),
  params: z.object({ evidence_report_id: z.string() }),
  body: bodySchema,
  response: {
    200: resultWithSummarySchema,
    ...problemResponses([400, 401, 404, 'RESULT_NOT_FOUND', 413, 415, 422, 503]),
  },
};

/** PATCH /results/{evidence_report_id} */
export function labelRoute(
  app: FastifyInstance,
  services: AuthenticationServices & { readonly store: Store },
  baseUrl: string,
): void {
  app.route<OfResult>({
    ...{ method: 'PATCH', url: '/results/:evidence_report_id', schema, bodyLimit: BODY_LIMIT_BYTES },
    onRequest: requireKey(services),
    validatorCompiler: documentedOnly,
    handler: async (request, reply) => {
      const { sample, note } = readBody(bodySchema, request.body);
      const change = {
        ...(sample === undefined ? {} : { sample: sample || null }),
        ...(note === undefined ? {} : { note: note || null }),
      };
      const { account_id } = callerOf(request);
      const result = await labelResult(services, account_id, request.params.evidence_report_id, change);
      reply.header('cache-control', 'no-store');
      return answerResult(result, baseUrl);
    },
  });
}
