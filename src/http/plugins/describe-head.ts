import type { Document, Operation, Reference, Response } from './described.ts';

/** What programs ask by HEAD to hear whether somebody is there. */
const PROBES: ReadonlySet<string> = new Set(['/healthz', '/readyz']);
/** HEAD is about the whole: a range has no meaning there (RFC 9110 section 14.2). */
const OF_PARTS: ReadonlySet<string> = new Set(['Range', 'If-Range', 'Content-Range']);
const PARTIAL: ReadonlySet<string> = new Set(['206', '416']);

/**
 * Describes HEAD, which the framework answers wherever there is GET, for what one asks about before fetching it: files
 * and pages that have a version, and the probes.
 * @param shared responses that operations refer to; gains their like without content
 */
export function describeHead(paths: NonNullable<Document['paths']>, shared: Record<string, Response>): void {
  for (const [path, methods] of Object.entries(paths)) {
    const { get } = methods;
    const versioned = get?.parameters?.some(({ name }) => name === 'If-None-Match');
    if (get && (versioned || PROBES.has(path))) methods.head = headOf(get, shared);
  }
}

function headOf(get: Operation, shared: Record<string, Response>): Operation {
  const { operationId = '', summary = '', parameters } = get;
  const answers = Object.entries(get.responses)
    .filter(([status]) => !PARTIAL.has(status))
    .map(([status, answer]) => [status, withoutContent(answer, shared)]);
  return {
    ...get,
    operationId: operationId.replace(/^(get|download)/, 'head'),
    summary: `${summary}: only its headers`,
    description:
      'Status and headers as GET for the whole answers them, Content-Length among them, without the body.',
    ...(parameters ? { parameters: parameters.filter(({ name }) => !OF_PARTS.has(name)) } : {}),
    responses: Object.fromEntries(answers) as Operation['responses'],
  };
}

function withoutContent(
  answer: Response | Reference,
  shared: Record<string, Response>,
): Response | Reference {
  if (!('$ref' in answer)) {
    const { description, headers = {} } = answer;
    const whole = Object.entries(headers).filter(([name]) => !OF_PARTS.has(name));
    return { description, headers: Object.fromEntries(whole) };
  }
  const name = answer.$ref.split('/').at(-1)!;
  const { description, headers = {} } = shared[name]!;
  shared[`${name}.head`] = { description, headers };
  return { $ref: `${answer.$ref}.head` };
}
