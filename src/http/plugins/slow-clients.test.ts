import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { slowClients } from './slow-clients.ts';
import { withAllRequests } from './with-all-requests.ts';

const [PATIENCE_MS, REQUEST_MS, EVERY_MS] = [200, 20_000, 20];

/** How long a body that comes at a steady rate is taken, ms; `mostMs` and no longer. */
async function taken(freeShare: number, mostMs: number): Promise<number> {
  const app = Fastify();
  const watched = slowClients(app, {
    ...{ patienceMs: PATIENCE_MS, requestMs: REQUEST_MS, baseUrl: 'http://a' },
    freeShare: () => freeShare,
  });
  withAllRequests(app, [watched]);
  app.addContentTypeParser('*', (_request, payload, done) => {
    payload.resume().once('end', () => done(null));
  });
  app.post('/', async () => 'done');
  await app.listen({ host: '127.0.0.1', port: 0 });
  // the service counts from its own end of the connection, which is there before ours is told
  const began = performance.now();
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => {}).resume();
  await once(socket, 'connect');
  socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Type: a/b\r\nContent-Length: 9000000\r\n\r\n');
  // by the clock, also where timers are late
  let sent = 0;
  const timer = setInterval(() => {
    const due = 20 * (performance.now() - began);
    if (socket.writable) socket.write('x'.repeat(due - sent));
    sent = due;
  }, EVERY_MS);
  const { promise: over, resolve } = Promise.withResolvers<void>();
  const end = setTimeout(resolve, mostMs);
  await Promise.race([once(socket, 'close'), over]);
  clearTimeout(end);
  clearInterval(timer);
  const ms = performance.now() - began;
  socket.destroy();
  await app.close();
  return ms;
}

it.concurrent('a steady body has the time of a request where memory is free', async () => {
  expect(await taken(1, 5 * PATIENCE_MS)).toBeGreaterThan(4 * PATIENCE_MS);
});

it.concurrent('a steady body has no more than a client’s patience where all memory is held', async () => {
  const ms = await taken(0, 60_000);
  expect(ms).toBeGreaterThan(PATIENCE_MS);
  expect(ms).toBeLessThan(60_000 - 1);
});

it.concurrent('a steady body has a part of that time where a part is free', async () => {
  const ms = await taken(0.03, 60_000);
  // it comes in steps, and one more or less may lie within the time that is looked at
  expect(ms).toBeGreaterThan(0.03 * REQUEST_MS * (1 - EVERY_MS / PATIENCE_MS));
  expect(ms).toBeLessThan(REQUEST_MS);
});
