import { ORIGIN_TEXT } from '../../../core/calibrate-request/parse-origin.ts';
import { z } from 'zod';
import { defaults } from '../../../core/recipe/defaults.ts';
import { recipeFields } from '../../../core/recipe/recipe.ts';
import { evidenceReportSchema } from '../../../formats/report/evidence-report.ts';
import { keyFor } from '../../auth/require-key.ts';
import { packageIdentity, sunset } from '../../exchange/package-headers.ts';
import { idempotencyHeaders } from '../../plugins/idempotency.ts';
import { problemResponses } from '../../problems/problem-responses.ts';
import { storedFileHeadersSent } from '../../exchange/send-stored.ts';
import { runSchema } from '../runs/run-schema.ts';

const file = z.file();
const { input, quality, uncertainty, parameters } = evidenceReportSchema.shape;

const offAxis = { holography_mode: 'off-axis', wavelength_um: 0.6328, pixel_pitch_um: 3.45, z_mm: 5 };
const inline = { holography_mode: 'inline', wavelength_um: 0.532, pixel_pitch_um: 1.67 };
/** Under this name because `examples` of a schema with conversions in it are left out. */
const examples = {
  'off-axis': { summary: 'at a known distance', value: { hologram: '(the bytes of the file)', ...offAxis } },
  inline: {
    summary: 'with a search for the focus',
    value: { hologram: '(the bytes of the file)', ...inline, z_min_mm: 1, z_max_mm: 2 },
  },
};

/** The fields of a recipe as multipart has them. */
export const recipeParts = z.object({
  ...z
    .object(recipeFields)
    .partial()
    .required({ holography_mode: true, wavelength_um: true, pixel_pitch_um: true }).shape,
  carrier_cycles_per_px: z
    .string()
    .optional()
    .describe(recipeFields.carrier_cycles_per_px.description ?? ''),
  stack_z_mm: z
    .string()
    .optional()
    .describe(recipeFields.stack_z_mm.description ?? ''),
  background_region: z
    .string()
    .optional()
    .describe(recipeFields.background_region.description ?? ''),
  outputs: z
    .string()
    .optional()
    .describe(recipeFields.outputs.description ?? '')
    .meta({ default: defaults.outputs.join(',') }),
}).shape;

export const backgroundPart = file
  .optional()
  .describe('the same rig with no sample, same size as the hologram');

/** What a multipart request may hold. It documents: the parts are checked by hand as they stream in. */
const body = z
  .strictObject({
    hologram: file.describe(
      'one grey frame: PNG, TIFF, BMP, NPY, NPZ, HDF5, MAT or JPEG; with stack_z_mm all frames: a TIFF of as many pages, or a NPY or NPZ of (frames, rows, columns)',
    ),
    background: backgroundPart,
    ...recipeParts,
  })
  .meta({ 'x-examples': examples });

export const summarySchema = z.object({
  payload_sha256: evidenceReportSchema.shape.payload_sha256,
  width_px: z.int(),
  height_px: z.int(),
  pixel_size_um: z
    .object({ x: z.number(), y: z.number() })
    .nullable()
    .describe('of an output pixel, in the sample; null: the package holds no map'),
  crop_px: input.shape.crop_px,
  flags: quality.shape.flags.describe('what a person should know before believing the numbers'),
  metrics: quality.shape.metrics,
  uncertainty: uncertainty
    .omit({ lasting_share: true })
    .describe('of the phase; the unit of a number is the suffix of its name'),
  parameters_used: parameters.shape.used,
});

const reconstructionSchema = z
  .object({
    evidence_report_id: z.string(),
    archive_id: z.string(),
    input_sha256: z.string().describe('of the hologram as it was received'),
    package: z.object({
      href: z.string().describe('where the ZIP can be fetched'),
      sha256: z.string(),
      bytes: z.int(),
    }),
    summary: summarySchema,
  })
  .meta({ id: 'Reconstruction' });

const zipHeaders = {
  ...packageIdentity,
  ...storedFileHeadersSent,
  'Server-Timing': { type: 'string', description: 'milliseconds per stage' },
  ...sunset,
};

const runHeaders = {
  Location: { type: 'string', description: 'the run, /runs/{run_id}' },
  'Preference-Applied': { type: 'string', description: 'respond-async' },
};

/** For the schema of what can be done later. */
export const asyncHeaders = idempotencyHeaders.extend({
  prefer: z
    .string()
    .optional()
    .describe('`respond-async`: don’t wait, answer 202 with a run that will be done (RFC 7240)'),
});

/** Documents what is answered then. */
export const acceptedResponse = {
  description: 'the accepted run, for Prefer: respond-async. It will be done, even if the service restarts',
  headers: runHeaders,
  content: { 'application/json': { schema: runSchema } },
};

const common = {
  tags: ['reconstruction'],
  consumes: ['multipart/form-data'],
  headers: asyncHeaders,
  body,
};

const responses = {
  200: {
    description: 'the result package, a BagIt bag in a ZIP',
    headers: zipHeaders,
    content: { 'application/zip': { schema: file } },
  },
  201: {
    description: 'the summary, for Accept: application/json',
    headers: {
      Location: { type: 'string', description: 'the same as package.href' },
      'Evidence-Report-Id': packageIdentity['Evidence-Report-Id'],
      'Server-Timing': zipHeaders['Server-Timing'],
      ...sunset,
    },
    content: { 'application/json': { schema: reconstructionSchema } },
  },
  202: acceptedResponse,
};

const PROBLEMS = [
  ...([400, 'RESULT_NOT_FOUND', 406, 409, 413, 415, 422] as const),
  ...(['HOLOGRAM_UNREADABLE', 'HOLOGRAM_UNSUPPORTED', 'FRAME_TOO_LARGE', 'SIDEBAND_NOT_FOUND'] as const),
  ...(['TOOK_TOO_LONG', 'IDEMPOTENCY_KEY_REUSED', 503, 'OVERLOADED'] as const),
];

const ANSWERS =
  'Answers with the result package, or with its summary and address for `Accept: application/json`, or at once with a ' +
  'run for `Prefer: respond-async`. Every package is archived. Numbers are written as 0.65: a point, no unit.';

export const publicReconstructSchema = {
  ...common,
  operationId: 'reconstructPublic',
  summary: 'Reconstruct a hologram without an account',
  description: ANSWERS,
  response: { ...responses, ...problemResponses([...PROBLEMS, 429]) },
};

export const reconstructSchema = {
  ...common,
  operationId: 'reconstruct',
  summary: 'Reconstruct a hologram',
  description:
    `${ANSWERS} The result belongs to the account. What was uploaded is kept only where the account’s switch ` +
    '`retain_raw_inputs` is on at that moment.',
  security: keyFor('reconstruct'),
  querystring: z.object({
    calibration_profile_id: z
      .string()
      .optional()
      .describe(
        'a calibration profile of the account: what it measured takes the place of what is sent, and the evidence ' +
          'report lists every correction',
      ),
    calibration_origin_px: z
      .string()
      .regex(ORIGIN_TEXT)
      .optional()
      .describe(
        'with a profile, where the camera’s region of interest begins on the frame that was calibrated: column,row such as 640,360; absent: both have the same middle',
      ),
  }),
  response: {
    ...responses,
    ...problemResponses([401, 'PROFILE_NOT_FOUND', ...PROBLEMS, 'CALIBRATION_MISMATCH', 'QUOTA_EXCEEDED']),
  },
};
