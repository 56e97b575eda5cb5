import { problemCodes, type HttpProblemCode } from './codes.ts';
import { problemSchema } from './problem-document.ts';

type Status = (typeof problemCodes)[HttpProblemCode]['status'];

interface ProblemResponse {
  readonly description: string;
  readonly content: { readonly 'application/problem+json': { readonly schema: typeof problemSchema } };
}

/** What the number of a status stands for where several codes have it; the others are named. */
const usual: Partial<Record<Status, readonly HttpProblemCode[]>> = {
  401: ['MISSING_API_KEY', 'INVALID_API_KEY'],
  404: ['NOT_FOUND'],
  409: ['IDEMPOTENCY_IN_PROGRESS'],
  422: ['INVALID_INPUT'],
  429: ['RATE_LIMITED'],
  503: ['STORAGE_UNAVAILABLE'],
};

/** The part of a route's schema that documents its refusals: each a code, or a status for its usual codes. */
export function problemResponses(
  refusals: readonly (Status | HttpProblemCode)[],
): Record<number, ProblemResponse> {
  const named = new Set(
    refusals.flatMap((refusal) => (typeof refusal === 'number' ? codesOf(refusal) : [refusal])),
  );
  const byStatus = Map.groupBy(named, (code) => problemCodes[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => {
      const content = { 'application/problem+json': { schema: problemSchema } } as const;
      return [status, { description: codes.join(', '), content }];
    }),
  );
}

function codesOf(status: Status): readonly HttpProblemCode[] {
  const codes = Object.keys(problemCodes) as HttpProblemCode[];
  return usual[status] ?? codes.filter((code) => problemCodes[code].status === status);
}
