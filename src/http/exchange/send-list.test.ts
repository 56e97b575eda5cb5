import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { sendList } from './send-list.ts';

it('sends a list once, and 304 for as long as it is the same', async () => {
  const page = { items: [{ id: 'evr_1' }], next: null as string | null };
  const app = Fastify();
  app.get('/', (request, reply) => sendList(request, reply, page));
  const first = await app.inject('/');
  expect(first.json()).toEqual({ items: [{ id: 'evr_1' }], next_cursor: null });
  expect(first.headers).toMatchObject({
    'cache-control': 'private, no-cache',
    'content-type': 'application/json; charset=utf-8',
  });
  const headers = { 'if-none-match': String(first.headers.etag) };
  const again = await app.inject({ url: '/', headers });
  expect([again.statusCode, again.body]).toEqual([304, '']);
  page.next = 'evr_0';
  expect((await app.inject({ url: '/', headers })).statusCode).toBe(200);
});
