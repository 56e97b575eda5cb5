import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { RoomIsReserved, StorageUnavailable } from '../../services/ports/storage-unavailable.ts';
import { refusalOf, sendProblem } from './send-problem.ts';

/** A route that has said how a file is packed before it finds that it can't open it. */
async function answered(code: string) {
  const app = Fastify();
  app.setErrorHandler((error, request, reply) => sendProblem(request, reply, error, ''));
  app.get('/', async (_request, reply) => {
    reply.headers({ 'content-encoding': 'gzip', 'content-length': '5', etag: '"a"' });
    throw Object.assign(new Error(`${code}: open 'index.html.gz'`), { code });
  });
  const answer = await app.inject('/');
  await app.close();
  return answer;
}

it.each(['EMFILE', 'ENFILE'])(
  'says that there is no room for an open file (%s), and when to ask again',
  async (code) => {
    const answer = await answered(code);
    expect(answer.statusCode).toBe(503);
    expect(answer.headers['retry-after']).toBe('5');
    expect(answer.json()).toMatchObject({ code: 'OVERLOADED' });
  },
);

it('says nothing in its headers of a file that was not sent', async () => {
  const { statusCode, headers, body } = await answered('EIO');
  expect(statusCode).toBe(500);
  expect(headers).not.toHaveProperty('content-encoding');
  expect(headers).not.toHaveProperty('etag');
  expect(headers['content-length']).toBe(String(body.length));
});

it.each([
  [new StorageUnavailable('The disk for packages is full.'), true],
  [new RoomIsReserved('What is left is for accounts.'), false],
])('calls for somebody where the storage is at fault: %s', async (error, isFault) => {
  const lines: string[] = [];
  const app = Fastify({ logger: { level: 'warn', stream: { write: (line) => void lines.push(line) } } });
  app.setErrorHandler((thrown, request, reply) => sendProblem(request, reply, thrown, ''));
  app.addHook('onResponse', async (request) => {
    expect(refusalOf(request)).toEqual({ code: 'STORAGE_UNAVAILABLE', isStorageFault: isFault });
  });
  app.get('/', () => {
    throw error;
  });
  const { statusCode, headers } = await app.inject('/');
  await app.close();
  expect([statusCode, headers['retry-after']]).toEqual([503, '5']);
  expect(lines).toHaveLength(isFault ? 1 : 0);
});
