import { problemCodes } from './codes.ts';
import { problemSchema } from './problem-document.ts';

type Status = (typeof problemCodes)[keyof typeof problemCodes]['status'];

interface ProblemResponse {
  readonly description: string;
  readonly content: { readonly 'application/problem+json': { readonly schema: typeof problemSchema } };
}

/** The part of a route's schema that documents its refusals. */
export function problemResponses(statuses: readonly Status[]): Record<number, ProblemResponse> {
  return Object.fromEntries(
    statuses.map((status) => {
      const codes = Object.entries(problemCodes).flatMap(([code, known]) =>
        known.status === status ? [code] : [],
      );
      const content = { 'application/problem+json': { schema: problemSchema } } as const;
      return [status, { description: codes.join(', '), content }];
    }),
  );
}
