import type { FieldError } from '../../core/problem/problem.ts';
import type { HttpProblemCode } from './codes.ts';

/** A refusal that belongs to HTTP rather than to the data. */
export class HttpProblem extends Error {
  readonly code: HttpProblemCode;
  readonly headers: Readonly<Record<string, string>>;
  readonly errors: readonly FieldError[] = [];

  constructor(code: HttpProblemCode, detail: string, headers: Readonly<Record<string, string>> = {}) {
    super(detail);
    this.name = 'HttpProblem';
    this.code = code;
    this.headers = headers;
  }
}
