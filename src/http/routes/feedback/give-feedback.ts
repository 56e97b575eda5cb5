import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { NOT_STORABLE, STORABLE_TEXT } from '../../../core/limits/storable-text.ts';
import type { AuthenticationServices } from '../../../services/key/authenticate.ts';
import { keyFor, callerOf, requireKey } from '../../auth/require-key.ts';
import type { CountRecord } from '../../limits/limit-records.ts';
import { idempotencyHeaders, jsonDigest, sendAnswer, withIdempotency } from '../../plugins/idempotency.ts';
import { problemResponses } from '../../problems/problem-responses.ts';
import { documentedOnly, readBody } from '../../exchange/read-body.ts';

const MAX_COMMENT = 4000;
/** A comment of such length in any script. */
const BODY_LIMIT_BYTES = 64 * 1024;

const rating = z.int({ error: 'is not a whole number from 1 to 5' }).min(1).max(5);
const bodySchema = z
  .strictObject({
    rating: z
      .int({ error: 'is not a whole number from 1 to 5' })
      .min(1, 'is below 1: 1 to 5')
      .max(5, 'is above 5: 1 to 5')
      .nullable()
      .default(null)
      .describe('1: useless, 5: just what was wanted'),
    comment: z
      .string({ error: ({ input }) => (input === undefined ? 'is missing' : 'is not a text') })
      .trim()
      .min(1, 'is empty')
      .max(MAX_COMMENT, `is longer than ${MAX_COMMENT} characters`)
      .regex(STORABLE_TEXT, NOT_STORABLE),
  })
  .meta({ examples: [{ rating: 4, comment: 'The step is 2 rad too high at the left edge.' }] });

const schema = {
  operationId: 'giveFeedback',
  summary: 'Say what a result was like',
  description:
    'Email addresses and phone numbers in the comment are replaced by `[email]` and `[phone]` before it is stored; ' +
    'the answer shows it as stored. `DELETE /users/me/data` deletes it.',
  tags: ['results'],
  security: keyFor('reconstruct'),
  headers: idempotencyHeaders,
  params: z.object({ evidence_report_id: z.string() }),
  body: bodySchema,
  response: {
    201: z
      .object({
        feedback_id: z.string(),
        evidence_report_id: z.string(),
        rating: rating.nullable().describe('1: useless, 5: just what was wanted; null: none given'),
        comment: z.string().describe('as stored'),
        created_at: z.iso.datetime(),
      })
      .describe('the feedback as it is stored'),
    ...problemResponses([
      ...([
        400,
        401,
        404,
        'RESULT_NOT_FOUND',
        409,
        413,
        415,
        422,
        'IDEMPOTENCY_KEY_REUSED',
        429,
        503,
      ] as const),
    ]),
  },
};

/** POST /results/{evidence_report_id}/feedback */
export function feedbackRoute(
  app: FastifyInstance,
  services: AuthenticationServices,
  count: CountRecord,
): void {
  app.route<{ Params: { evidence_report_id: string } }>({
    method: 'POST',
    url: '/results/:evidence_report_id/feedback',
    schema,
    bodyLimit: BODY_LIMIT_BYTES,
    onRequest: requireKey(services),
    validatorCompiler: documentedOnly,
    handler: async (request, reply) => {
      const { account_id } = callerOf(request);
      const { evidence_report_id } = request.params;
      const input = { account_id, evidence_report_id, ...readBody(bodySchema, request.body) };
      await count(reply, account_id);
      const digest = jsonDigest(request, request.body);
      const answer = await withIdempotency(services, request, account_id, digest, async (settle) => {
        const answerWith = (body: unknown) => ({ status: 201, body });
        // the telephone numbers of all countries are loaded when the first comment comes
        const { giveFeedback } = await import('../../../services/feedback/give-feedback.ts');
        const stored = await giveFeedback(services, input, (trx, made) => settle(trx, answerWith(made)));
        return answerWith(stored);
      });
      return sendAnswer(reply, answer);
    },
  });
}
