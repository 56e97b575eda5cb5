import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { describeTarget, targetIds } from '../../../services/calibration/describe-target.ts';
import { markdownToHtml } from '../../pages/markdown.ts';
import { escapeHtml, page, htmlTable } from '../../pages/page.ts';
import { HttpProblem } from '../../problems/http-problem.ts';
import { problemResponses } from '../../problems/problem-responses.ts';

const folder = new URL('../../../../docs/targets/', import.meta.url);
const html = { description: 'a page for people', content: { 'text/html': { schema: z.string() } } };

/** GET /targets and /targets/{target_id}: what each target is and how to use it, from docs/targets. */
export async function targetPages(app: FastifyInstance): Promise<void> {
  const pages = new Map(
    await Promise.all(targetIds().map(async (id) => [id, await targetPage(id)] as const)),
  );
  const typed = app.withTypeProvider<ZodTypeProvider>();
  typed.route({
    method: 'GET',
    url: '/targets/:target_id',
    schema: {
      operationId: 'readTargetPage',
      summary: 'What a target is and how to use it',
      tags: ['calibration'],
      params: z.object({ target_id: z.string() }),
      response: { 200: html, ...problemResponses([404]) },
    },
    handler: async (request, reply) => {
      const text = pages.get(request.params.target_id);
      if (!text) throw new HttpProblem('NOT_FOUND', 'There is no such target; /targets lists all of them.');
      reply.serializer((content) => content as string);
      return reply.type('text/html; charset=utf-8').send(text);
    },
  });
  // drawn when it is first asked for: drawings take longer than the rest of a start
  let list: string | undefined;
  typed.route({
    method: 'GET',
    url: '/targets',
    schema: {
      operationId: 'readTargetPages',
      summary: 'All targets, for people',
      tags: ['calibration'],
      response: { 200: html },
    },
    handler: async (_request, reply) => {
      reply.serializer((content) => content as string);
      return reply.type('text/html; charset=utf-8').send((list ??= overview()));
    },
  });
}

async function targetPage(id: string): Promise<string> {
  const text = await readFile(new URL(`${id}.md`, folder), 'utf8');
  const served = text.replaceAll(`](${id}.svg)`, `](/calibration/targets/${id}/drawing.svg)`);
  return page(describeTarget(id)!.entry.display_name, markdownToHtml(served));
}

function overview(): string {
  const rows = targetIds().map((id) => {
    const { entry, field_um } = describeTarget(id)!;
    const view = `${field_um.min / 1000} to ${field_um.max / 1000} mm`;
    const name = `<a href="/targets/${id}"><code>${id}</code></a>`;
    return [name, escapeHtml(entry.display_name), entry.applicable_modes.join(', '), view];
  });
  const all = htmlTable('Table of targets', ['target_id', 'what it is', 'modes', 'view'], rows);
  const intro =
    '<p>Objects of known size: record one with your rig and send the frame to <code>POST /calibration/calibrate</code>. ' +
    'The view is the shorter side of what the camera sees, measured on the target.</p>';
  return page('Targets', `<h1>Calibration targets</h1>${intro}${all}`);
}
