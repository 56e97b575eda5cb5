import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { limits } from '../../../core/limits/limits.ts';
import { checkWorkflowFit, NOTE, type WorkflowFit } from '../../../core/workflow-fit/check.ts';
import { parseWorkflowFit, workflowFitSchema } from '../../../core/workflow-fit/request.ts';
import { levels, ruleLevels, type Rule } from '../../../core/workflow-fit/rules.ts';
import type { RateCounter, RatePolicy } from '../../../services/ports/rate-counter.ts';
import { limitRate } from '../../limits/limit-rate.ts';
import { problemResponses } from '../../problems/problem-responses.ts';

/** Far above what the fields need. */
const BODY_LIMIT_BYTES = 16 * 1024;

const level = z.enum(levels);
const range = z.object({ min: z.number(), max: z.number() });
const atMost = z.object({ max: z.number() });

const responseSchema = z.object({
  verdict: level.describe('the worst level among the reasons'),
  reasons: z.array(
    z.object({
      rule: z.enum(Object.keys(ruleLevels) as [Rule, ...Rule[]]),
      level,
      detail: z.string().describe('the value given, the limit, and why'),
    }),
  ),
  next_steps: z.array(z.string()),
  limits: z
    .object({
      wavelength_um: range,
      sensor_pixel_pitch_um: range.describe('and above the wavelength'),
      z_mm: range,
      focus_range_width_mm: atMost,
      default_inline_range_mm: range.describe('what an inline request without a distance searches'),
      crop_px: z.object({ width: z.int(), height: z.int() }).describe('larger frames are centre-cropped'),
      frame_side_px: range.describe('frames above this on either side are refused'),
      stack_frames: range.describe('frames of one inline stack'),
      upload_bytes: atMost,
      tested_bit_depths: z.array(z.int()).describe('bits per pixel'),
    } satisfies Record<keyof typeof limits, z.ZodType>)
    .describe('what the service enforces'),
  note: z.string().describe('the verdict is about acceptance, not accuracy'),
});

const example = {
  geometry: 'off-axis',
  file_format: 'video',
  pixel_pitch_um: 0.6,
  wavelength_um: 0.65,
};

const schema = {
  operationId: 'checkWorkflowFit',
  summary: 'Would the service take such data?',
  description:
    'A check without an upload and without an account. The verdict is about acceptance, not about accuracy: what it ' +
    'calls unsupported, reconstruction refuses; what it calls tested or needs_review, reconstruction runs.',
  tags: ['fit'],
  body: workflowFitSchema.meta({ examples: [example] }),
  response: {
    200: {
      description: 'the verdict with its reasons',
      content: { 'application/json': { schema: responseSchema } },
    },
    ...problemResponses([400, 413, 415, 422, 429, 503]),
  },
};

const SAME_IN_JSON = JSON.stringify({ limits, note: NOTE } satisfies Partial<WorkflowFit>).slice(1);

/** As JSON.stringify, but for what is in every answer alike: half of it. */
function inJson({ verdict, reasons, next_steps }: WorkflowFit): string {
  const because = reasons.map(
    ({ rule, level, detail }) => `{"rule":"${rule}","level":"${level}","detail":${JSON.stringify(detail)}}`,
  );
  return `{"verdict":"${verdict}","reasons":[${because.join()}],"next_steps":[${next_steps.map(stepInJson).join()}],${SAME_IN_JSON}`;
}

/** Most steps are the same few sentences. */
const steps = new Map<string, string>();
const MOST_STEPS = 256;

function stepInJson(step: string): string {
  let text = steps.get(step);
  if (text === undefined) {
    if (steps.size === MOST_STEPS) steps.clear();
    steps.set(step, (text = JSON.stringify(step)));
  }
  return text;
}

/** POST /public/workflow_fit */
export function workflowFit(
  app: FastifyInstance,
  counter: RateCounter,
  policy: RatePolicy,
  now: () => Date,
): void {
  app.route({
    method: 'POST',
    url: '/public/workflow_fit',
    schema,
    bodyLimit: BODY_LIMIT_BYTES,
    onRequest: limitRate(counter, policy, now),
    // the schema documents the body; parseWorkflowFit lists everything that is wrong with it at once
    validatorCompiler: () => () => true,
    // at once and as text: a promise, and looking up who serialises, take longer than the rules
    handler: (request, reply) => {
      const answer = checkWorkflowFit(parseWorkflowFit(request.body));
      reply.type('application/json; charset=utf-8').send(inJson(answer));
    },
  });
}
