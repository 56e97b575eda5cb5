import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { listTargets as catalogueOf } from '../../../services/calibration/list-targets.ts';
import { problemResponses } from '../../problems/problem-responses.ts';
import { publicHeaders, publicText, sendPublic } from '../../exchange/send-public.ts';
import { catalogueSchema } from './target-schema.ts';

const schema = {
  operationId: 'listTargets',
  summary: 'Objects that a rig can be calibrated with',
  description:
    'Every target of the catalogue, filtered by nothing: choose one whose `applicable_modes` contains the mode of the ' +
    'rig. No account is needed; a key is not looked at. The answer carries an ETag and may be kept.',
  tags: ['calibration'],
  response: {
    200: {
      description: 'the catalogue, and how to use it',
      headers: publicHeaders,
      content: { 'application/json': { schema: catalogueSchema } },
    },
    304: z.undefined().describe('it is what If-None-Match names'),
    ...problemResponses([429]),
  },
};

/** GET /calibration/targets */
export function listTargetsRoute(app: FastifyInstance, baseUrl: string): void {
  const catalogue = publicText('application/json; charset=utf-8', JSON.stringify(catalogueOf(baseUrl)));
  app.route({
    method: 'GET',
    url: '/calibration/targets',
    schema,
    handler: async (request, reply) => sendPublic(request, reply, catalogue),
  });
}
