import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { describeTarget, targetIds } from '../../../services/calibration/describe-target.ts';
import { HttpProblem } from '../../problems/http-problem.ts';
import { problemResponses } from '../../problems/problem-responses.ts';
import { publicHeaders, publicText, sendPublic } from '../../exchange/send-public.ts';

const schema = {
  operationId: 'getTargetDrawing',
  summary: 'A drawing of a target',
  description:
    'An SVG with dimensions and a scale bar, made from the model that the fit uses; it refers to nothing outside.',
  tags: ['calibration'],
  params: z.object({ target_id: z.string() }),
  response: {
    200: {
      description: 'the drawing',
      headers: publicHeaders,
      content: { 'image/svg+xml': { schema: z.string() } },
    },
    304: z.undefined().describe('it is what If-None-Match names'),
    ...problemResponses([404, 429]),
  },
};

/** GET /calibration/targets/{target_id}/drawing.svg */
export function targetDrawing(app: FastifyInstance): void {
  app.withTypeProvider<ZodTypeProvider>().route({
    method: 'GET',
    url: '/calibration/targets/:target_id/drawing.svg',
    schema,
    handler: async (request, reply) => {
      const target = describeTarget(request.params.target_id);
      if (!target) {
        throw new HttpProblem('NOT_FOUND', `There is no such target; there are ${targetIds().join(', ')}.`);
      }
      return sendPublic(request, reply, publicText('image/svg+xml; charset=utf-8', target.drawing));
    },
  });
}
