// @module-tag further/failing
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ProblemBody } from './problem.ts';
import { parseAnswer, speak } from './raw-socket.ts';
import { startService, type RunningService } from './running-service.ts';

let service: RunningService;
beforeAll(async () => {
  service = await startService({ WORKERS: '1', LOG_LEVEL: 'trace', WORKFLOW_FIT_PER_HOUR: '1000' });
});
afterAll(() => service.stop());

const END = 'Connection: close\r\n\r\n';
const get = (path: string, fields = 'Host: a\r\n') => `GET ${path} HTTP/1.1\r\n${fields}${END}`;
const post = (
  fields: string,
  body: string | Uint8Array = '{}',
  path = '/public/workflow_fit',
): Uint8Array => {
  const bytes = Buffer.from(body);
  const length = /content-length|transfer-encoding/i.test(fields)
    ? ''
    : `Content-Length: ${bytes.length}\r\n`;
  return Buffer.concat([Buffer.from(`POST ${path} HTTP/1.1\r\nHost: a\r\n${fields}${length}${END}`), bytes]);
};
const JSON_TYPE = 'Content-Type: application/json\r\n';
const MULTIPART = 'Content-Type: multipart/form-data; boundary=x\r\n';
const part = (name: string, more = '') =>
  `--x\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n`;

