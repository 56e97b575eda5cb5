import { z } from 'zod';
import { quotaNames, type QuotaExceeded } from '../../services/quota/quotas.ts';
import type { FieldError } from '../../core/problem/problem.ts';
import { problemCodes, type HttpProblemCode } from './codes.ts';

const codes = Object.keys(problemCodes) as [HttpProblemCode, ...HttpProblemCode[]];

/** RFC 9457, with this service's own members. */
export const problemSchema = z
  .object({
    type: z.string().describe('a page of this service: what happened, how to fix it'),
    title: z.string(),
    status: z.int().describe('the HTTP status'),
    detail: z.string().describe('what happened this time, in plain words'),
    code: z.enum(codes),
    request_id: z.string().describe('quote it when asking for help'),
    errors: z
      .array(z.object({ pointer: z.string().describe('JSON pointer to the field'), message: z.string() }))
      .optional()
      .describe('invalid input: everything that is wrong, at once'),
    quota: z
      .object({
        name: z.enum(quotaNames),
        used: z.int().describe('of what the name says'),
        limit: z.int().describe('of what the name says'),
        frees_at: z.iso
          .datetime()
          .nullable()
          .describe('when there will be room again; null: when something of the account ends or is deleted'),
      })
      .optional()
      .describe('QUOTA_EXCEEDED: which, and how much'),
    picture: z
      .string()
      .optional()
      .describe(
        'a PNG as a data address: where a target was looked for, drawn on what the frame shows there',
      ),
  })
  .meta({ id: 'Problem' });

export type ProblemDocument = z.infer<typeof problemSchema>;

export interface ProblemSource {
  readonly code: HttpProblemCode;
  readonly detail: string;
  readonly errors: readonly FieldError[];
  readonly quota?: QuotaExceeded;
  readonly picture?: Uint8Array | null;
}

export function problemDocument(
  { code, detail, errors, quota, picture = null }: ProblemSource,
  requestId: string,
  baseUrl: string,
): ProblemDocument {
  const { status, title } = problemCodes[code];
  const document: ProblemDocument = {
    type: `${baseUrl}/problems/${code}`,
    title,
    status,
    detail,
    code,
    request_id: requestId,
    ...(quota ? { quota: describeQuota(quota) } : {}),
  };
  return {
    ...document,
    ...(errors.length > 0 && { errors: errors.map((error) => ({ ...error })) }),
    ...(picture && { picture: `data:image/png;base64,${Buffer.from(picture).toString('base64')}` }),
  };
}

function describeQuota({ quota: name, used, limit, freesAt }: QuotaExceeded) {
  return { name, used, limit, frees_at: freesAt?.toISOString() ?? null };
}
