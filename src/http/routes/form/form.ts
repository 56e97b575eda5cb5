import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';

const folder = new URL('../../../web/', import.meta.url);
const files = [
  { url: '/', name: 'form.html', type: 'text/html; charset=utf-8' },
  { url: '/form.js', name: 'form.js', type: 'text/javascript; charset=utf-8' },
  { url: '/style.css', name: 'style.css', type: 'text/css; charset=utf-8' },
];

/** GET / and what the page needs: the browser form. */
export async function form(app: FastifyInstance): Promise<void> {
  for (const { url, name, type } of files) {
    const text = await readFile(new URL(name, folder), 'utf8');
    app.get(url, { schema: { hide: true } as object }, async (_request, reply) => {
      return reply.header('cache-control', 'no-cache').type(type).send(text);
    });
  }
}
