import type { Body, BodySchema, Document, Operation, Response } from './described.ts';
import { describeHead } from './describe-head.ts';
import { API_VERSION } from './identification.ts';

const text = { type: 'string' } as const;
const seconds = { type: 'integer', minimum: 1 } as const;

/** Headers that many answers carry. */
const headers = {
  'X-Request-Id': { description: 'names this request: quote it when asking for help', schema: text },
  'API-Version': {
    description: 'date of the last change to the API that a client could notice',
    schema: { type: 'string', format: 'date' },
    example: API_VERSION,
  },
  'WWW-Authenticate': { description: 'Bearer', schema: text },
  'Retry-After': { description: 'seconds after which to try again', schema: seconds },
  ETag: { description: 'what to send as If-None-Match next time', schema: text },
  'Content-Range': { description: 'bytes */ and the length of the file', schema: text },
  'RateLimit-Policy': { description: 'quota (q) per window (w, seconds)', schema: text },
  RateLimit: { description: 'requests left (r) and seconds until one more is (t)', schema: text },
  'Idempotency-Replayed': {
    description: 'true: this is the answer that an earlier request with the same Idempotency-Key got',
    schema: text,
  },
} as const;
type Header = keyof typeof headers;

/** 304 and refusals only: they look alike everywhere. */
const ofStatus: Readonly<Record<string, readonly Header[]>> = {
  304: ['ETag'],
  401: ['WWW-Authenticate'],
  403: ['WWW-Authenticate'],
  409: ['Retry-After'],
  416: ['Content-Range'],
  429: ['Retry-After'],
  503: ['Retry-After'],
};
const always: readonly Header[] = ['X-Request-Id', 'API-Version'];
const limited: readonly Header[] = ['RateLimit-Policy', 'RateLimit'];

/** What can befall any request. */
const general = {
  400: 'MALFORMED_REQUEST',
  408: 'REQUEST_TIMEOUT',
  414: 'URI_TOO_LONG',
  417: 'EXPECTATION_FAILED',
  431: 'HEADERS_TOO_LARGE',
  500: 'INTERNAL_ERROR',
  503: 'SHUTTING_DOWN',
} as const;
/** Answered until the end. */
const NEVER_TURNED_AWAY: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics']);
/** Refused before anything is counted. */
const UNCOUNTED: ReadonlySet<string> = new Set(['408', '414', '417', '431']);
/** What the framework calls an answer whose schema has no description. */
const UNNAMED = 'Default Response';
const problemContent = { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } };

/** Adds what holds for every operation and would have to be said in each route: headers, and refusals of its frame. */
export function completeDocument<D extends object>(document: D): D {
  const { paths = {}, ...rest } = document as Document;
  const shared: Record<string, Response> = {};
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.values(methods).map((operation) => ({ path, operation })),
  );
  for (const { path, operation } of operations) {
    operation.security ??= [];
    for (const parameter of operation.parameters ?? []) {
      if (parameter.in === 'header') parameter.name = inCapitals(parameter.name);
    }
    const { requestBody } = operation;
    if (requestBody) {
      const { content } = requestBody;
      // the framework has one object for all of them
      for (const [type, body] of Object.entries(content)) content[type] = bodyAs(type, body);
      requestBody.required = !Object.values(content).every(({ schema }) => mayBeAbsent(schema));
    }
    addGeneral(operation, path);
    completeResponses(operation, shared);
  }
  describeHead(paths, shared);
  const responses = Object.fromEntries(Object.entries(shared).sort(([a], [b]) => (a < b ? -1 : 1)));
  return { ...document, components: { ...rest.components, headers, responses } };
}

const isFile = ({ format }: BodySchema): boolean => format === 'binary';

/** Where each of its fields has a default, a body needn't be there. */
const mayBeAbsent = ({ properties }: BodySchema): boolean =>
  properties !== undefined && Object.values(properties).every((field) => 'default' in field);

/** The framework documents one body for all types that a route takes. JSON holds no file, and a form the file as a part. */
function bodyAs(type: string, body: Body): Body {
  const { schema } = body;
  if (type === 'application/json') {
    const fields = Object.entries(schema.properties ?? {}).filter(([, field]) => !isFile(field));
    return {
      ...body,
      schema: { ...schema, ...(schema.properties && { properties: Object.fromEntries(fields) }) },
    };
  }
  if (type !== 'multipart/form-data' || !isFile(schema)) return body;
  const properties = { hologram: schema };
  return {
    schema: { type: 'object', properties, required: Object.keys(properties), additionalProperties: false },
    example: { hologram: '(the bytes of the file)' },
  };
}

/** What can befall any request with a key. */
function ofKeys(security: Operation['security'] = []): [string, string][] {
  if (security.length === 0) return [];
  const isLimited = security.some((way) => 'bearer' in way && (way.bearer as unknown[]).length > 0);
  return [['403', 'ACCOUNT_DISABLED'], ['429', 'RATE_LIMITED'], ...(isLimited ? [KEY_SCOPE] : [])];
}

const KEY_SCOPE: [string, string] = ['403', 'KEY_SCOPE'];

function addGeneral({ responses, security }: Operation, path: string): void {
  for (const [status, code] of [...Object.entries(general), ...ofKeys(security)]) {
    if (code === 'SHUTTING_DOWN' && NEVER_TURNED_AWAY.has(path)) continue;
    const declared = responses[status] as Response | undefined;
    if (!declared) responses[status] = { description: code, content: { ...problemContent } };
    else if (!declared.description.split(', ').includes(code)) declared.description += `, ${code}`;
  }
}

function completeResponses(operation: Operation, shared: Record<string, Response>): void {
  const { responses, parameters = [], summary = '' } = operation;
  const isLimited = '429' in responses;
  const isIdempotent = parameters.some(({ name }) => name === 'Idempotency-Key');
  for (const [status, response] of Object.entries(responses) as [string, Response][]) {
    if (response.description === UNNAMED) response.description = summary;
    if (status === '204' || status === '304') delete response.content;
    const isProblem = response.content !== undefined && 'application/problem+json' in response.content;
    const names = [
      ...always,
      ...(isLimited && !UNCOUNTED.has(status) ? limited : []),
      ...(isProblem || status === '304' ? (ofStatus[status] ?? []) : []),
    ];
    if (isIdempotent && !isProblem) names.push('Idempotency-Replayed');
    response.headers = {
      ...response.headers,
      ...Object.fromEntries(names.map((name) => [name, reference(name)])),
    };
    if (!isProblem) continue;
    // a browser that opens the address gets the same as a page
    response.content = { ...response.content, 'text/html': { schema: text } };
    const isCounted = isLimited && !UNCOUNTED.has(status);
    const name = response.description.split(', ').join('.') + (isCounted ? '.limited' : '');
    shared[name] = response;
    responses[status] = { $ref: `#/components/responses/${name}` };
  }
}

const reference = (name: Header) => ({ $ref: `#/components/headers/${name}` });

function inCapitals(name: string): string {
  return name.replaceAll(/(?<=^|-)[a-z]/g, (letter) => letter.toUpperCase()).replace(/-Id$/, '-ID');
}
