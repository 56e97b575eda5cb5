import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import type { FieldError } from '../../../core/problem/problem.ts';
import { invalidInput } from '../../../core/recipe/recipe.ts';
import { putFrames } from '../../../services/frames/put-frames.ts';
import type { ReceivedFile } from '../../../services/ports/received-file.ts';
import { callerOf } from '../../auth/require-key.ts';
import { documentedOnly } from '../../exchange/read-body.ts';
import { HttpProblem } from '../../problems/http-problem.ts';
import { FileReceiver } from '../../upload/file-receiver.ts';
import type { MemoryShare } from '../../upload/memory-budget.ts';
import { receiveUpload } from '../../upload/receive-upload.ts';
import { checkQuery } from '../reconstruct/check-query.ts';
import { abortWhenClientLeaves } from '../reconstruct/handle-reconstruct.ts';
import { putSchema } from './sequence-schema.ts';
import type { SequencesDependencies } from './sequences-dependencies.ts';

/** After so much of one frame the other requests get their turn. */
const TURN_BYTES = 512 * 1024;

interface OfFrame {
  Params: { sequence_id: string; n: string };
}

/** PUT /sequences/{sequence_id}/frames/{n} */
export function putFramesRoute(
  app: FastifyInstance,
  { services, options, budget }: SequencesDependencies,
  onRequest: onRequestAsyncHookHandler,
): void {
  app.route<OfFrame>({
    ...{ method: 'PUT', url: '/sequences/:sequence_id/frames/:n', schema: putSchema, onRequest },
    validatorCompiler: documentedOnly,
    handler: async (request, reply) => {
      checkQuery(request.query, ['count']);
      const place = placeOf(request);
      const { account_id } = callerOf(request);
      const { sequence_id } = request.params;
      const share = budget.open(account_id);
      const client = abortWhenClientLeaves(reply);
      try {
        const file = await receiveFrame(request, place.first, options.maxFileBytes, share);
        const put = await putFrames(
          services,
          { account_id, sequence_id, ...place, file },
          { signal: client.signal, onProgress: () => {} },
        );
        const { from, to, sha256, bytes, format, isAgain } = put;
        reply.header('cache-control', 'no-store');
        return { sequence_id, frames: { from, to }, sha256, bytes, format, already_there: isAgain };
      } finally {
        client.done();
        share.close();
      }
    },
  });
}

const COUNT = /^[1-9]\d{0,5}$/;

/** @throws Problem INVALID_INPUT */
function placeOf(request: FastifyRequest): { readonly first: number; readonly count: number | null } {
  const { n } = request.params as OfFrame['Params'];
  const { count } = request.query as { count?: unknown };
  const errors: FieldError[] = [];
  if (!/^\d{1,6}$/.test(n)) {
    const message = `is ${JSON.stringify(n.slice(0, 20))}; it is the number of a frame, from 0`;
    errors.push({ pointer: '/n', message });
  }
  if (count !== undefined && !(typeof count === 'string' && COUNT.test(count))) {
    const message = `is ${JSON.stringify(count).slice(0, 20)}; it is how many frames the file holds`;
    errors.push({ pointer: '/count', message });
  }
  if (errors.length > 0) throw invalidInput(errors);
  return { first: Number(n), count: count === undefined ? null : Number(count) };
}

/** The body, or the one file of a form. @throws HttpProblem PAYLOAD_TOO_LARGE, MALFORMED_REQUEST; Overloaded */
async function receiveFrame(
  request: FastifyRequest,
  first: number,
  maxFileBytes: number,
  share: MemoryShare,
): Promise<ReceivedFile> {
  if (request.isMultipart()) {
    const upload = await receiveUpload(request, { maxFileBytes, share, emptyMeansAbsent: false });
    const { hologram, background } = upload.files;
    const errors = [...upload.errors];
    for (const name of [...Object.keys(upload.fields), ...(background ? ['background'] : [])])
      errors.push({
        pointer: `/${name}`,
        message: 'is not a part of this request: send the frame as hologram',
      });
    if (!hologram) errors.push({ pointer: '/hologram', message: 'is missing: send the frame as a file' });
    if (errors.length > 0) throw invalidInput(errors);
    return hologram!;
  }
  const { body } = request;
  const receiver = new FileReceiver(share);
  let told = 0;
  try {
    const announced = Number(request.headers['content-length'] ?? 0);
    if (announced > maxFileBytes) throw tooLarge(maxFileBytes);
    if (body != null && !isStream(body)) {
      const detail =
        'Content-Type says that the frame is JSON: leave it out, or send application/octet-stream.';
      throw new HttpProblem('UNSUPPORTED_MEDIA_TYPE', detail);
    }
    for await (const chunk of isStream(body) ? body : []) {
      if (receiver.bytes + chunk.byteLength > maxFileBytes) throw tooLarge(maxFileBytes);
      receiver.add(chunk);
      if (receiver.bytes - told >= TURN_BYTES) {
        told = receiver.bytes;
        await nextTurn();
      }
    }
  } finally {
    // after a refusal the rest is read and dropped, or the connection would hang
    request.raw.resume();
  }
  return receiver.finish(`frame-${String(first).padStart(6, '0')}`);
}

function isStream(body: unknown): body is AsyncIterable<Uint8Array> {
  return typeof body === 'object' && body !== null && Symbol.asyncIterator in body;
}

function tooLarge(limit: number): HttpProblem {
  return new HttpProblem(
    'PAYLOAD_TOO_LARGE',
    `The frame is larger than ${limit} bytes, which a file may have.`,
  );
}
