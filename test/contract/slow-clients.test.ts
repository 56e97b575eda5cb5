// @module-tag further/failing
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listen, parseAnswer, speak } from './raw-socket.ts';
import { largeUpload, startService, type RunningService } from './running-service.ts';

const TIMEOUT_S = 2;

let service: RunningService;
beforeAll(async () => {
  service = await startService({
    ...{ WORKERS: '1', CLIENT_TIMEOUT_S: String(TIMEOUT_S), REQUEST_TIMEOUT_S: '600' },
  });
});
afterAll(() => service.stop());

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const HEAD =
  'POST /public/reconstruct HTTP/1.1\r\nHost: a\r\nContent-Type: multipart/form-data; boundary=x\r\n';
const FILE = '--x\r\nContent-Disposition: form-data; name="hologram"; filename="a"\r\n\r\n';

/** Milliseconds until the connection is closed, and what was said before. */
async function closing(closed: Promise<string>): Promise<{ ms: number; heard: string }> {
  const began = performance.now();
  const heard = await closed;
  return { ms: performance.now() - began, heard };
}

async function bytesInMemory(): Promise<number> {
  const text = await (await fetch(`${service.url}/metrics`)).text();
  return Number(/^leith_request_bytes_in_memory (\S+)$/m.exec(text)![1]);
}

function expectLate(heard: string): void {
  const { status, body, headers } = parseAnswer(heard);
  expect([status, (JSON.parse(body) as { code: string }).code]).toEqual([408, 'REQUEST_TIMEOUT']);
  expect(headers['connection']).toBe('close');
}

describe.concurrent('a client that', () => {
  it('sends nothing at all is cut off', async () => {
    const { ms, heard } = await closing(listen(service.port).closed);
    expect(ms).toBeGreaterThan(TIMEOUT_S * 500);
    if (heard !== '') expectLate(heard);
  });

  it('lets its headers trickle is cut off with 408', async () => {
    const { socket, closed } = listen(service.port);
    const timer = setInterval(() => socket.writable && socket.write('X-A: 1\r\n'), 200);
    socket.write('GET /healthz HTTP/1.1\r\nHost: a\r\n');
    const { heard } = await closing(closed);
    clearInterval(timer);
    expectLate(heard);
  });

  it('lets its upload trickle is cut off with 408, and its memory is free', async () => {
    const { socket, closed } = listen(service.port);
    socket.write(`${HEAD}Content-Length: 9000000\r\n\r\n${FILE}`);
    const timer = setInterval(() => socket.writable && socket.write('x'.repeat(50)), 100);
    const { ms, heard } = await closing(closed);
    clearInterval(timer);
    expect(ms).toBeGreaterThan(TIMEOUT_S * 500);
    expectLate(heard);
  });

  it('sends much at once and then little is cut off with 408: what it holds must go on to grow', async () => {
    const { socket, closed } = listen(service.port);
    socket.write(`${HEAD}Content-Length: 20000000\r\n\r\n${FILE}`);
    socket.write('x'.repeat(12_000_000));
    // 4 kB a second, where 12 MB in 600 s are 20
    const timer = setInterval(() => socket.writable && socket.write('x'.repeat(400)), 100);
    const { heard } = await closing(closed);
    clearInterval(timer);
    expectLate(heard);
  });

  it('lets the rest of what was refused trickle is cut off', async () => {
    const { socket, closed } = listen(service.port);
    socket.write(`${HEAD}Accept: text/css\r\nContent-Length: 9000000\r\n\r\n${FILE}`);
    const timer = setInterval(() => socket.writable && socket.write('x'.repeat(50)), 100);
    const { heard } = await closing(closed);
    clearInterval(timer);
    expect(heard.split('HTTP/1.1 ').length).toBe(2);
    expect(parseAnswer(heard).status).toBe(406);
  });

  it('lets JSON trickle is cut off with 408', async () => {
    const { socket, closed } = listen(service.port);
    socket.write(
      'POST /public/workflow_fit HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 9000\r\n\r\n{',
    );
    expectLate((await closing(closed)).heard);
  });

  it('is slow and not too slow is served', async () => {
    const { socket, closed } = listen(service.port);
    const body = `{"geometry": "inline", "file_format": "png"}${' '.repeat(12_000)}`;
    socket.write(
      'POST /public/workflow_fit HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nConnection: close\r\n' +
        `Content-Length: ${body.length}\r\n\r\n`,
    );
    // 3 KiB/s, also where timers are late, for twice as long as a client that sends nothing is given
    const began = performance.now();
    for (let at = 0; at < body.length;) {
      const end = 300 + Math.floor(3 * (performance.now() - began));
      socket.write(body.slice(at, end));
      at = end;
      await pause(100);
    }
    expect(parseAnswer(await closed).status).toBe(200);
  });

  it('keeps a connection for its next request is not taken for a slow one', async () => {
    const { socket, closed, heard } = listen(service.port);
    const request = 'GET /healthz HTTP/1.1\r\nHost: a\r\n';
    socket.write(`${request}\r\n`);
    await pause(TIMEOUT_S * 1500);
    socket.write(`${request}Connection: close\r\n\r\n`);
    await closed;
    expect(heard().match(/HTTP\/1.1 200 OK/g)).toHaveLength(2);
  });
});

describe('a client that does not read its package', () => {
  it('is cut off, and pins no memory', async () => {
    const encoded = new Request('http://a/', { method: 'POST', body: largeUpload() });
    const body = new Uint8Array(await encoded.arrayBuffer());
    const { socket, closed } = listen(service.port);
    socket.pause();
    socket.write(
      `POST /public/reconstruct HTTP/1.1\r\nHost: a\r\nContent-Type: ${encoded.headers.get('content-type')}\r\n` +
        `Content-Length: ${body.length}\r\n\r\n`,
    );
    socket.write(body);
    const seen: number[] = [];
    const end = Date.now() + 150_000;
    // it goes up for the upload and for the package, and down for good when the client has been given up
    while (Date.now() < end) {
      seen.push(await bytesInMemory());
      if (Math.max(...seen) > 0 && seen.length > 20 && seen.slice(-20).every((bytes) => bytes === 0)) break;
      await pause(50);
    }
    expect(Math.max(...seen)).toBeGreaterThan(0);
    expect(seen.at(-1)).toBe(0);
    socket.resume();
    const { status, headers, body: got } = parseAnswer(await closed);
    expect(status).toBe(200);
    expect(got.length).toBeLessThan(Number(headers['content-length']));
  });

  it('does not stand in the way of others', async () => {
    const answer = await speak(service.port, 'GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    expect(parseAnswer(answer).status).toBe(200);
  });
});
