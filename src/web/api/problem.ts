import type { FieldError } from '../../core/problem/problem.ts';
import { inPageWords } from '../fields/page-words.ts';

/** What the service answers instead of what was asked for (RFC 9457). */
export interface ProblemDocument {
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: string;
  /** absent where something between the page and the service answered */
  readonly request_id?: string;
  readonly errors?: readonly FieldError[];
  /** a PNG as a data address: where a target was looked for */
  readonly picture?: string;
}

/** The service refused, and said why; in the page's words. */
export class Refused extends Error {
  readonly problem: ProblemDocument;
  /** null: it did not say when to come back */
  readonly retryAfterSeconds: number | null;

  constructor(problem: ProblemDocument, retryAfterSeconds: number | null = null) {
    super(inPageWords(problem.detail));
    this.name = 'Refused';
    const errors = problem.errors?.map((error) => ({ ...error, message: inPageWords(error.message) }));
    this.problem = { ...problem, detail: this.message, ...(errors && { errors }) };
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** No answer came: the network, or the service, is away. */
export class Unreachable extends Error {
  constructor() {
    super('The service can’t be reached.');
    this.name = 'Unreachable';
  }
}

/** A person stopped it. */
export class Cancelled extends Error {
  constructor() {
    super('Cancelled.');
    this.name = 'Cancelled';
  }
}

/** The error in an answer that is not a success; a proxy may have written it, in its own way. */
export function refusalFrom(status: number, text: string, retryAfter: string | null): Refused {
  return new Refused(problemFrom(status, text), secondsUntil(retryAfter));
}

function problemFrom(status: number, text: string): ProblemDocument {
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body === 'object' && body !== null && 'code' in body && 'detail' in body) {
      return body as ProblemDocument;
    }
  } catch {
    // no JSON: written by something else
  }
  const detail =
    status === 413
      ? 'Something between this page and the service does not let a file of this size through.'
      : `The answer had the status ${status} and can’t be read.`;
  return { title: 'The service did not answer as it should', status, detail, code: 'UNREADABLE_ANSWER' };
}

/** Retry-After is a number of seconds, or a date (RFC 9110 section 10.2.3). */
function secondsUntil(header: string | null): number | null {
  if (header === null) return null;
  if (/^\d+$/.test(header)) return Number(header);
  const date = Date.parse(header);
  return Number.isNaN(date) ? null : Math.max(0, Math.ceil((date - Date.now()) / 1000));
}