const refused: readonly (readonly [string, string | Uint8Array, number, string])[] = [
  ['an address that does not exist', get('/nope'), 404, 'NOT_FOUND'],
  ['a path that leads upwards', get('/../../etc/passwd'), 404, 'NOT_FOUND'],
  ['an identifier that is far too long', get(`/problems/${'a'.repeat(300)}`), 404, 'NOT_FOUND'],
  ['another method', `PATCH /results HTTP/1.1\r\nHost: a\r\n${END}`, 405, 'METHOD_NOT_ALLOWED'],
  [
    'a method that no address takes',
    `QUERY /results HTTP/1.1\r\nHost: a\r\n${END}`,
    405,
    'METHOD_NOT_ALLOWED',
  ],
  [
    'such a method with a body',
    `QUERY /results HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 1\r\n${END}{`,
    405,
    'METHOD_NOT_ALLOWED',
  ],
  ...['/docs/static/..%5c', '/docs/static/%00', '/assets/%00', '/assets/..%5c..%5cindex.html', '/%00'].map(
    (path) => [`the address ${path}`, get(path), 404, 'NOT_FOUND'] as const,
  ),
  ['an address in overlong UTF-8', get('/assets/%c0%ae'), 400, 'MALFORMED_REQUEST'],
  ['OPTIONS for everything', `OPTIONS * HTTP/1.1\r\nHost: a\r\n${END}`, 404, 'NOT_FOUND'],
  ['CONNECT', 'CONNECT a:80 HTTP/1.1\r\nHost: a\r\n\r\n', 400, 'MALFORMED_REQUEST'],
  ['a path that can’t be decoded', get('/%zz'), 400, 'MALFORMED_REQUEST'],
  ['half an escaped character', get('/problems/%e2%82'), 400, 'MALFORMED_REQUEST'],
  ['an address of 5000 characters', get(`/${'a'.repeat(5000)}`), 414, 'URI_TOO_LONG'],
  ['a query of 5000 characters', get(`/results?cursor=${'a'.repeat(5000)}`), 414, 'URI_TOO_LONG'],
  [
    'a header of 20,000 characters',
    get('/', `Host: a\r\nX: ${'a'.repeat(20_000)}\r\n`),
    431,
    'HEADERS_TOO_LARGE',
  ],
  ['thousands of headers', get('/', `Host: a\r\n${'X-A: 1\r\n'.repeat(3000)}`), 431, 'HEADERS_TOO_LARGE'],
  ['no Host', get('/healthz', ''), 400, 'MALFORMED_REQUEST'],
  ['two Hosts', get('/healthz', 'Host: a\r\nHost: b\r\n'), 400, 'MALFORMED_REQUEST'],
  ['a space in the address', get('/a b'), 400, 'MALFORMED_REQUEST'],
  ['no HTTP', 'hello\r\n\r\n', 400, 'MALFORMED_REQUEST'],
  ['a TLS greeting', Buffer.from('160301020001000100', 'hex'), 400, 'MALFORMED_REQUEST'],
  ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400, 'MALFORMED_REQUEST'],
  ['an expectation nobody knows', post(`${JSON_TYPE}Expect: tea\r\n`), 417, 'EXPECTATION_FAILED'],
  ['broken JSON', post(JSON_TYPE, '{"geometry": '), 400, 'MALFORMED_REQUEST'],
  ['JSON in UTF-16', post(JSON_TYPE, Buffer.from('{}', 'utf16le')), 400, 'MALFORMED_REQUEST'],
  ['no body where Content-Type says JSON', post(JSON_TYPE, ''), 400, 'MALFORMED_REQUEST'],
  ['fields that nobody knows', post(JSON_TYPE, '{"geometri": "inline"}'), 422, 'INVALID_INPUT'],
  ['no Content-Type', post(''), 415, 'UNSUPPORTED_MEDIA_TYPE'],
  ['a Content-Type that is none', post('Content-Type: ;;;\r\n'), 415, 'UNSUPPORTED_MEDIA_TYPE'],
  ['a compressed body', post(`${JSON_TYPE}Content-Encoding: gzip\r\n`), 415, 'UNSUPPORTED_MEDIA_TYPE'],
  ['a body announced too large', post(`${JSON_TYPE}Content-Length: 99999\r\n`), 413, 'PAYLOAD_TOO_LARGE'],
  ['a body that is too large', post(JSON_TYPE, `"${'x'.repeat(20_000)}"`), 413, 'PAYLOAD_TOO_LARGE'],
  ['a negative length', post(`${JSON_TYPE}Content-Length: -1\r\n`), 400, 'MALFORMED_REQUEST'],
  [
    'a length and chunks at once',
    post(`${JSON_TYPE}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n`),
    400,
    'MALFORMED_REQUEST',
  ],
  [
    'a body that is compressed on its way',
    post(`${JSON_TYPE}Transfer-Encoding: gzip, chunked\r\n`, '2\r\n{}\r\n0\r\n\r\n'),
    400,
    'MALFORMED_REQUEST',
  ],
  [
    'chunks twice',
    post(`${JSON_TYPE}${'Transfer-Encoding: chunked\r\n'.repeat(2)}`),
    400,
    'MALFORMED_REQUEST',
  ],
  ['broken chunks', post(`${JSON_TYPE}Transfer-Encoding: chunked\r\n`, 'zz\r\n{}'), 400, 'MALFORMED_REQUEST'],
  ['broken multipart', post(MULTIPART, `${part('z_mm')}5`, '/public/reconstruct'), 400, 'MALFORMED_REQUEST'],
  ...['; filename=""', '\r\nContent-Type: application/octet-stream'].map(
    (named) =>
      [
        `a file without a name (${named.trim()}), for what else is wrong,`,
        post(MULTIPART, `${part('hologram', named)}5\r\n--x--\r\n`, '/public/reconstruct'),
        422,
        'INVALID_INPUT',
      ] as const,
  ),
  [
    'multipart with a field that nobody knows',
    post(MULTIPART, `${part('z')}5\r\n--x--\r\n`, '/public/reconstruct'),
    422,
    'INVALID_INPUT',
  ],
  [
    'fields whose names fill megabytes',
    post(
      MULTIPART,
      `${[1, 2, 3].map((k) => `${part(`${k}${'a'.repeat(70_000)}`)}5\r\n`).join('')}--x--\r\n`,
      '/public/reconstruct',
    ),
    422,
    'INVALID_INPUT',
  ],
  [
    'a field of a megabyte',
    post(MULTIPART, `${part('z_mm')}${'5'.repeat(1 << 20)}\r\n--x--\r\n`, '/public/reconstruct'),
    422,
    'INVALID_INPUT',
  ],
  [
    'an Accept that can’t be met',
    post(`${MULTIPART}Accept: image/png\r\n`, '', '/public/reconstruct'),
    406,
    'NOT_ACCEPTABLE',
  ],
];

