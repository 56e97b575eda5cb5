import { z } from 'zod';
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
  })
  .meta({ id: 'Problem' });

export type ProblemDocument = z.infer<typeof problemSchema>;

export interface ProblemSource {
  readonly code: HttpProblemCode;
  readonly detail: string;
  readonly errors: readonly FieldError[];
}

export function problemDocument(
  { code, detail, errors }: ProblemSource,
  requestId: string,
  baseUrl: string,
): ProblemDocument {
  const { status, title } = problemCodes[code];
  const document = {
    type: `${baseUrl}/problems/${code}`,
    title,
    status,
    detail,
    code,
    request_id: requestId,
  };
  return errors.length > 0 ? { ...document, errors: errors.map((error) => ({ ...error })) } : document;
}
