import { expect } from 'vitest';

export interface ProblemBody {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: string;
  readonly request_id: string;
  readonly quota?: {
    readonly name: string;
    readonly used: number;
    readonly limit: number;
    readonly frees_at: string | null;
  };
  readonly errors?: readonly { readonly pointer: string; readonly message: string }[];
}

/** Checks everything that holds for every refusal (contract section 1), and hands the document on. */
export async function expectProblem(response: Response, status: number, code: string): Promise<ProblemBody> {
  const body = (await response.json()) as ProblemBody;
  expect({ status: response.status, code: body.code, detail: body.detail }).toMatchObject({ status, code });
  expect(response.headers.get('content-type')).toBe('application/problem+json');
  expect(response.headers.get('x-request-id')).toBe(body.request_id);
  expect(response.headers.get('api-version')).toMatch(/^\d{4}-\d\d-\d\d$/);
  expect(body).toMatchObject({ status, code, type: `/problems/${code}` });
  expect(body.title.length).toBeGreaterThan(5);
  expect(body.detail.length).toBeGreaterThan(5);
  // what zod says where nobody has
  expect(body.detail).not.toMatch(/Invalid (input|option|string)|Too (big|small)|Unrecognized/);
  return body;
}
