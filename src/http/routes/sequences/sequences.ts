import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { invalidInput } from '../../../core/recipe/recipe.ts';
import { readRetention } from '../../../services/account/retention.ts';
import { createSequence } from '../../../services/frames/create-sequence.ts';
import { acceptSequence } from '../../../services/run/accept-sequence.ts';
import { findSequence } from '../../../services/run/find-sequence.ts';
import { forgetSequence } from '../../../services/run/forget-sequence.ts';
import { listSequences } from '../../../services/run/list-sequences.ts';
import type { RunState } from '../../../services/run/run-state.ts';
import { callerOf, requireKey } from '../../auth/require-key.ts';
import { readPage } from '../../exchange/paging.ts';
import { sendList } from '../../exchange/send-list.ts';
import { documentedOnly } from '../../exchange/read-body.ts';
import {
  idempotencyKey,
  jsonDigest,
  sendAnswer,
  withIdempotency,
  type Answer,
} from '../../plugins/idempotency.ts';
import { jsonBodies } from '../../plugins/json-bodies.ts';
import { HttpProblem } from '../../problems/http-problem.ts';
import type { HttpOptions } from '../../service/services.ts';
import type { MemoryShare } from '../../upload/memory-budget.ts';
import { receiveUpload } from '../../upload/receive-upload.ts';
import { checkQuery, profileAsked } from '../reconstruct/check-query.ts';
import { rigFinder } from '../reconstruct/rig-finder.ts';
import { answerRun } from '../runs/run-schema.ts';
import type { SequencesDependencies } from './sequences-dependencies.ts';
import { putFramesRoute } from './put-frames-route.ts';
import {
  answerListed,
  answerSequence,
  createSchema,
  deleteSchema,
  findSchema,
  listSchema,
  startSchema,
} from './sequence-schema.ts';

interface OfSequence {
  Params: { sequence_id: string };
}

/** Far above what fields need. */
const JSON_BYTES = 64 * 1024;

/** GET and POST /sequences, GET and DELETE /sequences/{sequence_id}, its frames and its start. */
export async function sequences(app: FastifyInstance, dependencies: SequencesDependencies): Promise<void> {
  const { services, options } = dependencies;
  app.removeAllContentTypeParsers();
  await app.register(multipart);
  jsonBodies(app, JSON_BYTES);
  // a frame is the body itself, whatever a client calls it
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
  const onRequest = requireKey(services);
  app.route({
    ...{ method: 'POST', url: '/sequences', schema: createSchema, onRequest },
    validatorCompiler: documentedOnly,
    handler: (request, reply) => handleCreate(dependencies, request, reply),
  });
  app.route({
    ...{ method: 'GET', url: '/sequences', schema: listSchema, onRequest },
    validatorCompiler: documentedOnly,
    handler: async (request, reply) => {
      const asked = readPage(request.query);
      const page = await listSequences(services, callerOf(request).account_id, asked);
      const words = wordsOf(options);
      return sendList(request, reply, { ...page, items: page.items.map((one) => answerListed(one, words)) });
    },
  });
  putFramesRoute(app, dependencies, onRequest);
  app.route<OfSequence>({
    ...{ method: 'GET', url: '/sequences/:sequence_id', schema: findSchema, onRequest },
    handler: async (request, reply) => {
      const state = await findSequence(services, callerOf(request).account_id, request.params.sequence_id);
      reply.header('cache-control', 'no-store');
      return answerSequence(state, wordsOf(options));
    },
  });
  app.route<OfSequence>({
    ...{ method: 'POST', url: '/sequences/:sequence_id/start', schema: startSchema, onRequest },
    validatorCompiler: documentedOnly,
    handler: (request, reply) => handleStart(dependencies, request, reply),
  });
  app.route<OfSequence>({
    ...{ method: 'DELETE', url: '/sequences/:sequence_id', schema: deleteSchema, onRequest },
    handler: async (request, reply) => {
      await forgetSequence(services, callerOf(request).account_id, request.params.sequence_id);
      return reply.code(204).send();
    },
  });
}

function wordsOf({ baseUrl, sequencesKeptDays: days }: HttpOptions) {
  return { baseUrl, days };
}

async function handleCreate(
  { services, options, budget }: SequencesDependencies,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const asked = profileAsked(request.query);
  idempotencyKey(request);
  const { account_id } = callerOf(request);
  const findRig = rigFinder(services, account_id, asked);
  const share = budget.open(account_id);
  try {
    const { fields, background, errors } = await receiveFields(request, options.maxFileBytes, share);
    const { retain_raw_inputs: retain } = await readRetention(services, account_id);
    const digest = jsonDigest(request, { fields, asked, background: background?.sha256 ?? null });
    const answer = await withIdempotency(services, request, account_id, digest, async (settle) => {
      const row = await createSequence(services, {
        ...{ account_id, fields, background, errors, retain, calibration: await findRig() },
        settle: (trx, made) => settle(trx, created(made, options)),
      });
      return created(row, options);
    });
    return sendAnswer(reply, answer);
  } finally {
    share.close();
  }
}

function created(row: Awaited<ReturnType<typeof createSequence>>, options: HttpOptions): Answer {
  const state = {
    row,
    status: 'open',
    there: [],
    received: 0,
    changed_at: row.created_at,
    run: null,
  } as const;
  return {
    status: 201,
    headers: { location: `${options.baseUrl}/sequences/${row.sequence_id}` },
    body: answerSequence(state, wordsOf(options)),
  };
}

async function receiveFields(request: FastifyRequest, maxFileBytes: number, share: MemoryShare) {
  if (request.isMultipart()) {
    const upload = await receiveUpload(request, { maxFileBytes, share, emptyMeansAbsent: false });
    const { fields, files, errors } = upload;
    const message = 'is a frame: send it with PUT /sequences/{sequence_id}/frames/{n}';
    const wrong = files.hologram ? [{ pointer: '/hologram', message }] : [];
    return { fields, background: files.background ?? null, errors: [...errors, ...wrong] };
  }
  const { body } = request;
  if (isJson(request) && !isFields(body)) {
    throw invalidInput([{ pointer: '', message: 'is no JSON object with the fields of a sequence' }]);
  }
  if (isJson(request)) return { fields: body as Record<string, unknown>, background: null, errors: [] };
  request.raw.resume();
  throw new HttpProblem(
    'UNSUPPORTED_MEDIA_TYPE',
    'Send the fields of the sequence as multipart/form-data, or as a JSON object.',
  );
}

function isJson({ headers }: FastifyRequest): boolean {
  return /^application\/json\b/i.test(headers['content-type'] ?? '');
}

function isFields(body: unknown): boolean {
  return typeof body === 'object' && body !== null && !Array.isArray(body);
}

async function handleStart(
  { services, options: { baseUrl } }: SequencesDependencies,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  checkQuery(request.query, []);
  // it says nothing
  request.raw.resume();
  const { account_id } = callerOf(request);
  const { sequence_id } = request.params as OfSequence['Params'];
  const digest = jsonDigest(request, null);
  const answer = await withIdempotency(services, request, account_id, digest, async (settle) => {
    const run = await acceptSequence(services, {
      ...{ account_id, sequence_id, request_id: request.id },
      settle: (trx, accepted) => settle(trx, started(accepted, baseUrl)),
    });
    return started(run, baseUrl);
  });
  return sendAnswer(reply, answer);
}

function started(run: RunState, baseUrl: string): Answer {
  const location = `${baseUrl}/runs/${run.run_id}`;
  return { status: 202, headers: { location }, body: answerRun(run, baseUrl) };
}
