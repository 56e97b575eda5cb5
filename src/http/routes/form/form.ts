import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { page } from '../../pages/page.ts';

const folder = fileURLToPath(new URL('../../../../dist/web/', import.meta.url));

/** GET / and what the page needs: the browser form and viewer, as the build left them in dist/web. */
export async function form(app: FastifyInstance): Promise<void> {
  if (!existsSync(`${folder}index.html`)) {
    const text = page(
      'Not built',
      '<h1>The page is not built</h1><p>Run <code>npm run build</code>, then start again.</p>',
    );
    app.get('/', { schema: { hide: true } as object }, async (_request, reply) => {
      return reply.header('cache-control', 'no-store').type('text/html; charset=utf-8').send(text);
    });
    return;
  }
  await app.register(fastifyStatic, {
    root: folder,
    wildcard: false,
    preCompressed: true,
    cacheControl: false,
    decorateReply: false,
    schemaHide: true,
    globIgnore: ['**/*.br', '**/*.gz'],
    setHeaders: (reply, path) => {
      // names in assets/ carry a digest of their contents
      const forEver = path.startsWith(`${folder}assets/`);
      void reply.header('cache-control', forEver ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
}
