import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { findPublicPackage } from '../../../services/archive/find-package.ts';
import type { PackageArchive } from '../../../services/ports/package-archive.ts';
import { byteRange } from '../../byte-range.ts';
import { packageEtag, packageHeaders } from '../../package-headers.ts';
import { HttpProblem } from '../../problems/http-problem.ts';
import { problemResponses } from '../../problems/problem-responses.ts';

const schema = {
  summary: 'The package of an account-free result',
  description: 'The identifier is the key: it can’t be guessed. Ranges and conditional requests work.',
  tags: ['results'],
  params: z.object({ evidence_report_id: z.string() }),
  response: {
    200: { description: 'the ZIP', content: { 'application/zip': { schema: z.file() } } },
    206: { description: 'the part asked for', content: { 'application/zip': { schema: z.file() } } },
    304: z.undefined().describe('it is what If-None-Match names'),
    ...problemResponses([404, 416]),
  },
};

/** GET /public/results/{evidence_report_id}/package */
export function publicPackage(app: FastifyInstance, archive: PackageArchive): void {
  app.route<{ Params: { evidence_report_id: string } }>({
    method: 'GET',
    url: '/public/results/:evidence_report_id/package',
    schema,
    handler: async (request, reply) => {
      const entry = await findPublicPackage(archive, request.params.evidence_report_id);
      if (!entry) throw new HttpProblem('RESULT_NOT_FOUND', 'No account-free result has this identifier.');
      const etag = packageEtag(entry);
      const known = request.headers['if-none-match']?.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
      if (known?.some((tag) => tag === etag || tag === '*'))
        return reply.code(304).header('etag', etag).send();
      const condition = request.headers['if-range'];
      const asked = condition === undefined || condition === etag ? request.headers.range : undefined;
      const range = byteRange(asked, entry.bytes);
      if (range === 'unsatisfiable') {
        throw new HttpProblem('RANGE_NOT_SATISFIABLE', `The package has ${entry.bytes} bytes.`, {
          'content-range': `bytes */${entry.bytes}`,
        });
      }
      reply.headers(packageHeaders(entry));
      if (!range) return reply.header('content-length', entry.bytes).send(await archive.read(entry));
      reply.code(206).headers({
        'content-range': `bytes ${range.start}-${range.end}/${entry.bytes}`,
        'content-length': range.end - range.start + 1,
      });
      return reply.send(await archive.read(entry, range));
    },
  });
}
