import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { answerHalfClosed } from './half-closed.ts';
import { askForBody } from './ask-for-body.ts';
import { oneAtATime } from './one-at-a-time.ts';

const servers: ReturnType<typeof createServer>[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** A connection to a server, and what comes back on it. */
async function connected(handle: RequestListener) {
  const server = createServer(handle);
  answerHalfClosed(server);
  askForBody(server);
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }).on('error', () => {});
  let heard = '';
  socket.on('data', (data) => (heard += data.toString()));
  return { socket, heard: () => heard, ended: once(socket, 'end') };
}

const GET = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';

describe('answerHalfClosed', () => {
  it('answers who sends no more, and ends the connection then', async () => {
    const { socket, heard, ended } = await connected((_request, response) => {
      setTimeout(() => response.end('the answer'), 30);
    });
    socket.end(GET);
    await ended;
    expect(heard()).toMatch(/^HTTP\/1\.1 102 Processing\r\n\r\nHTTP\/1\.1 200 OK\r\n[^]*the answer$/);
  });

  it('answers all that was sent ahead', async () => {
    const { socket, heard, ended } = await connected(
      oneAtATime(({ url }, response) => {
        setTimeout(() => response.end(`answer to ${url} `), 10);
      }),
    );
    socket.end(['/a', '/b', '/c'].map((path) => GET.replace('/', path)).join(''));
    await ended;
    expect([...heard().matchAll(/answer to (\S+)/g)].map(([, url]) => url)).toEqual(['/a', '/b', '/c']);
  });

  it('tells HTTP/1.0, which knows of no answer before the last, nothing else', async () => {
    const { socket, heard, ended } = await connected((_request, response) => {
      setTimeout(() => response.end('the answer'), 30);
    });
    socket.end('GET / HTTP/1.0\r\n\r\n');
    await ended;
    expect(heard()).toMatch(/^HTTP\/1\.1 200 OK[^]*the answer$/);
  });

  it.each([
    ['before an answer', () => {}],
    [
      'amid events',
      (_request, response) => response.setHeader('content-type', 'text/event-stream').write('data: 1\n\n'),
    ],
  ] satisfies [string, RequestListener][])('notices %s that a client has left', async (_when, handle) => {
    const { promise: left, resolve } = Promise.withResolvers<boolean>();
    const { socket } = await connected((request, response) => {
      response.once('close', () => resolve(response.writableFinished));
      handle(request, response);
      setTimeout(() => socket.destroy(), 30);
    });
    socket.write(GET);
    expect(await left).toBe(false);
  });
});

describe('askForBody', () => {
  const POST = 'POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n';

  it('asks when the body is read', async () => {
    const { socket, heard } = await connected(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += String(chunk);
      response.end(body);
    });
    socket.write(POST);
    await expect.poll(heard).toBe('HTTP/1.1 100 Continue\r\n\r\n');
    socket.write('bytes');
    await expect.poll(heard).toMatch(/\r\n\r\nHTTP\/1\.1 200 OK[^]*Connection: keep-alive[^]*bytes/);
  });

  it('asks nobody who is refused before', async () => {
    const { socket, heard, ended } = await connected((_request, response) => {
      response.writeHead(401).end('no');
    });
    socket.write(POST);
    await ended;
    expect(heard()).toMatch(/^HTTP\/1\.1 401 [^]*Connection: close[^]*no/);
  });
});
