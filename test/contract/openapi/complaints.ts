import { needsKey, type Operation } from './document.ts';
import type { Received } from './send.ts';
import { violations, type Schema } from './schema.ts';

/** What any HTTP server may send, and the headers that make browsers careful. */
const USUAL =
  /^(date|connection|keep-alive|transfer-encoding|content-(length|type|security-policy)|cache-control|vary|x-(content-type-options|dns-prefetch-control|download-options|frame-options|permitted-cross-domain-policies|xss-protection|accel-buffering)|referrer-policy|origin-agent-cluster|cross-origin-(opener|resource)-policy)$/;

interface Problem {
  readonly status: number;
  readonly code: string;
  readonly request_id: string;
}

/** Everything in which an answer is not what the document declares of the operation. */
export function complaints(
  operation: Operation,
  received: Received,
  schemas: Readonly<Record<string, Schema>>,
): string[] {
  const { status, headers } = received;
  const declared = operation.responses[status];
  const said = status >= 500 ? [`it failed with ${status}`] : [];
  if (!declared) return [...said, `${status} is not declared`];
  const names = Object.keys(declared.headers ?? {}).map((name) => name.toLowerCase());
  for (const name of Object.keys(headers)) {
    if (!USUAL.test(name) && !names.includes(name)) said.push(`the header ${name} is not declared`);
  }
  for (const name of ['x-request-id', 'api-version', ...neededHeaders(operation, received)]) {
    if (!headers[name]) said.push(`the header ${name} is missing`);
  }
  return [...said, ...aboutBody(declared.content ?? {}, declared.description, received, schemas)];
}

function neededHeaders(operation: Operation, { status, headers, body }: Received): string[] {
  const ofStatus: Readonly<Record<number, string>> = {
    401: 'www-authenticate',
    405: 'allow',
    416: 'content-range',
    429: 'retry-after',
    503: 'retry-after',
  };
  // what is not even HTTP, or no address, is refused before anybody counts; HEAD does not say which it was
  const isNone =
    headers.connection === 'close' ||
    body.includes('is not a valid url component') ||
    operation.method === 'HEAD';
  const uncounted = [408, 414, 417, 431].includes(status) || (status === 400 && isNone);
  // whose requests are to be counted is known by the key
  const nobodys = status === 401 && needsKey(operation);
  const counted = '429' in operation.responses && !uncounted && !nobodys;
  const limited = counted ? ['ratelimit', 'ratelimit-policy'] : [];
  return [...(ofStatus[status] ? [ofStatus[status]] : []), ...limited];
}

function aboutBody(
  content: Readonly<Record<string, { readonly schema: Schema }>>,
  description: string,
  { headers, body, status }: Received,
  schemas: Readonly<Record<string, Schema>>,
): string[] {
  const [type = ''] = (headers['content-type'] ?? '').split(';');
  if (Object.keys(content).length === 0) return body.length === 0 ? [] : ['there is a body'];
  const media = content[type];
  if (!media) return [`the content type ${type || '(none)'} is not declared`];
  if (type === 'application/zip') {
    return status === 206 || body.toString('latin1', 0, 2) === 'PK' ? [] : ['this is no ZIP'];
  }
  if (!type.endsWith('json')) return [];
  const value = JSON.parse(body.toString()) as unknown;
  const wrong = violations(value, media.schema, schemas);
  return type === 'application/problem+json'
    ? [...wrong, ...aboutProblem(value as Problem, description, headers, status)]
    : wrong;
}

export function aboutProblem(
  problem: Problem,
  description: string,
  headers: Received['headers'],
  status: number,
): string[] {
  return [
    ...(problem.status === status ? [] : [`the problem says ${problem.status}`]),
    ...(problem.request_id === headers['x-request-id'] ? [] : ['the problem belongs to another request']),
    ...(description.split(', ').includes(problem.code) ? [] : [`${problem.code} is not declared`]),
  ];
}

/** Refusals that any client can provoke: the requests must have got each of them at least once. */
export function provokable(operation: Operation): string[] {
  const common = ['400', '406', '413', '414', '415', '416', '417', '422', '431'];
  const declared = Object.keys(operation.responses);
  const names = operation.parameters.some((one) => one.in === 'path') ? ['404'] : [];
  const wanted = [...(needsKey(operation) ? ['401'] : []), ...names, ...common];
  return wanted.filter((status) => declared.includes(status));
}
