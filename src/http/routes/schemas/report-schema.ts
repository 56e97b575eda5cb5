import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { evidenceReportJsonSchema } from '../../../formats/report/evidence-report.ts';
import { publicHeaders, publicText, sendPublic } from '../../exchange/send-public.ts';

const schema = {
  operationId: 'getEvidenceReportSchema',
  summary: 'The JSON Schema of evidence reports',
  description: 'Draft 2020-12, for `data/evidence.json` in a package. Later versions may add fields.',
  tags: ['results'],
  response: {
    200: {
      description: 'the schema',
      headers: publicHeaders,
      content: { 'application/schema+json': { schema: z.looseObject({ $schema: z.string() }) } },
    },
    304: z.undefined().describe('it is what If-None-Match names'),
  },
};

/** GET /schemas/evidence-report.json */
export function reportSchema(app: FastifyInstance): void {
  const text = publicText('application/schema+json', JSON.stringify(evidenceReportJsonSchema()));
  app.route({
    method: 'GET',
    url: '/schemas/evidence-report.json',
    schema,
    handler: async (request, reply) => sendPublic(request, reply, text),
  });
}
