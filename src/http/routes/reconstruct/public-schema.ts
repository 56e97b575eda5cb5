import { z } from 'zod';
import { recipeFields } from '../../../core/recipe.ts';
import { evidenceReportSchema } from '../../../formats/report/evidence-report.ts';
import { problemResponses } from '../../problems/problem-responses.ts';

const file = z.file();
const { input, quality, uncertainty, parameters } = evidenceReportSchema.shape;

/** What a multipart request may hold. It documents: the parts are checked by hand as they stream in. */
const body = z.object({
  hologram: file.describe('one grey frame: PNG, TIFF, NPY, NPZ, HDF5 or JPEG'),
  background: file.optional().describe('the same rig with no sample, same size as the hologram'),
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
});

const summary = z.object({
  payload_sha256: evidenceReportSchema.shape.payload_sha256,
  width_px: z.int(),
  height_px: z.int(),
  pixel_size_um: z
    .object({ x: z.number(), y: z.number() })
    .nullable()
    .describe('of an output pixel, in the sample'),
  crop_px: input.shape.crop_px,
  flags: quality.shape.flags.describe('what a person should know before believing the numbers'),
  metrics: quality.shape.metrics,
  uncertainty,
  parameters_used: parameters.shape.used,
});

export const reconstructionSchema = z
  .object({
    evidence_report_id: z.string(),
    archive_id: z.string(),
    input_sha256: z.string().describe('of the hologram as it was received'),
    package: z.object({
      href: z.string().describe('where the ZIP can be fetched'),
      sha256: z.string(),
      bytes: z.int(),
    }),
    summary,
  })
  .meta({ id: 'Reconstruction' });

const zipHeaders = {
  'Evidence-Report-Id': { type: 'string', description: 'identifier of the result' },
  'Archive-Id': { type: 'string', description: 'identifier of the archived package' },
  'Content-Disposition': { type: 'string' },
  ETag: { type: 'string' },
  'Repr-Digest': { type: 'string', description: 'SHA-256 of the ZIP (RFC 9530)' },
  'Server-Timing': { type: 'string', description: 'milliseconds per stage' },
};

export const publicReconstructSchema = {
  summary: 'Reconstruct a hologram without an account',
  description:
    'Answers with the result package, or with its summary and address for `Accept: application/json`. ' +
    'Every package is archived. Numbers are written as 0.65: a point, no unit.',
  tags: ['reconstruction'],
  consumes: ['multipart/form-data'],
  body,
  response: {
    200: {
      description: 'the result package, a BagIt bag in a ZIP',
      headers: zipHeaders,
      content: { 'application/zip': { schema: file } },
    },
    201: {
      description: 'the summary, for Accept: application/json',
      headers: { Location: { type: 'string', description: 'the same as package.href' } },
      content: { 'application/json': { schema: reconstructionSchema } },
    },
    ...problemResponses([400, 406, 413, 415, 422, 500, 503]),
  },
};
