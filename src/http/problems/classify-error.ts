import { Problem, type FieldError } from '../../core/problem/problem.ts';
import { Unauthenticated } from '../../services/key/unauthenticated.ts';
import { ProviderUnavailable } from '../../services/ports/identity-provider.ts';
import { Overloaded } from '../../services/ports/overloaded.ts';
import { StorageUnavailable } from '../../services/ports/storage-unavailable.ts';
import { QuotaExceeded } from '../../services/quota/quotas.ts';
import { Refusal } from '../../services/refusal.ts';
import { problemCodes, type HttpProblemCode } from './codes.ts';
import { HttpProblem } from './http-problem.ts';

export interface ClassifiedError {
  readonly code: HttpProblemCode;
  readonly detail: string;
  readonly errors: readonly FieldError[];
  readonly headers: Readonly<Record<string, string>>;
  readonly quota?: QuotaExceeded;
  readonly picture?: Uint8Array | null;
}

/** What the framework refuses by itself, in the contract's codes. */
const frameworkCodes: Readonly<Record<string, HttpProblemCode>> = {
  FST_ERR_BAD_URL: 'MALFORMED_REQUEST',
  FST_ERR_MAX_PARAM_LENGTH: 'NOT_FOUND',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
  FST_ERR_CTP_BODY_TOO_LARGE: 'PAYLOAD_TOO_LARGE',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'MALFORMED_REQUEST',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'MALFORMED_REQUEST',
  FST_ERR_CTP_INVALID_JSON_BODY: 'MALFORMED_REQUEST',
  FST_STATIC_FORBIDDEN_PATH: 'NOT_FOUND',
};

/** What the module that sends the page’s files refuses, by status. */
const sendCodes: Readonly<Record<number, HttpProblemCode>> = {
  400: 'MALFORMED_REQUEST',
  403: 'NOT_FOUND',
  404: 'NOT_FOUND',
  412: 'PRECONDITION_FAILED',
  416: 'RANGE_NOT_SATISFIABLE',
};

/** Where the framework’s own words say too little. */
const inOurWords: Readonly<Record<string, string>> = {
  FST_ERR_CTP_EMPTY_JSON_BODY: 'Content-Type says application/json, and the body is empty.',
  FST_ERR_CTP_INVALID_JSON_BODY: 'The body is not valid JSON.',
  FST_ERR_CTP_INVALID_MEDIA_TYPE:
    'The body is of a type that this address does not read: frames are sent as multipart/form-data (curl -F), most else as application/json; /docs has what each address takes.',
  FST_ERR_CTP_BODY_TOO_LARGE: 'The body has more bytes than this address takes.',
};

/** Turns whatever was thrown into a refusal with a code. What nobody foresaw is INTERNAL_ERROR and says nothing. */
export function classifyError(error: unknown): ClassifiedError {
  if (error instanceof Problem || error instanceof HttpProblem) {
    const headers = error instanceof HttpProblem ? error.headers : {};
    const picture = error instanceof Problem ? error.picture : null;
    return { code: error.code, detail: sentence(error.message), errors: error.errors, headers, picture };
  }
  if (error instanceof Unauthenticated || error instanceof Refusal) {
    return { code: error.code, detail: sentence(error.message), errors: [], headers: headersOf(error.code) };
  }
  if (error instanceof QuotaExceeded) {
    const headers = { 'retry-after': String(secondsUntilFree(error)) };
    return { code: 'QUOTA_EXCEEDED', detail: error.message, errors: [], headers, quota: error };
  }
  if (error instanceof Overloaded) {
    const headers = { 'retry-after': String(error.retryAfterSeconds) };
    return { code: 'OVERLOADED', detail: `${error.message} Try again in a while.`, errors: [], headers };
  }
  if (error instanceof StorageUnavailable) {
    const headers = { 'retry-after': String(error.retryAfterSeconds) };
    return {
      code: 'STORAGE_UNAVAILABLE',
      detail: `${error.message} Try again in a while.`,
      errors: [],
      headers,
    };
  }
  if (error instanceof ProviderUnavailable) {
    const headers = { 'retry-after': String(PROVIDER_AGAIN_S) };
    return { code: 'PROVIDER_UNAVAILABLE', detail: error.message, errors: [], headers };
  }
  return classifyFrameworkError(error);
}

const PROVIDER_AGAIN_S = 10;

/** Where nobody knows: how soon it is worth asking again. */
const ASK_AGAIN_S = { queued_runs: 10, compute_seconds_per_day: 3600, stored_bytes: 3600 } as const;

function secondsUntilFree({ quota, freesAt }: QuotaExceeded): number {
  if (!freesAt) return ASK_AGAIN_S[quota];
  return Math.max(1, Math.ceil((freesAt.getTime() - Date.now()) / 1000));
}

/** The process, or the machine, has no room for another open file: it will have when others are done. */
const NO_FILES: ReadonlySet<string> = new Set(['EMFILE', 'ENFILE']);

interface FrameworkError {
  readonly code?: string;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

function classifyFrameworkError(error: unknown): ClassifiedError {
  const { code: name = '', status = 0, headers = {} } = (error ?? {}) as FrameworkError;
  if (NO_FILES.has(name))
    return classifyError(new Overloaded('The service has all the files open that it may.', 5));
  const known = frameworkCodes[name] ?? sendCodes[status];
  if (known) {
    const detail = inOurWords[name] ?? sentence((error as Error).message);
    return { code: known, detail, errors: [], headers };
  }
  const detail =
    'The service failed to answer this request. Nothing was stored; the operator can find it by request_id.';
  return { code: 'INTERNAL_ERROR', detail, errors: [], headers: {} };
}

/** What an answer with this code has to say beside its document. */
function headersOf(code: HttpProblemCode): Readonly<Record<string, string>> {
  // RFC 6750, section 3.1
  if (code === 'KEY_SCOPE') return { 'www-authenticate': 'Bearer error="insufficient_scope"' };
  if (problemCodes[code].status === 401) return { 'www-authenticate': 'Bearer' };
  if (code === 'IDEMPOTENCY_IN_PROGRESS') return { 'retry-after': '1' };
  return {};
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
