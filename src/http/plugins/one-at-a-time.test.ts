import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { oneAtATime, SENT_AHEAD } from './one-at-a-time.ts';

const QUICK = { interval: 1 };

const servers: ReturnType<typeof createServer>[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

/** A connection to a server whose answers wait until they are given. */
async function connected() {
  const begun: { url: string; response: ServerResponse }[] = [];
  const server = createServer(
    oneAtATime(({ url }, response) => {
      begun.push({ url: url!, response });
    }),
  );
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {});
  let heard = '';
  socket.on('data', (data) => (heard += data.toString()));
  const closed = once(socket, 'close');
  const ask = (...urls: (string | number)[]) =>
    socket.write(urls.map((url) => `GET /${url} HTTP/1.1\r\nHost: a\r\n\r\n`).join(''));
  const answers = () => [...heard.matchAll(/answer to (\S+)/g)].map(([, url]) => url);
  return { begun, socket, ask, answers, closed };
}

it('answers what a client sends ahead in its order, and begins each when the one before is answered', async () => {
  const { begun, ask, answers } = await connected();
  ask('a', 'b', 'c');
  for (const count of [1, 2, 3]) {
    await expect.poll(() => begun.length).toBe(count);
    await new Promise(setImmediate);
    expect(begun).toHaveLength(count);
    const { url, response } = begun.at(-1)!;
    response.end(`answer to ${url} `);
  }
  await expect.poll(answers).toEqual(['/a', '/b', '/c']);
  ask('later');
  await expect.poll(() => begun.at(-1)!.url).toBe('/later');
});

it('takes as many ahead as it says, and ends a connection that sends more', async () => {
  const patient = await connected();
  patient.ask(...Array.from({ length: 1 + SENT_AHEAD }, (_, k) => k));
  await expect.poll(() => patient.begun.length).toBe(1);
  for (let k = 0; k <= SENT_AHEAD; k++) {
    await expect.poll(() => patient.begun.length, QUICK).toBe(k + 1);
    patient.begun[k]!.response.end(`answer to ${k} `);
  }
  await expect.poll(() => patient.answers().length).toBe(1 + SENT_AHEAD);
  const flood = await connected();
  flood.ask(...Array.from({ length: 2 + SENT_AHEAD }, (_, k) => k));
  await flood.closed;
  expect(flood.begun).toHaveLength(1);
});

it('does nothing for a client that has left, or whose connection ends', async () => {
  const gone = await connected();
  gone.ask('a', 'b');
  await expect.poll(() => gone.begun.length).toBe(1);
  const [{ response }] = gone.begun as [(typeof gone.begun)[0]];
  const over = once(response, 'close');
  gone.socket.destroy();
  await over;
  const ended = await connected();
  ended.ask('a', 'b');
  await expect.poll(() => ended.begun.length).toBe(1);
  ended.begun[0]!.response.setHeader('connection', 'close').end('answer to a ');
  await ended.closed;
  expect([gone.begun.length, ended.begun.length, ended.answers()]).toEqual([1, 1, ['a']]);
});
