import type { FastifyReply, FastifyRequest } from 'fastify';
import { RoomIsReserved } from '../../services/ports/storage-unavailable.ts';
import { escapeHtml, page } from '../pages/page.ts';
import { addVary } from '../headers/vary.ts';
import { isBrowserNavigation } from '../pages/is-browser-navigation.ts';
import { classifyError } from './classify-error.ts';
import { problemCodes, type HttpProblemCode } from './codes.ts';
import { HttpProblem } from './http-problem.ts';
import { problemDocument, type ProblemDocument } from './problem-document.ts';

interface Refused {
  readonly code: HttpProblemCode;
  /** the database or the blobs could not be used: somebody has to look after them */
  readonly isStorageFault: boolean;
}

const refusals = new WeakMap<FastifyRequest, Refused>();

/** With which code the request was refused, and whether the storage is to blame, if it was. */
export function refusalOf(request: FastifyRequest): Refused | undefined {
  return refusals.get(request);
}

/** Answers with a problem document; a browser that shows the answer as a page gets it as one. */
export function sendProblem(
  request: FastifyRequest,
  reply: FastifyReply,
  error: unknown,
  baseUrl: string,
): FastifyReply {
  const { headers, ...source } = classifyError(hasLeft(request, error) ? CUT_SHORT : error);
  const { status } = problemCodes[source.code];
  const isStorageFault = source.code === 'STORAGE_UNAVAILABLE' && !(error instanceof RoomIsReserved);
  refusals.set(request, { code: source.code, isStorageFault });
  if (source.code === 'INTERNAL_ERROR') request.log.error({ err: error }, 'unexpected error');
  else if (isStorageFault) request.log.error({ err: error }, 'the storage is unavailable');
  const document = problemDocument(source, request.id, baseUrl);
  // of a file that could not be read after all
  for (const name of OF_THE_FILE) reply.removeHeader(name);
  reply.code(status).headers({ ...headers, 'cache-control': 'no-store' });
  // the header may name something already: the origin, where other origins are let in
  addVary(reply, 'accept');
  // past the schemas of the route: this text is final
  reply.serializer((text) => text as string);
  if (isBrowserNavigation(request)) return reply.type('text/html; charset=utf-8').send(problemPage(document));
  return reply.type('application/problem+json').send(JSON.stringify(document));
}

const OF_THE_FILE = ['content-encoding', 'content-length', 'etag', 'last-modified', 'accept-ranges'];

const CUT_SHORT = new HttpProblem(
  'MALFORMED_REQUEST',
  'The connection was closed before the request was complete.',
);

/** Whether this is only how Node says that the client is gone, or has been cut off. */
function hasLeft({ raw }: FastifyRequest, error: unknown): boolean {
  return raw.destroyed && !raw.complete && (error as { code?: string } | null)?.code === 'ECONNRESET';
}

function problemPage({ title, detail, errors, type, code, request_id }: ProblemDocument): string {
  const list = errors?.map(
    ({ pointer, message }) => `<li><code>${escapeHtml(pointer.slice(1))}</code> ${escapeHtml(message)}</li>`,
  );
  const said = list ? `<ul>${list.join('')}</ul>` : `<p>${escapeHtml(detail)}</p>`;
  return page(
    title,
    `<h1>${escapeHtml(title)}</h1>${said}` +
      `<p><a href="${escapeHtml(type)}">What ${code} means and how to fix it</a> · <a href="/">Back to the form</a></p>` +
      `<p class="small">Request ${escapeHtml(request_id)}</p>`,
  );
}
