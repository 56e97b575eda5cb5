import { z } from 'zod';
import type { Result } from '../../../services/result/result.ts';
import { summarySchema } from '../reconstruct/reconstruct-schema.ts';

export const resultSchema = z
  .object({
    evidence_report_id: z.string(),
    archive_id: z.string(),
    created_at: z.iso.datetime(),
    run_id: z.string().nullable(),
    holography_mode: z.string(),
    calibration_profile_id: z.string().nullable(),
    input_sha256: z.string().describe('of the hologram as it was received'),
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
