import type { z } from 'zod';
import { Problem } from '../../core/problem/problem.ts';
import { fieldErrors } from '../../core/workflow-fit/request.ts';

/** For routes whose schema documents the body, while `readBody` lists everything that is wrong with it at once. */
export const documentedOnly = () => () => true;

/** @throws Problem INVALID_INPUT with everything that is wrong */
export function readBody<Body extends z.ZodType>(schema: Body, body: unknown): z.output<Body> {
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  const errors = result.error.issues.flatMap(fieldErrors);
  const detail = errors.map(({ pointer, message }) => `${pointer.slice(1)} ${message}`.trim()).join('; ');
  throw new Problem('INVALID_INPUT', detail, errors);
}
