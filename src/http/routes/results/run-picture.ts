import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Storage } from '../../../services/archive/storage.ts';
import { findPicture } from '../../../services/run/find-picture.ts';
import { callerIfKnown, keyFor, knowKey } from '../../auth/require-key.ts';
import { packageIdentity } from '../../exchange/package-headers.ts';
import { storedFileHeaders, storedFileResponses } from '../../exchange/send-stored.ts';
import { HttpProblem } from '../../problems/http-problem.ts';
import { problemResponses } from '../../problems/problem-responses.ts';
import { sendFile } from './send-file.ts';

const PATH = 'data/preview/phase.png';
const params = z.object({ run_id: z.string() });

const schema = {
  tags: ['runs'],
  security: [...keyFor('read', 'reconstruct'), {}],
  operationId: 'getRunPicture',
  summary: 'The first picture of a run: its phase',
  description:
    'There as soon as the reconstruction has ended, before the package is complete, and the same bytes as ' +
    '`data/preview/phase.png` of the package. 404 until then, and where the request asked for no pictures.',
  params,
  headers: storedFileHeaders,
  response: {
    ...storedFileResponses('image/png', packageIdentity),
    ...problemResponses([401, 404, 'RUN_NOT_FOUND', 412, 416, 429, 503]),
  },
};

/** GET /runs/{run_id}/preview/phase.png */
export function runPicture(app: FastifyInstance, storage: Pick<Storage, 'store' | 'blobs' | 'now'>): void {
  app.route<{ Params: z.infer<typeof params> }>({
    ...{ method: 'GET', url: '/runs/:run_id/preview/phase.png', schema, onRequest: knowKey(storage) },
    handler: async (request, reply) => {
      const account = callerIfKnown(request)?.account_id ?? null;
      const picture = await findPicture(storage, request.params.run_id, account);
      if (!picture) throw new HttpProblem('RUN_NOT_FOUND', 'You have no run with this identifier.');
      if ('none' in picture) throw noPicture(picture.none);
      if ('entry' in picture) {
        const gone = () => noPicture('any more');
        return sendFile(request, reply, storage, picture.entry, gone, PATH);
      }
      reply.headers({ 'cache-control': 'no-store', 'content-type': 'image/png' });
      return reply.send(picture.png);
    },
  });
}

function noPicture(when: 'yet' | 'any more'): HttpProblem {
  return new HttpProblem('NOT_FOUND', `The run has no picture ${when}.`);
}
