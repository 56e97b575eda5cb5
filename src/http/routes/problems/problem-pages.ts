import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { markdownToHtml } from '../../pages/markdown.ts';
import { escapeHtml, page, htmlTable } from '../../pages/page.ts';
import { problemCodes, type HttpProblemCode } from '../../problems/codes.ts';
import { HttpProblem } from '../../problems/http-problem.ts';
import { problemResponses } from '../../problems/problem-responses.ts';

const folder = new URL('../../../../docs/problems/', import.meta.url);
const html = { description: 'a page for people', content: { 'text/html': { schema: z.string() } } };

/** GET /problems and /problems/{code}: the pages that `type` points to, from docs/problems. */
export async function problemPages(app: FastifyInstance): Promise<void> {
  const codes = Object.keys(problemCodes) as HttpProblemCode[];
  const pages = new Map(
    await Promise.all(codes.map(async (code) => [code, await problemPage(code)] as const)),
  );
  const typed = app.withTypeProvider<ZodTypeProvider>();
  typed.route({
    method: 'GET',
    url: '/problems/:code',
    schema: {
      operationId: 'readProblemPage',
      summary: 'What a problem means and how to fix it',
      tags: ['problems'],
      params: z.object({ code: z.string() }),
      response: { 200: html, ...problemResponses([404]) },
    },
    handler: async (request, reply) => {
      const text = pages.get(request.params.code.toUpperCase() as HttpProblemCode);
      if (!text) throw new HttpProblem('NOT_FOUND', 'No problem has this code; /problems lists all of them.');
      reply.serializer((content) => content as string);
      return reply.type('text/html; charset=utf-8').send(text);
    },
  });
  typed.route({
    method: 'GET',
    url: '/problems',
    schema: {
      operationId: 'readProblemPages',
      summary: 'All problems',
      tags: ['problems'],
      response: { 200: html },
    },
    handler: async (_request, reply) => {
      reply.serializer((content) => content as string);
      return reply.type('text/html; charset=utf-8').send(overview(codes));
    },
  });
}

async function problemPage(code: HttpProblemCode): Promise<string> {
  const { status, title } = problemCodes[code];
  const text = await readFile(new URL(`${code}.md`, folder), 'utf8');
  return page(title, `<p class="small">HTTP ${status} · <code>${code}</code></p>${markdownToHtml(text)}`);
}

function overview(codes: readonly HttpProblemCode[]): string {
  const rows = codes.map((code) => {
    const { status, title } = problemCodes[code];
    return [
      String(status),
      `<a href="/problems/${code}"><code>${code.replaceAll('_', '_<wbr>')}</code></a>`,
      escapeHtml(title),
    ];
  });
  const all = htmlTable('Table of problems', ['status', 'code', 'what it means'], rows);
  return page('Problems', `<h1>Problems</h1>${all}`);
}
