import { connect, type AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { tinyPieces } from './tiny-pieces.ts';
import { withAllRequests } from './with-all-requests.ts';

const app = Fastify();
let taken = 0;
beforeAll(async () => {
  withAllRequests(app, [tinyPieces('http://a')]);
  app.addContentTypeParser('*', (_request, payload, done) => {
    payload.on('data', (chunk: Uint8Array) => (taken += chunk.byteLength)).once('end', () => done(null));
  });
  app.post('/read', async () => 'done');
  await app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => app.close());

/** What comes back of a body of so many chunks of so many bytes, which ends where `ends` says so. */
async function heard(count: number, bytes: number, ends: boolean): Promise<string> {
  taken = 0;
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {});
  let text = '';
  socket.on('data', (data) => (text += data.toString()));
  socket.write(`POST /read HTTP/1.1\r\nHost: a\r\nContent-Type: a/b\r\nTransfer-Encoding: chunked\r\n`);
  socket.write(ends ? 'Connection: close\r\n\r\n' : '\r\n');
  socket.write(`${bytes.toString(16)}\r\n${'x'.repeat(bytes)}\r\n`.repeat(count));
  if (ends) socket.write('0\r\n\r\n');
  await new Promise((closed) => socket.once('close', closed));
  return text;
}

it.each([
  ['few chunks', 4096, 1],
  ['many that are not tiny', 10_000, 80],
])('takes a body of %s', async (_what, count, bytes) => {
  expect(await heard(count, bytes, true)).toMatch(/^HTTP\/1.1 200 [^]*done$/);
  expect(taken).toBe(count * bytes);
});

it('reads no more of a body in crumbs', async () => {
  expect(await heard(100_000, 60, false)).not.toContain('HTTP/1.1 200');
  // what had come in before anybody read counts as one
  expect(taken).toBeLessThan(4097 * 64 + 64 * 1024);
});
