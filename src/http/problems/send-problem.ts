import type { FastifyReply, FastifyRequest } from 'fastify';
import { escapeHtml, page } from '../pages/page.ts';
import { isBrowserNavigation } from '../pages/is-browser-navigation.ts';
import { classifyError } from './classify-error.ts';
import { problemCodes } from './codes.ts';
import { problemDocument, type ProblemDocument } from './problem-document.ts';

/** Answers with a problem document; a browser that shows the answer as a page gets it as one. */
export function sendProblem(
  request: FastifyRequest,
  reply: FastifyReply,
  error: unknown,
  baseUrl: string,
): FastifyReply {
  const { headers, ...source } = classifyError(error);
  const { status } = problemCodes[source.code];
  if (source.code === 'INTERNAL_ERROR') request.log.error({ err: error }, 'unexpected error');
  else if (source.code === 'STORAGE_UNAVAILABLE')
    request.log.error({ err: error }, 'the storage is unavailable');
  else request.log.info({ code: source.code, detail: source.detail }, 'refused');
  const document = problemDocument(source, request.id, baseUrl);
  reply.code(status).headers({ ...headers, 'cache-control': 'no-store', vary: 'accept' });
  // past the schemas of the route: this text is final
  reply.serializer((text) => text as string);
  if (isBrowserNavigation(request)) return reply.type('text/html; charset=utf-8').send(problemPage(document));
  return reply.type('application/problem+json').send(JSON.stringify(document));
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
