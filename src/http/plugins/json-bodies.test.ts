import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { Problem } from '../../core/problem/problem.ts';
import { HttpProblem } from '../problems/http-problem.ts';
import { jsonBodies } from './json-bodies.ts';

function service(bodyLimit?: number) {
  const app = Fastify();
  jsonBodies(app, bodyLimit);
  app.setErrorHandler((error, _request, reply) => {
    const code = error instanceof HttpProblem ? error.code : (error as { code?: string }).code;
    const message = error instanceof Problem ? error.message : undefined;
    return reply.code(400).send({ code, message });
  });
  app.post('/', { schema: { body: {} } }, (request) => ({ read: request.body }));
  app.post('/bare', (request) => ({ read: typeof request.body }));
  return async (payload: string | Buffer, type = 'application/json', url = '/') => {
    const answer = await app.inject({ method: 'POST', url, payload, headers: { 'content-type': type } });
    return answer.json<{ read?: unknown; code?: string }>();
  };
}

it('reads JSON of any script', async () => {
  const send = service();
  expect(await send('{"a":"µ 例 😀"}')).toEqual({ read: { a: 'µ 例 😀' } });
  expect(await send('{"a":1}', 'application/json; charset=utf-8')).toEqual({ read: { a: 1 } });
});

it.each([
  ['a byte that begins nothing', Buffer.from('{"a":"\xff"}', 'latin1')],
  ['Latin-1', Buffer.from('{"a":"m\xfcller"}', 'latin1')],
  ['a character that is cut', Buffer.from('{"a":"\xe4\xbe"}', 'latin1')],
  ['an overlong slash', Buffer.from('{"a":"\xc0\xaf"}', 'latin1')],
  ['UTF-16', Buffer.from('{"a":"b"}', 'utf16le').swap16().fill(0xfe, 0, 1)],
])('refuses what is not UTF-8: %s', async (_what, bytes) => {
  expect(await service()(bytes)).toEqual({ code: 'MALFORMED_REQUEST' });
});

it('refuses a name that is given twice, and says which', async () => {
  expect(await service()('{"a":1,"b":{"c":1,"c":1}}')).toEqual({
    code: 'INVALID_INPUT',
    message: 'b/c is given more than once',
  });
  expect(await service()('{"a":1,"a":')).toEqual({ code: 'FST_ERR_CTP_INVALID_JSON_BODY' });
});

it('takes nothing for nothing where no body is asked for', async () => {
  const send = service();
  expect(await send('', 'application/json', '/bare')).toEqual({ read: 'undefined' });
  expect(await send('{', 'application/json', '/bare')).toEqual({ code: 'FST_ERR_CTP_INVALID_JSON_BODY' });
});

it('refuses as the framework does what is empty, damaged, poisoned or too large', async () => {
  const send = service(64);
  expect(await send('')).toEqual({ code: 'FST_ERR_CTP_EMPTY_JSON_BODY' });
  expect(await send('{"a":')).toEqual({ code: 'FST_ERR_CTP_INVALID_JSON_BODY' });
  expect(await send('{"__proto__":{"a":1}}')).toEqual({ code: 'FST_ERR_CTP_INVALID_JSON_BODY' });
  expect(await send(`"${'a'.repeat(70)}"`)).toEqual({ code: 'FST_ERR_CTP_BODY_TOO_LARGE' });
});
