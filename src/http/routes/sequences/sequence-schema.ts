import { z } from 'zod';
import type { SequenceState } from '../../../services/run/find-sequence.ts';
import type { SequenceSummary } from '../../../services/run/list-sequences.ts';
import { keyFor } from '../../auth/require-key.ts';
import { idempotencyHeaders } from '../../plugins/idempotency.ts';
import { pageQuerySchema } from '../../exchange/paging.ts';
import { listResponses } from '../../exchange/send-list.ts';
import { problemDocument, problemSchema } from '../../problems/problem-document.ts';
import { problemResponses } from '../../problems/problem-responses.ts';
import { backgroundPart, recipeParts, reconstructSchema } from '../reconstruct/reconstruct-schema.ts';
import { runSchema } from '../runs/run-schema.ts';

const range = z.object({ from: z.int(), to: z.int().describe('included') });

export const sequenceSchema = z
  .object({
    sequence_id: z.string(),
    status: z
      .enum(['open', 'queued', 'running', 'succeeded', 'failed', 'cancelled', 'expired'])
      .describe(
        'open: it takes frames and waits to be started; expired: it was not, and its frames are deleted',
      ),
    frames: z.int().describe('how many there are to be, numbered from 0'),
    received: z.object({
      count: z.int().describe('frames that are there'),
      ranges: z.array(range).describe('which frames are there, in order: send the others'),
    }),
    progress: z.object({
      stage: z.string().nullable(),
      fraction: z.number().min(0).max(1).describe('of the run'),
    }),
    created_at: z.iso.datetime(),
    expires_at: z.iso
      .datetime()
      .optional()
      .describe('of an open sequence: when its frames are deleted unless another comes or it is started'),
    run_id: z.string().optional().describe('once it was started'),
    evidence_report_id: z.string().optional().describe('of the result, once there is one'),
    problem: problemSchema.optional().describe('why the run failed'),
  })
  .meta({ id: 'Sequence' });

/** In a list: which frames are there is said of one alone. */
export const listedSequenceSchema = sequenceSchema
  .extend({ received: z.object({ count: z.int().describe('frames that are there') }) })
  .meta({ id: 'ListedSequence' });

const DAY_MS = 24 * 3_600_000;

interface Words {
  readonly baseUrl: string;
  /** for which a sequence is kept after its last frame */
  readonly days: number;
}

/** A sequence as it is answered. */
export function answerSequence(state: SequenceState, words: Words): z.infer<typeof sequenceSchema> {
  const { received, ...listed } = answerListed(state, words);
  return { ...listed, received: { ...received, ranges: [...state.there] } };
}

export function answerListed(
  { row, status, received, changed_at, run }: SequenceSummary,
  { baseUrl, days }: Words,
): z.infer<typeof listedSequenceSchema> {
  const { sequence_id, frames, created_at, run_id } = row;
  const expires = new Date(Date.parse(changed_at) + days * DAY_MS).toISOString();
  const problem = run?.problem;
  return {
    ...{ sequence_id, status, frames },
    received: { count: received },
    progress: { stage: run?.stage ?? null, fraction: run?.fraction ?? 0 },
    created_at,
    ...(status === 'open' ? { expires_at: expires } : {}),
    ...(run_id === null ? {} : { run_id }),
    ...(run?.evidence_report_id == null ? {} : { evidence_report_id: run.evidence_report_id }),
    ...(problem ? { problem: problemDocument(problem, problem.request_id, baseUrl) } : {}),
  };
}

const tags = ['sequences'];
const params = z.object({ sequence_id: z.string() });
const found = [401, 404, 'SEQUENCE_NOT_FOUND', 503] as const;

/** What the package of a sequence holds is fixed. */
const { outputs: _, stack_z_mm: __, phase_retrieval: ___, ...fields } = recipeParts;

const example = {
  ...{ frames: 100, interval_s: 0.5, holography_mode: 'off-axis' },
  ...{ wavelength_um: 0.6328, pixel_pitch_um: 3.45, z_mm: 5 },
};

