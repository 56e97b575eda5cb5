import { z } from 'zod';
import type { Result } from '../../../services/result/result.ts';
import { LONGEST_NOTE, LONGEST_SAMPLE } from '../../../services/archive/labels.ts';
import { summarySchema } from '../reconstruct/reconstruct-schema.ts';

const sampleSchema = z
  .string()
  .max(LONGEST_SAMPLE)
  .nullable()
  .describe('what was looked at, as its owner says; null: not said');
const noteSchema = z.string().max(LONGEST_NOTE).nullable().describe('of its owner; null: none');
const quantity = (what: string) => z.number().nullable().describe(what);

export const resultSchema = z
  .object({
    evidence_report_id: z.string(),
    archive_id: z.string(),
    created_at: z.iso.datetime(),
    run_id: z.string().nullable(),
    holography_mode: z.string(),
    calibration_profile_id: z.string().nullable(),
    input_sha256: z.string().describe('of the hologram as it was received'),
    file_name: z
      .string()
      .nullable()
      .describe('of the hologram, as it was sent; null: it had none, or the result is older than this field'),
    sample: sampleSchema,
    note: noteSchema,
    parameters: z
      .object({
        wavelength_um: quantity('in vacuum'),
        pixel_pitch_um: quantity('as it was given'),
        magnification: quantity('as it was given'),
        z_mm: quantity('as used: where the focus was searched, the distance found'),
        frames: z.int().nullable().describe('of a sequence, all that were sent; null: of one hologram'),
        previews: z.boolean().describe('whether the package has data/preview/*.png'),
      })
      .describe('by which one knows it again; null: it has none, as a stack has no single distance'),
    held: z.boolean().describe('under a legal or regulatory hold: it can’t be deleted'),
    package: z.object({
      href: z.string().describe('where the ZIP can be fetched'),
      sha256: z.string(),
      bytes: z.int(),
    }),
  })
  .meta({ id: 'Result' });

export const resultWithSummarySchema = resultSchema
  .extend({ summary: summarySchema })
  .meta({ id: 'ResultWithSummary' });

/** A result as it is answered, with the address of its package. */
export function answerResult<R extends Result>(result: R, baseUrl: string) {
  const { sha256, bytes, ...known } = result;
  const href = `${baseUrl}/results/${result.evidence_report_id}/package`;
  return { ...known, package: { href, sha256, bytes } };
}