/** What nobody outside needs to know. */
const TELLTALE = /fastify|node_modules|\bat \S+ \(|\.ts\b|\.js\b|x-powered-by|\nserver:/i;

describe('a refusal', () => {
  it.each(refused)('of %s is a problem document', async (_what, request, status, code) => {
    const heard = await speak(service.port, request);
    const answer = parseAnswer(heard);
    const problem = JSON.parse(answer.body) as ProblemBody;
    expect([answer.status, problem.code, problem.status]).toEqual([status, code, status]);
    expect(answer.headers['content-type']).toBe('application/problem+json');
    expect(answer.headers['x-request-id']).toBe(problem.request_id);
    expect(answer.headers['api-version']).toMatch(/^\d{4}-/);
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
    if (status === 405) expect(answer.headers['allow']).toBe('GET, HEAD');
    expect(problem.type).toBe(`/problems/${code}`);
    expect((await fetch(service.url + problem.type)).status).toBe(200);
    expect(heard).not.toMatch(TELLTALE);
    // what a request holds is not sent back by the megabyte
    expect(answer.body.length).toBeLessThan(4096);
  });

  it('is in the log, once, and none is a mistake of the service', async () => {
    await speak(service.port, ...['hello\r\n\r\n']);
    const lines = service
      .log()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { level: number; msg: string; reqId?: string; status?: number });
    expect(lines.filter(({ level }) => level >= 50)).toEqual([]);
    const requests = lines.filter(({ msg }) => msg === 'request');
    for (const status of [400, 404, 405, 406, 413, 414, 415, 417, 422, 431]) {
      expect(requests.map((line) => line.status)).toContain(status);
    }
    expect(new Set(requests.map(({ reqId }) => reqId)).size).toBe(requests.length);
  });
});

it('a body in crumbs is read no further', async () => {
  const body = `1\r\n-\r\n1\r\n-\r\n${'1\r\nx\r\n'.repeat(10_000)}`;
  const heard = await speak(
    service.port,
    post(`${MULTIPART}Transfer-Encoding: chunked\r\n`, body, '/public/reconstruct'),
  );
  if (heard)
    expect(parseAnswer(heard)).toMatchObject({ status: 400, body: expect.stringContaining('chunks') });
});

describe('what is sound', () => {
  it('is answered: HTTP/1.0, an absolute address, 100 Continue, an offer to upgrade', async () => {
    expect(parseAnswer(await speak(service.port, 'GET /healthz HTTP/1.0\r\n\r\n')).status).toBe(200);
    expect(parseAnswer(await speak(service.port, get('http://elsewhere/healthz'))).status).toBe(200);
    const body = '{"geometry": "inline", "file_format": "png"}';
    const heard = await speak(service.port, post(`${JSON_TYPE}Expect: 100-continue\r\n`, body));
    expect(heard).toMatch(/^HTTP\/1.1 100 Continue\r\n\r\nHTTP\/1.1 200 OK/);
    const upgrade = 'Host: a\r\nUpgrade: h2c\r\n';
    expect(parseAnswer(await speak(service.port, get('/healthz', upgrade))).status).toBe(200);
  });
});

describe('what a client calls its request', () => {
  const TRACE = '0af7651916cd43dd8448eb211c80319c';
  const logged = async (fields: string) => {
    const heard = await speak(service.port, get('/problems', `Host: a\r\n${fields}`));
    const id = parseAnswer(heard).headers['x-request-id'];
    const lines = () => service.log().trim().split('\n');
    await expect.poll(() => lines().some((line) => line.includes(id!))).toBe(true);
    return JSON.parse(lines().find((line) => line.includes(id!))!) as Record<string, unknown>;
  };

  it('is in the log, beside the name that the answer has', async () => {
    const names = `X-Request-Id: job-17.3\r\nTraceparent: 00-${TRACE}-b7ad6b7169203331-01\r\n`;
    const line = await logged(names);
    expect(line).toMatchObject({
      client_request_id: 'job-17.3',
      trace_id: TRACE,
      parent_id: 'b7ad6b7169203331',
    });
    expect(line.reqId).toMatch(/^req_/);
  });

  it.each([
    ['an address', 'X-Request-Id: ada@example.org'],
    ['a sentence', 'X-Request-Id: {"level":50, "msg": "no"}'],
    ['too much', `X-Request-Id: ${'x'.repeat(129)}`],
    ['no trace', `Traceparent: 00-${'0'.repeat(32)}-b7ad6b7169203331-01`],
    ['anything', 'Traceparent: 00-hello-01'],
  ])('is left out where it is %s', async (_what, field) => {
    const line = await logged(`${field}\r\n`);
    for (const name of ['client_request_id', 'trace_id', 'parent_id']) expect(line).not.toHaveProperty(name);
  });
});