export const createSchema = {
  tags,
  operationId: 'createSequence',
  summary: 'Begin a sequence: many frames of one rig, reconstructed as one',
  description:
    'Send the fields of a reconstruction, how many frames there will be, and the background frame where there is one; ' +
    'then each frame with `PUT /sequences/{sequence_id}/frames/{n}`, and start it. Without a background the fields may ' +
    'also be sent as JSON. Frames are kept until the run has ended, and longer only where the account’s switch ' +
    '`retain_raw_inputs` was on when the sequence was begun.',
  security: keyFor('reconstruct'),
  consumes: ['multipart/form-data', 'application/json'],
  headers: idempotencyHeaders,
  querystring: reconstructSchema.querystring,
  body: z
    .strictObject({
      frames: z.coerce.number().int().min(2).max(100_000).describe('how many frames there will be'),
      interval_s: z.coerce.number().optional().describe('seconds from one frame to the next'),
      background: backgroundPart,
      ...fields,
      output_sampling: z
        .enum(['native', 'full'])
        .optional()
        .describe('native off-axis, full in-line; nothing else'),
    })
    .meta({ 'x-examples': { 'off-axis': { summary: 'a time lapse', value: example } } }),
  response: {
    201: {
      description: 'the sequence',
      headers: { Location: { type: 'string', description: 'the same, /sequences/{sequence_id}' } },
      content: { 'application/json': { schema: sequenceSchema } },
    },
    ...problemResponses([
      ...([400, 401, 409, 'TOO_MANY_SEQUENCES', 413, 415, 422, 'IDEMPOTENCY_KEY_REUSED'] as const),
      ...(['CALIBRATION_MISMATCH', 'QUOTA_EXCEEDED', 503, 'OVERLOADED'] as const),
      ...([404, 'PROFILE_NOT_FOUND'] as const),
    ]),
  },
};

/** Documented only: what is sent is text. */
const frame = z.int().max(999_999);
const frameParams = params.extend({ n: frame.min(0).describe('the number of the frame, from 0') });

export const putSchema = {
  tags,
  operationId: 'putFrames',
  summary: 'Send a frame of a sequence, or a stack of some',
  description:
    'The body is the file itself: PNG, TIFF, BMP, NPY, NPZ, HDF5, MAT or JPEG (or a multipart form with the file as ' +
    '`hologram`). In any order and several at once; the same file for the same frames again changes nothing, another ' +
    'one takes its place. With `count` the file is a stack of so many frames (multi-page TIFF, NPY, NPZ or HDF5), of which the ' +
    'first is frame `n`. A single frame is looked at when it is reconstructed: one that can’t be read is marked in the ' +
    'result and spoils no other.',
  security: keyFor('reconstruct'),
  params: frameParams,
  querystring: z.object({ count: frame.min(1).optional().describe('how many frames the file holds') }),
  // documented by hand: the framework would read it
  consumes: ['application/octet-stream', 'multipart/form-data'],
  body: z.file(),
  response: {
    200: z
      .object({
        ...{ sequence_id: z.string(), frames: range, sha256: z.string(), bytes: z.int() },
        format: z
          .string()
          .nullable()
          .describe('as its first bytes say; null: none that is read, so the frame will be marked'),
        already_there: z.boolean().describe('the same file was there, and nothing has changed'),
      })
      .meta({ id: 'ReceivedFrames' }),
    ...problemResponses([
      ...found,
      ...([400, 'SEQUENCE_CLOSED', 413, 415, 422, 'HOLOGRAM_UNREADABLE', 'HOLOGRAM_UNSUPPORTED'] as const),
      ...(['FRAME_TOO_LARGE', 'TOOK_TOO_LONG', 'QUOTA_EXCEEDED', 'OVERLOADED'] as const),
    ]),
  },
};

export const listSchema = {
  tags,
  operationId: 'listSequences',
  summary: 'The account’s sequences',
  description: 'Newest first; those that were started are shown for as long as their runs are.',
  security: keyFor('read'),
  querystring: pageQuerySchema,
  response: { ...listResponses(listedSequenceSchema), ...problemResponses([401, 422, 429, 503]) },
};

export const findSchema = {
  tags,
  operationId: 'getSequence',
  summary: 'Which frames of a sequence are there, and how its run is getting on',
  security: keyFor('read', 'reconstruct'),
  params,
  response: { 200: sequenceSchema, ...problemResponses(found) },
};

export const startSchema = {
  tags,
  operationId: 'startSequence',
  summary: 'Reconstruct a sequence whose frames are all there',
  description:
    'The answer is its run: follow `/runs/{run_id}`, and fetch the result as any other. The work is cut into parts which ' +
    'any worker does. Starting it again answers with the same run.',
  security: keyFor('reconstruct'),
  params,
  headers: idempotencyHeaders,
  response: {
    202: {
      description: 'the run. It will be done, even if the service restarts',
      headers: { Location: { type: 'string', description: 'the run, /runs/{run_id}' } },
      content: { 'application/json': { schema: runSchema } },
    },
    ...problemResponses([
      ...found,
      ...([409, 'SEQUENCE_INCOMPLETE', 'SEQUENCE_CLOSED', 'IDEMPOTENCY_KEY_REUSED'] as const),
      ...([422, 'QUOTA_EXCEEDED', 'OVERLOADED'] as const),
    ]),
  },
};

export const deleteSchema = {
  tags,
  operationId: 'deleteSequence',
  summary: 'Cancel a sequence and forget it',
  description:
    'Its frames are gone when this is answered, and its run can leave no result. A result that exists stays.',
  security: keyFor('reconstruct', 'delete'),
  params,
  response: { 204: z.undefined().describe('it is gone'), ...problemResponses(found) },
};
