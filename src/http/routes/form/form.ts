import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { page } from '../../pages/page.ts';
import { problemResponses } from '../../problems/problem-responses.ts';
import type { HttpOptions } from '../../service/services.ts';

const folder = fileURLToPath(new URL('../../../../dist/web/', import.meta.url));
const hidden = { schema: { hide: true } as object };
const text = { type: 'string' };
/** The ETag says all that there is to say of so short a page. */
const wholeByTag = { acceptRanges: false, lastModified: false };
const schema = {
  operationId: 'getPage',
  summary: 'The form and the viewer, for people',
  description: 'What it loads beside itself belongs to the page, not to the API.',
  tags: ['reconstruction'],
  headers: z.object({
    'if-none-match': z.string().optional().describe('the ETag of what you have: 304 where that is current'),
  }),
  response: {
    200: {
      description: 'the page',
      headers: {
        ETag: { ...text, description: 'names this version of the page' },
      },
      content: { 'text/html': { schema: z.string() } },
    },
    304: z.undefined().describe('it is what If-None-Match names'),
    ...problemResponses([412]),
  },
};

interface PageOptions extends Pick<HttpOptions, 'supportEmail' | 'maxFileBytes' | 'publicResultsDays'> {
  /** whom one can sign in with; null: nobody else */
  readonly providerName: string | null;
}

/** GET / and what the page needs: the browser form and viewer, as the build left them in dist/web. */
export async function form(app: FastifyInstance, version: string, options: PageOptions): Promise<void> {
  pageFacts(app, version, options);
  if (!existsSync(`${folder}index.html`)) {
    const unbuilt = page(
      'Not built',
      '<h1>The page is not built</h1><p>Run <code>npm run build</code>, then start again.</p>',
    );
    app.get('/', { schema }, async (_request, reply) => {
      reply.serializer((content) => content as string);
      return reply.header('cache-control', 'no-store').type('text/html; charset=utf-8').send(unbuilt);
    });
    return;
  }
  const common = { preCompressed: true, cacheControl: false, schemaHide: true };
  await app.register(async (scope) => {
    scope.addHook('onSend', async (_request, reply) => {
      // what describes a body says nothing about none (RFC 9110 section 15.4.5)
      if (reply.statusCode === 304) reply.removeHeader('content-type').removeHeader('content-encoding');
    });
    await scope.register(fastifyStatic, {
      ...{ root: folder, wildcard: false, index: false as const },
      globIgnore: ['**/*.br', '**/*.gz', 'assets/**'],
      ...common,
      setHeaders: (reply) => void reply.header('cache-control', 'no-cache'),
    });
    scope.get('/', { schema }, (_request, reply) => reply.sendFile('index.html', wholeByTag));
    // the same page, which then shows where packages are checked
    scope.get('/verify', hidden, (_request, reply) => reply.sendFile('index.html', wholeByTag));
    // looked up when they are asked for: a page that is built anew beside a running server brings other names
    await scope.register(fastifyStatic, {
      ...{ root: `${folder}assets`, prefix: '/assets/', wildcard: true, index: false as const },
      ...common,
      decorateReply: false,
      // the names carry a digest of their contents
      setHeaders: (reply) => void reply.header('cache-control', 'public, max-age=31536000, immutable'),
    });
  });
}

/** GET /page.json: what the page can't know when it is built. It belongs to the page, not to the API. */
function pageFacts(
  app: FastifyInstance,
  version: string,
  { supportEmail, maxFileBytes, publicResultsDays, providerName }: PageOptions,
): void {
  const facts = {
    ...{ version, support_email: supportEmail, upload_bytes_max: maxFileBytes },
    public_results_days: publicResultsDays,
    sign_in_with: providerName,
  };
  const text = JSON.stringify(facts);
  app.get('/page.json', hidden, async (_request, reply) =>
    reply
      .header('cache-control', 'no-cache')
      .type('application/json; charset=utf-8')
      .serializer((content) => content as string)
      .send(text),
  );
}
